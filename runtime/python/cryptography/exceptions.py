"""The one exception that `mcp` catches."""


class InvalidTag(Exception):
    """What was sealed has been changed, or was sealed with another key."""
