"""What a question can mean: for each kind of things what its words say of it, and which of these explains most."""
