"""The outer frame: loads another page into an iframe or a popup, sets it up, and connects to it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal, cast, get_args

from transom.channel import DEFAULT_LIMITS, Limits
from transom.errors import PageUnreachable, SetupRequired
from transom.handshake import OuterSetup, OuterTransport
from transom.handshake.machine import (
    ANSWER_SECONDS,
    EXTENSIONS,
    FORM_SECONDS,
    Ask,
    Complete,
    Decided,
    Elapsed,
    Form,
    Load,
    Loaded,
    Lost,
    Machine,
    Notice,
    Open,
)
from transom.here import this_page
from transom.link import Link
from transom.origins import OPAQUE, AllowList, check_origin
from transom.permissions import granted, policy
from transom.protocol import SESSION_ID_CHARS, PermissionRequirement, Phase, Stage, StageReached, Visibility
from transom.session import SessionTransport
from transom.traffic import Inspector, Traffic
from transom.windows import Address, FrameSettings, OuterPage, Window

Liberty = Literal["forms", "modals", "popups", "downloads"]
LIBERTIES: tuple[Liberty, ...] = get_args(Liberty)
"""What a page in a frame may do besides running its scripts. The window above is out of its reach in any case."""

PROBE_SECONDS = 2.5
SILENT_SECONDS = 15.0
"""A page that was loaded and has said nothing for so long is not one of ours."""

AskPermissions = Callable[[tuple[PermissionRequirement, ...]], Awaitable[Iterable[str]]]
"""Asks the person, and returns the names of the permissions that they grant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupResult:
    """What an outer frame keeps of a server that was set up."""

    session_id: str
    display_name: str
    visibility: Visibility
    message: str = ""
    """Shown to the person once."""
    decisions: Mapping[str, bool] = field(default_factory=dict[str, bool])
    """The person's answers to the server's requests for permissions."""
    permissions: frozenset[str] = frozenset()
    """Those that its page has while it is connected: give them to `OuterFrame` in later visits."""


class OuterFrame:
    """One place for one page, for its setup and for sessions one after the other. Each loads the page anew."""

    def __init__(
        self,
        url: str,
        container: object = None,
        *,
        popup: bool = False,
        opaque: bool = False,
        title: str = "",
        ask: AskPermissions | None = None,
        decisions: Mapping[str, bool] | None = None,
        permissions: Iterable[str] = (),
        may: Iterable[Liberty] = LIBERTIES,
        visibility: Visibility | None = None,
        limits: Limits = DEFAULT_LIMITS,
        extensions: frozenset[str] = EXTENSIONS,
        answer_seconds: float = ANSWER_SECONDS,
        form_seconds: float = FORM_SECONDS,
        on_stage: Callable[[Stage], None] | None = None,
        on_setup_required: Callable[[SetupRequired], None] | None = None,
        inspector: Inspector | None = None,
        page: OuterPage | None = None,
    ) -> None:
        """`opaque` puts the page into a sandbox without an origin; `ask` is called for the permissions it requests.

        `may` is what the sandbox lets it do: a page that is not trusted needs no dialogs, say.
        """
        self._page = page or this_page("OuterFrame")
        if popup and opaque:
            raise ValueError("A popup always has an origin: choose popup or opaque.")
        self.address: Address = self._page.resolve(url)
        if not opaque:
            check_origin(self.address.origin)
        self._allow = AllowList.opaque() if opaque else AllowList.of(self.address.origin)
        self._container = container
        self._popup = popup
        self._opaque = opaque
        self._title = title or f"Page from {self.address.origin}"
        self._ask = ask
        self.decisions = dict(decisions or {})
        self._permissions = frozenset(permissions)
        self._sandbox = _sandbox(may, opaque)
        self._limits = limits
        self._extensions = extensions
        self._answer_seconds = answer_seconds
        self._form_seconds = form_seconds
        self._on_stage = on_stage
        self._on_setup_required = on_setup_required
        self._inspector = inspector
        self._window: Window | None = None
        self._link: Link | None = None
        self.visible = False
        self.visibility = visibility
        """What the server wants: a required frame is shown when it is connected, a hidden one is not."""
        self.stage: Stage | None = None

    def show(self) -> None:
        self._set_visible(True)

    def hide(self) -> None:
        self._set_visible(False)

    def _set_visible(self, visible: bool) -> None:
        self.visible = visible
        if self._window is not None:
            self._window.show(visible)

    async def setup(self, session_id: str | None = None) -> SetupResult:
        """Set the server up. Raises a `TransomError`, as a rule a `SetupError` or a `HandshakeError`.

        Cancel the call to cancel the setup.
        """
        machine = OuterSetup(
            self._allow,
            _checked(session_id),
            decisions=dict(self.decisions),  # kept when the setup has succeeded
            reloads=not self._popup,
            answer_seconds=self._answer_seconds,
            form_seconds=self._form_seconds,
        )
        was_visible = self.visible
        async with self._linked(machine) as link:
            link.on[Ask] = lambda ask: link.spawn(self._ask_person(link, ask))
            link.on[Load] = lambda load: self._load(link, "setup", load.permissions)
            link.on[Form] = lambda form: self._set_visible(form.visible or self.visible)
            self._load(link, "setup", frozenset())
            link.start()
            try:
                complete = cast(Complete, await link.outcome)
            finally:
                self._set_visible(was_visible)
        needs = machine.asked.requested_permissions if machine.asked else ()
        self.decisions = machine.decisions
        self.visibility = complete.result.transport_visibility
        self._permissions = granted(needs, self.decisions, "transport")
        return SetupResult(
            session_id=machine.session_id,
            display_name=complete.result.display_name,
            visibility=complete.result.transport_visibility,
            message=complete.result.ephemeral_message or "",
            decisions=dict(self.decisions),
            permissions=self._permissions,
        )

    @asynccontextmanager
    async def connect(self, session_id: str | None = None) -> AsyncGenerator[SessionTransport]:
        """Load the page and open a session. Raises a `HandshakeError` or a `SessionEnded`."""
        machine = OuterTransport(
            self._allow,
            _checked(session_id),
            extensions=self._extensions,
            answer_seconds=self._answer_seconds,
        )
        async with self._linked(machine) as link:
            link.on[Notice] = self._notice
            if self.visibility is not None and self.visibility.requirement != "optional":
                self.visible = self.visibility.requirement == "required"
            self._load(link, "transport", self._permissions)
            link.start()
            yield SessionTransport(link, cast(Open, await link.outcome))

    def close(self) -> None:
        """End what is under way, and remove the page."""
        if self._link is not None:
            self._link.cancel()
        self._unload()

    @asynccontextmanager
    async def _linked(self, machine: Machine) -> AsyncGenerator[Link]:
        if self._link is not None:
            raise RuntimeError("This frame is in use. Close its session first, or make another frame.")
        link = self._link = Link(machine, self._limits, self._inspector)
        link.on[StageReached] = self._reach
        try:
            yield link
        finally:
            self._link = None
            try:
                await link.aclose()
            finally:
                self._unload()

    def _load(self, link: Link, phase: Phase, permissions: frozenset[str]) -> None:
        self._unload()
        self.stage = None
        settings = FrameSettings(
            href=self.address.for_phase(phase),
            title=self._title,
            visible=self.visible,
            sandbox=self._sandbox,
            allow=policy(permissions, OPAQUE if self._opaque else self.address.origin),
        )
        # The border listens before the page can speak: its first turn comes after this one.
        window = self._page.open_popup(settings) if self._popup else self._page.load_frame(settings, self._container)
        self._window = window
        link.use(window.border(link))
        if window.has_load_events:
            link.on[Loaded] = lambda _: link.spawn(self._expect_sign(link))
        else:
            link.spawn(self._expect_sign(link))

    def _unload(self) -> None:
        window, self._window = self._window, None
        if window is not None:
            window.close()

    async def _expect_sign(self, link: Link) -> None:
        """A page that can't be loaded looks like any other to its outer frame: it says nothing."""
        await asyncio.sleep(PROBE_SECONDS)
        if link.heard:
            return
        if not await self._page.is_reachable(self.address.href) and not link.heard:
            link.feed(Lost(PageUnreachable(self.address.href)))
            return
        silent = min(SILENT_SECONDS, self._answer_seconds)
        await asyncio.sleep(silent - PROBE_SECONDS)
        if not link.heard:
            link.feed(Elapsed("answer", silent))

    async def _ask_person(self, link: Link, ask: Ask) -> None:
        answer = await self._ask(ask.permissions) if self._ask is not None else ()
        link.feed(Decided(frozenset(answer)))

    def _reach(self, reached: StageReached) -> None:
        self.stage = reached.stage
        assert self._link is not None
        if self._inspector is not None:
            self._link.call(self._inspector, Traffic(kind="stage", text=reached.stage))
        if self._on_stage is not None:
            self._link.call(self._on_stage, reached.stage)

    def _notice(self, notice: Notice) -> None:
        if self._on_setup_required is not None and self._link is not None:
            self._link.call(self._on_setup_required, cast(SetupRequired, notice.error))


def _sandbox(may: Iterable[Liberty], opaque: bool) -> str:
    liberties = frozenset(may)
    if unknown := sorted(liberties.difference(LIBERTIES)):
        raise ValueError(f"A page in a frame can't be given {', '.join(unknown)}: `may` takes {', '.join(LIBERTIES)}.")
    allowed = ["scripts", *(() if opaque else ("same-origin",)), *(one for one in LIBERTIES if one in liberties)]
    return " ".join(f"allow-{one}" for one in allowed)


def _checked(session_id: str | None) -> str:
    if session_id is None:
        return new_session_id()
    if not 0 < len(session_id) <= SESSION_ID_CHARS:
        raise ValueError(f"A session id has up to {SESSION_ID_CHARS} characters. Keep the one that the setup gave.")
    return session_id


def new_session_id() -> str:
    return secrets.token_urlsafe(16)
