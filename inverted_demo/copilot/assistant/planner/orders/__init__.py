"""Orders: which tool, with which arguments, or why not."""
