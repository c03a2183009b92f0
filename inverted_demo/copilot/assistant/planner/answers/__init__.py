"""What kind of answer a question wants, and that answer in words."""
