"""Origins and the lists of those that are allowed: compared exactly, and frozen."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

logger = logging.getLogger(__name__)

OPAQUE = "null"
"""How a browser writes the origin of a sandboxed page."""

ANY = "*"

_DEFAULT_PORTS = {"http": 80, "https": 443}
_HOST = r"(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)"
_ORIGIN = re.compile(rf"(?P<scheme>https?)://(?P<host>{_HOST})(?::(?P<port>[1-9][0-9]{{0,4}}))?", re.ASCII)


def check_origin(text: str) -> str:
    """`text`, if it is an origin as browsers write it; otherwise a `ValueError` says what is wrong."""
    match = _ORIGIN.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is not an origin. {_advice(text)}")
    port = int(match["port"] or 0)
    if port > 65535 or port == _DEFAULT_PORTS[match["scheme"]]:
        raise ValueError(f"{text!r} is not an origin as browsers write it: leave out the port.")
    return text


def _advice(text: str) -> str:
    if text == OPAQUE:
        return "A page without an origin can't be told from any other; give it one."
    try:
        parts = urlsplit(text.strip())
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return "Write it as https://app.example or http://localhost:8000."
    if parts.scheme in _DEFAULT_PORTS and re.fullmatch(_HOST, host, re.ASCII):
        suffix = "" if port in (None, _DEFAULT_PORTS[parts.scheme]) else f":{port}"
        return f"Did you mean {f'{parts.scheme}://{host}{suffix}'!r}?"
    if host and not host.isascii():
        return "Write an international name in its ASCII form (xn--…)."
    return "Write it as https://app.example or http://localhost:8000."


@dataclass(frozen=True, slots=True)
class AllowList:
    """The origins that a page talks to. Made with `AllowList.of`."""

    origins: frozenset[str]
    any_origin: bool = False

    @classmethod
    def of(cls, allow: str | Iterable[str], *, any_origin: bool = False) -> AllowList:
        """A frozen copy of `allow`, each entry checked. `"*"` needs `any_origin=True` besides."""
        entries = frozenset([allow] if isinstance(allow, str) else allow)
        if ANY in entries:
            if not any_origin:
                raise ValueError(
                    'allow="*" lets every page use this one. If that is meant, say any_origin=True as well.'
                )
            if len(entries) > 1:
                raise ValueError(f'allow has "*" and other origins: {sorted(entries)}. Give one or the other.')
            logger.warning("Every origin is allowed to connect to this page.")
            return cls(frozenset(), any_origin=True)
        if any_origin:
            raise ValueError('any_origin=True goes with allow="*".')
        if not entries:
            raise ValueError("allow is empty: no page could connect. List the origins of the pages that may.")
        return cls(frozenset(check_origin(entry) for entry in entries))

    @classmethod
    def opaque(cls) -> AllowList:
        """The list for a frame that was declared to have no origin."""
        return cls(frozenset([OPAQUE]))

    def allows(self, origin: str) -> bool:
        return origin in self.origins or (self.any_origin and origin != OPAQUE)

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self.origins) or [ANY])

    def __str__(self) -> str:
        return ", ".join(sorted(self.origins)) or "any origin"
