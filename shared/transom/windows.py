"""What the library asks of a browser, as small protocols; `browser` has them for a real one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from transom.border_wire import Border
from transom.link import Link
from transom.protocol import Phase

SessionState = Literal["alone", "waiting", "setup", "connected", "ended"]


@dataclass(frozen=True, slots=True)
class Address:
    """A page's URL, without the flag of a phase, and its origin."""

    href: str
    origin: str

    def for_phase(self, phase: Phase) -> str:
        """The URL to load. Flags that are there already stay."""
        base, _, flags = self.href.partition("#")
        kept = [flag for flag in flags.split("&") if flag]
        return base + "#" + "&".join([*kept, "setup"]) if phase == "setup" else self.href

    @classmethod
    def of(cls, href: str, origin: str) -> Address:
        base, _, flags = href.partition("#")
        kept = "&".join(flag for flag in flags.split("&") if flag and flag != "setup")
        return cls(f"{base}#{kept}" if kept else base, origin)


def phase_of(fragment: str) -> Phase:
    """The phase that a URL's fragment names: a list of flags, of which `setup` is one."""
    return "setup" if "setup" in fragment.removeprefix("#").split("&") else "transport"


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameSettings:
    """How a page is loaded. All of it is set before the page is."""

    href: str
    title: str
    visible: bool
    sandbox: str
    allow: str


class Window(Protocol):
    """A window that this page has opened: an iframe or a popup."""

    has_load_events: bool

    def border(self, link: Link) -> Border: ...
    def show(self, visible: bool) -> None: ...
    def close(self) -> None: ...


class TextStore(Protocol):
    """Texts by key, as `localStorage` keeps them."""

    def get(self, key: str) -> str | None: ...
    def set(self, key: str, value: str) -> None: ...
    def delete(self, key: str) -> None: ...
    def names(self) -> Iterator[str]: ...


class OuterPage(Protocol):
    """A page that opens others."""

    def resolve(self, url: str) -> Address: ...
    def load_frame(self, settings: FrameSettings, container: object) -> Window: ...
    def open_popup(self, settings: FrameSettings) -> Window: ...
    async def is_reachable(self, href: str) -> bool: ...


class InnerPage(Protocol):
    """A page that others have opened."""

    def fragment(self) -> str: ...
    def border_above(self, link: Link) -> Border | None:
        """The border to the parent or the opener; `None` in a page that nobody opened."""
        ...

    def store(self) -> TextStore: ...
    def announce(self, state: SessionState, message: str = "") -> None: ...
