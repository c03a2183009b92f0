"""What Transom uses of the browser, for the type checker. Extended as `transom/browser.py` grows."""

from typing import Any

def __getattr__(name: str) -> Any: ...
