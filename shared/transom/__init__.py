"""MCP for browser frames."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("transom")
except PackageNotFoundError:
    __version__ = "0+unknown"
