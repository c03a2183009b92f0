"""One request to an endpoint, and what its answers of every kind come to for the person."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol
from urllib.parse import urlsplit

from assistant.completion import said
from assistant.model import ModelError

MAX_BODY_BYTES = 2_000_000
"""Of an answer that is not a stream."""


class Response(Protocol):
    """An answer whose head has come."""

    @property
    def status(self) -> int: ...
    def header(self, name: str) -> str:
        """Empty where there is none, or where the endpoint does not let this page see it."""
        ...

    def chunks(self) -> AsyncIterator[bytes]:
        """The body. Raises `OSError` where the connection breaks."""
        ...


Post = Callable[[str, Mapping[str, str], str], AbstractAsyncContextManager[Response]]
"""POST a body to an address. Entering raises `OSError` where no answer comes; leaving closes the request."""


class Refusal(Exception):
    """An answer with a status of its own, and what it says."""

    def __init__(self, status: int, text: str, retry_after: str = "") -> None:
        super().__init__(text)
        self.status = status
        self.text = text
        self.retry_after = retry_after

    def objects_to(self, *words: str) -> bool:
        """Whether the endpoint speaks of something that is called by one of these words."""
        return self.status in (400, 404, 405, 415, 422, 501) and any(word in self.text.lower() for word in words)

    def quoted(self) -> str:
        says = re.sub(r"[\s*_`<>\[\]]+", " ", said(_json(self.text)))[:120].strip()
        return f" (it says: “{says}”)" if says else ""

    def error(self) -> ModelError:
        says = said(_json(self.text))
        return ModelError(f"{self._advice()} It says: “{says}”" if says else self._advice())

    def _advice(self) -> str:
        match self.status:
            case 401 | 403:
                return "The endpoint refused the key. Check it in the settings."
            case 404:
                return "The endpoint has no such address or no such model. Check both in the settings."
            case 408 | 504:
                return "The endpoint took too long. Try again, or ask for less."
            case 413:
                return "The conversation is too long for the endpoint. Begin a new one."
            case 429:
                return f"The endpoint has had enough requests for now. {self._when()} If it stays so, check your quota."
            case status if status >= 500:
                return f"The endpoint failed (status {status}). Try again in a while."
            case status:
                return f"The endpoint refused the request (status {status}). Check the settings."

    def _when(self) -> str:
        if re.fullmatch(r"[0-9]{1,6}", self.retry_after):
            return f"Try again in {self.retry_after} seconds."
        return f"Try again after {self.retry_after[:40]}." if self.retry_after else "Try again in a while."


def unreachable(url: str) -> ModelError:
    return ModelError(
        f"{origin_of(url)} can't be reached from this page. Check the address and whether it runs; it must also allow "
        "this page's origin (CORS), and must not send on to another address."
    )


def broken_off(url: str) -> ModelError:
    return ModelError(f"The connection to {origin_of(url)} broke off in the middle of the answer. Try again.")


def unanswered(url: str) -> ModelError:
    return ModelError(
        f"{origin_of(url)} was asked, and has not begun to answer for too long. Check there whether it works and has "
        "its model loaded, then ask again; or choose another model."
    )


def late() -> ModelError:
    return ModelError("Nothing more came from the endpoint for too long. Try again, or ask for less.")


def no_completion() -> ModelError:
    return ModelError("The endpoint answered, but not with a chat completion. Check that the address is its API's.")


def is_endpoint(url: str) -> bool:
    try:
        parts = urlsplit(url.strip())
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def completions_url(url: str) -> str:
    base = url.strip().rstrip("/")
    return base if base.endswith("/chat/completions") else f"{base}/chat/completions"


def origin_of(url: str) -> str:
    """Empty for what is no address. A key is for one origin."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme, 0)
    except ValueError:
        return ""
    return f"{parts.scheme}://{(parts.hostname or '').lower()}:{port}" if parts.hostname else ""


async def body_of(chunks: AsyncIterator[bytes]) -> str:
    """All of it. What is too long for an answer is not read to its end."""
    body = b""
    async for chunk in chunks:
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            raise no_completion()
    return body.decode("utf-8", "replace")


def json_of(text: str) -> Any:
    """Raises `ModelError`."""
    if (body := _json(text)) is None:
        raise no_completion()
    return body


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
