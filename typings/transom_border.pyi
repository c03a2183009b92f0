"""border.js, as the page's runtime registers it."""

from typing import Any

def __getattr__(name: str) -> Any: ...
