from typing import Any

async def load(name: str) -> Any:
    """A library of `runtime/dist/…/lib`, as a JavaScript module."""
