"""The inner page: answers the page that has loaded it, as a server or as a client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from mcp.server import MCPServer, Server

from transom.channel import DEFAULT_LIMITS, Limits
from transom.errors import NobodyAbove, SetupError, SetupFailed, SetupRequired, TransomError
from transom.handshake import InnerSetup, InnerTransport
from transom.handshake.machine import ANSWER_SECONDS, EXTENSIONS, Finished, Form, Machine, NeedsSetup, Open
from transom.here import this_page
from transom.link import Link
from transom.origins import AllowList
from transom.protocol import PERMISSIONS, PermissionRequirement, Problem, SetupComplete, Visibility
from transom.session import SessionTransport
from transom.storage import SessionStorage, is_set_up, mark_set_up
from transom.traffic import Inspector
from transom.windows import InnerPage, TextStore, phase_of

HIDDEN = Visibility(requirement="hidden")
SetupReason = Literal["AUTH_EXPIRED", "CONFIG_CHANGED", "PERMISSIONS_CHANGED", "OTHER"]


@dataclass(frozen=True, slots=True)
class PageSession:
    """What a page knows of its session, in both phases."""

    session_id: str
    origin: str
    storage: SessionStorage
    granted: tuple[str, ...] = ()
    """In the setup phase: the permissions that the person has granted."""
    _link: Link | None = None

    def require_setup(
        self, message: str, reason: SetupReason = "CONFIG_CHANGED", *, can_continue: bool = False
    ) -> None:
        """Tell the host that this server has to be set up again. Unless it can go on, the session ends."""
        if self._link is None:
            raise SetupError("This is the setup.")
        self._link.feed(NeedsSetup(reason, message, can_continue))


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupDone:
    """What a setup coroutine may return, to say more than that it is done."""

    display_name: str = ""
    message: str = ""
    """Shown to the person once, by the host."""
    visibility: Visibility | None = None


SetUp = Callable[[PageSession], Awaitable[SetupDone | None]]

_current: ContextVar[PageSession] = ContextVar("transom_session")


def current_session() -> PageSession:
    """The session that a tool, a resource or a prompt is called in."""
    try:
        return _current.get()
    except LookupError:
        raise TransomError("There is no session here: it is known to what a client calls.") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class InnerOptions:
    """How a page presents itself."""

    name: str = ""
    setup: SetUp | None = None
    shows_setup: bool = True
    """Whether the setup has something to show."""
    visibility: Visibility = HIDDEN
    permissions: tuple[PermissionRequirement, ...] = ()
    limits: Limits = DEFAULT_LIMITS
    extensions: frozenset[str] = EXTENSIONS
    answer_seconds: float = ANSWER_SECONDS
    inspector: Inspector | None = None

    def __post_init__(self) -> None:
        if len(self.permissions) > PERMISSIONS:
            raise ValueError(f"A page may ask for {PERMISSIONS} permissions at most.")


async def serve(
    server: MCPServer[Any] | Server[Any],
    *,
    allow: str | Iterable[str] = (),
    any_origin: bool = False,
    over: SessionTransport | None = None,
    setup: SetUp | None = None,
    visibility: Literal["required", "optional", "hidden"] = "hidden",
    description: str | None = None,
    options: InnerOptions | None = None,
    page: InnerPage | None = None,
) -> TransomError | None:
    """Serve until the session ends, and return why it did.

    In an inner page, `allow` lists the origins of the pages that may use it, and `setup` is run once, when it is added
    to a host. In an outer one, `over` is the session with the inner page.
    """
    if over is not None:
        if allow or setup or options:
            raise ValueError(
                "With `over`, the other page is the inner one: `allow`, `setup` and `options` are its own."
            )
        await over.serve(server)
        return over.error
    shown = Visibility(requirement=visibility, description=description)
    if options is not None and shown != HIDDEN:
        raise ValueError("With `options`, the visibility is named there.")
    given = options or InnerOptions(visibility=shown, shows_setup=setup is not None)
    chosen = replace(given, name=given.name or server.name, setup=setup or given.setup)
    page = page or this_page("serve")
    try:
        async with connect_out(allow, any_origin=any_origin, options=chosen, page=page) as transport:
            await transport.serve(server)
            return transport.error
    except NobodyAbove as error:
        return error
    except SetupRequired as error:
        return error


@asynccontextmanager
async def connect_out(
    allow: str | Iterable[str],
    *,
    any_origin: bool = False,
    options: InnerOptions | None = None,
    page: InnerPage | None = None,
) -> AsyncGenerator[SessionTransport]:
    """A session with the page above, for `Client(transport)` or `serve(server, over=transport)`.

    In the setup phase there is no session: the setup is run, and the body never.
    """
    options = options or InnerOptions()
    page = page or this_page("connect_out")
    allowed = AllowList.of(allow, any_origin=any_origin)
    if phase_of(page.fragment()) == "setup":
        await _set_up(allowed, options, page)
        await asyncio.get_running_loop().create_future()  # until the outer frame removes this page
    store = page.store()
    machine = InnerTransport(
        allowed,
        knows=lambda session_id: options.setup is None or is_set_up(store, session_id),
        extensions=options.extensions,
        answer_seconds=options.answer_seconds,
    )
    async with _linked(machine, options, page) as link:
        opened = cast(Open, await link.outcome)
        token = _current.set(
            PageSession(opened.session_id, opened.origin, SessionStorage(store, opened.session_id), (), link)
        )
        page.announce("connected")
        try:
            yield SessionTransport(link, opened)
        finally:
            _current.reset(token)


async def _set_up(allow: AllowList, options: InnerOptions, page: InnerPage) -> None:
    """Run the setup phase. Raises what ends it without success."""
    machine = InnerSetup(
        allow,
        visible=options.shows_setup,
        permissions=options.permissions,
        answer_seconds=options.answer_seconds,
    )
    store = page.store()
    async with _linked(machine, options, page) as link:

        async def run(form: Form) -> None:
            page.announce("setup")
            assert machine.origin is not None
            storage = SessionStorage(store, form.session_id)
            session = PageSession(form.session_id, machine.origin, storage, form.granted)
            link.feed(Finished(await _run_setup(options, session, store)))

        link.on[Form] = lambda form: link.spawn(run(form))
        await link.outcome


async def _run_setup(options: InnerOptions, session: PageSession, store: TextStore) -> SetupComplete:
    try:
        if options.setup is None:
            session.storage.clear()  # a person who sets it up again begins anew
        done = (await options.setup(session) if options.setup is not None else None) or SetupDone()
        complete = SetupComplete(
            status="success",
            display_name=(done.display_name or options.name)[:200],
            ephemeral_message=done.message[:2000] or None,
            transport_visibility=done.visibility or options.visibility,
        )
        mark_set_up(store, session.session_id)
    except SetupError as error:
        code = error.reason if isinstance(error, SetupFailed) else error.code
        return SetupComplete(status="error", error=Problem(code=code, message=str(error)[:2000]))
    except Exception as error:  # the host has to hear of it, whatever it is
        message = f"The server's setup stopped with an error: {error}"
        asyncio.get_running_loop().call_exception_handler({"message": message, "exception": error})
        return SetupComplete(status="error", error=Problem(code="CONFIG_ERROR", message=message[:2000]))
    return complete


@asynccontextmanager
async def _linked(machine: Machine, options: InnerOptions, page: InnerPage) -> AsyncGenerator[Link]:
    link = Link(machine, options.limits, options.inspector)
    border = page.border_above(link)
    if border is None:
        page.announce("alone")
        raise NobodyAbove
    link.use(border)
    page.announce("waiting")
    link.start()
    try:
        yield link
    finally:
        await link.aclose()
        failed = link.outcome.done() and not link.outcome.cancelled() and link.outcome.exception() is not None
        if failed or isinstance(machine, InnerTransport):
            page.announce("ended", str(link.ended.result()))
