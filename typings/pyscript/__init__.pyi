from typing import Any

document: Any
window: Any

async def js_import(*urls: str) -> list[Any]: ...
