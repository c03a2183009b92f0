"""The browser's `LanguageModel`, where it has one."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

from pyodide.ffi import JsException
from pyscript import window
from pyscript.ffi import create_proxy, to_js

from assistant.browser_model import Availability, Browser, Message, Progress
from assistant.views.web import pieces

ENGLISH = [{"type": "text", "languages": ["en"]}]
LANGUAGES: dict[str, object] = {"expectedInputs": ENGLISH, "expectedOutputs": ENGLISH}


class WebTalk:
    def __init__(self, session: Any, signal: Any) -> None:
        self._session = session
        self._signal = signal

    async def prompt(self, text: str, form: dict[str, Any] | None = None) -> AsyncGenerator[str]:
        options = {"signal": self._signal, **({"responseConstraint": form} if form else {})}
        try:
            stream = self._session.promptStreaming(text, to_js(options))
        except JsException as error:
            raise OSError(str(error)) from error
        async for word in pieces(stream):
            yield str(word)


class WebLanguageModel:
    async def availability(self) -> Availability:
        try:
            found = str(await window.LanguageModel.availability(to_js(LANGUAGES)))
        except JsException:  # a page that may not use it is told so by an error
            return "unavailable"
        known = ("available", "downloadable", "downloading")
        return cast(Availability, found) if found in known else "unavailable"

    @asynccontextmanager
    async def talk(self, messages: Sequence[Message], progress: Progress | None = None) -> AsyncGenerator[WebTalk]:
        abort = window.AbortController.new()
        options = {**LANGUAGES, "initialPrompts": list(messages), "signal": abort.signal}
        session: Any = None
        try:
            session = await _created(options, progress)
            yield WebTalk(session, abort.signal)
        finally:
            abort.abort()
            if session:
                session.destroy()


async def _created(options: dict[str, Any], progress: Progress | None) -> Any:
    heard = create_proxy(_hearing(progress or (lambda part: None)))
    monitor = create_proxy(lambda watched: watched.addEventListener("downloadprogress", heard))
    try:
        return await window.LanguageModel.create(to_js({**options, "monitor": monitor}))
    except JsException as error:
        raise OSError(str(error)) from error
    finally:
        monitor.destroy()
        heard.destroy()


def _hearing(progress: Progress) -> Callable[[Any], None]:
    return lambda event: progress(float(event.loaded))


def browser_model() -> Browser | None:
    """How to ask the browser's own model, where it has one."""
    return WebLanguageModel() if getattr(window, "LanguageModel", None) else None
