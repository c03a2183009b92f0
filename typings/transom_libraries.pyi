from typing import Any

async def load(name: str) -> Any:
    """A library of `runtime/dist/…/lib`, as a JavaScript module."""

def address(name: str) -> str:
    """Where it is, for a worker that loads it."""
