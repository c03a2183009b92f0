"""What a server offers: its tools, what they tell of and take, and the calls that are made of them."""
