"""What a server's lists and details say: kinds of things, their fields, and which thing has to do with which."""
