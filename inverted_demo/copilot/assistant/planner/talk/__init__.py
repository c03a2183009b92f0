"""What is asked of things that were talked about, and of those that have to do with them."""
