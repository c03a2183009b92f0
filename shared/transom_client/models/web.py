"""Models as a page reaches them: an endpoint by `fetch`, and the browser's `LanguageModel`."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

from pyodide.ffi import JsException
from pyscript import window
from pyscript.ffi import create_proxy, to_js

from .browser import Availability, LanguageModel
from .model import Message, Progress

ENGLISH = [{"type": "text", "languages": ["en"]}]
LANGUAGES: dict[str, object] = {"expectedInputs": ENGLISH, "expectedOutputs": ENGLISH}


class WebResponse:
    """A `Response` whose body has not been read."""

    def __init__(self, response: Any) -> None:
        self._response = response
        self.status = int(response.status)

    def header(self, name: str) -> str:
        return self._response.headers.get(name) or ""

    async def chunks(self) -> AsyncGenerator[bytes]:
        if not self._response.body:
            return
        async for piece in _pieces(self._response.body):
            yield piece.to_bytes()


@asynccontextmanager
async def post(url: str, headers: Mapping[str, str], body: str) -> AsyncGenerator[WebResponse]:
    """POST something to that address and to no other: what it sends on to would get the key as well."""
    abort = window.AbortController.new()
    options = {"method": "POST", "headers": dict(headers), "body": body, "signal": abort.signal}
    careful = {"credentials": "omit", "redirect": "error", "referrerPolicy": "no-referrer", "cache": "no-store"}
    try:
        yield WebResponse(await _fetched(url, to_js({**options, **careful})))
    finally:
        abort.abort()


async def _fetched(url: str, options: Any) -> Any:
    try:
        return await window.fetch(url, options)
    except JsException as error:
        raise OSError(str(error)) from error


async def _pieces(stream: Any) -> AsyncGenerator[Any]:
    """What comes out of a `ReadableStream`. Raises `OSError` where it breaks."""
    reader = stream.getReader()
    while True:
        try:
            piece = await reader.read()
        except JsException as error:
            raise OSError(str(error)) from error
        if piece.done:
            return
        yield piece.value


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
        async for word in _pieces(stream):
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


def language_model() -> LanguageModel | None:
    """The browser's own model, where it has one."""
    return WebLanguageModel() if getattr(window, "LanguageModel", None) else None
