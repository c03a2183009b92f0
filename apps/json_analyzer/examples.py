"""The example, a document and an older edition of it, from beside the page."""

from __future__ import annotations

from typing import Any

from js import File
from pyodide.ffi import JsException, to_js
from pyscript import window  # type: ignore[reportAttributeAccessIssue]

from library import Which
from text import NotJson

NAMES: dict[Which, str] = {"first": "example.json", "second": "example-before.json"}


async def example_file(which: Which) -> Any:
    """As a `File` of the browser. Raises `NotJson`."""
    name = NAMES[which]
    try:
        response = await window.fetch(f"./{name}")
    except JsException as error:
        raise NotJson("The example can't be loaded: nothing answers where this page is from. Try again.") from error
    if not response.ok:
        raise NotJson(f"The example can't be loaded: the server answered {response.status}. Choose a file of yours.")
    return File.new(to_js([await response.blob()]), name)
