"""Models as the browser reaches them: an endpoint by `fetch`, or its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyscript import window
from pyscript.ffi import to_js

from ..state.chat import Turn
from ..state.endpoint import Reply
from ..state.models import Prompt


async def fetch(url: str, headers: Mapping[str, str], body: str) -> Reply:
    """POST something; a task that is cancelled ends the request."""
    abort = window.AbortController.new()
    options = {"method": "POST", "headers": dict(headers), "body": body, "credentials": "omit", "signal": abort.signal}
    try:
        response = await window.fetch(url, to_js(options))
        return Reply(response.status, await response.text())
    except Exception as error:  # the browser's TypeError, as a JsException
        raise OSError(str(error)) from error
    finally:
        abort.abort()


def browser_prompt() -> Prompt | None:
    """How to ask the browser's own model, where it has one."""
    return _prompt if getattr(window, "LanguageModel", None) else None


async def _prompt(messages: list[Turn]) -> str:
    abort = window.AbortController.new()
    session: Any = None
    try:
        options = {"initialPrompts": messages[:-1], "signal": abort.signal}
        session = await window.LanguageModel.create(to_js(options))
        return str(await session.prompt(to_js(messages[-1:])))
    except Exception as error:  # a DOMException, as a JsException
        raise OSError(str(error)) from error
    finally:
        abort.abort()
        if session:
            session.destroy()
