"""Servers made for the tests of the host: each module has `new_server`, for CPython, and `start`, for a page."""
