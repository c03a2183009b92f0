"""Arguments for the tools, from words."""
