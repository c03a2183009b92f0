"""The dashboard without its page, under CPython."""
