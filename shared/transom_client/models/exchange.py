"""One request to an endpoint: the address, for whom a key is, and the body that comes back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Protocol
from urllib.parse import urlsplit

from .refusals import no_completion

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
