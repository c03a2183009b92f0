"""Setting a server up, over both sides at once: the form, the permissions, and every way out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import pytest
from mcp.server import MCPServer
from transom.errors import (
    ClosedHere,
    NoAnswer,
    PageUnreachable,
    PermissionsDenied,
    SetupCancelled,
    SetupError,
    SetupFailed,
    SetupRequired,
    SetupTimedOut,
    SpeaksOtherwise,
    TransomError,
)
from transom.inner import HIDDEN, InnerOptions, PageSession, SetupDone, current_session, serve
from transom.outer import OuterFrame
from transom.protocol import PermissionRequirement

from tests.unit.transom.peers import need
from tests.unit.transom.world import HOST, PAGE, FakePage, Script, World

SetUp = Callable[[PageSession], Awaitable[SetupDone | None]]


def app(setup: SetUp | None = None, *, shows: bool = True, needs: Iterable[PermissionRequirement] = ()) -> Script:
    async def script(page: FakePage) -> object:
        server = MCPServer("App")

        @server.tool()
        async def key() -> str:
            return str(current_session().storage["key"])

        options = InnerOptions(name="App", setup=setup, shows_setup=shows, permissions=tuple(needs))
        return await serve(server, allow=HOST, options=options, page=page)

    return script


async def never(session: PageSession) -> None:
    await asyncio.get_running_loop().create_future()


async def keep_key(session: PageSession) -> SetupDone:
    session.storage["key"] = f"key of {session.session_id}"
    return SetupDone(display_name="The App", message="Welcome")


def frame_for(world: World, url: str, **options: Any) -> OuterFrame:
    return OuterFrame(url, page=world.host, **options)


async def test_a_server_without_a_form_is_set_up_unseen() -> None:
    async with World() as world:
        frame = frame_for(world, world.site(app(shows=False)))
        setting_up = asyncio.ensure_future(frame.setup("s"))
        await asyncio.sleep(0)
        assert not world.host.borders[0].peer.visible
        result = await setting_up
        assert (result.session_id, result.display_name, result.visibility) == ("s", "App", HIDDEN)
        assert world.inner.fragment() == "#setup"


async def test_a_form_is_shown_while_it_is_filled_in() -> None:
    filled = asyncio.Event()

    async def form(session: PageSession) -> None:
        assert (session.session_id, session.origin) == ("s", HOST)
        await filled.wait()

    async with World() as world:
        frame = frame_for(world, world.site(app(form)))
        setting_up = asyncio.ensure_future(frame.setup("s"))
        await asyncio.sleep(1)
        assert frame.visible
        assert world.inner.place.visible
        assert [state for state, _ in world.inner.states] == ["waiting", "setup"]
        filled.set()
        await setting_up
        assert not frame.visible


async def test_what_a_setup_stores_is_there_in_its_session_alone() -> None:
    async with World() as world:
        frame = frame_for(world, world.site(app(keep_key)))
        one, other = await frame.setup(), await frame.setup()
        assert (one.display_name, one.message) == ("The App", "Welcome")
        assert one.session_id != other.session_id
        from mcp import Client

        for result in (other, one):
            async with frame.connect(result.session_id) as transport, Client(transport) as client:
                answer = await client.call_tool("key", {})
                assert answer.structured_content == {"result": f"key of {result.session_id}"}


async def test_a_server_without_a_setup_of_its_own_begins_anew_when_it_is_set_up_again() -> None:
    from mcp import Client

    def server() -> Script:
        async def script(page: FakePage) -> object:
            mcp = MCPServer("App")

            @mcp.tool()
            async def visit() -> int:
                storage = current_session().storage
                storage["visits"] = storage.get("visits", 0) + 1
                return storage["visits"]

            return await serve(mcp, allow=HOST, page=page)

        return script

    async with World() as world:
        frame = frame_for(world, world.site(server()))

        async def visits() -> Any:
            async with frame.connect("s") as transport, Client(transport) as client:
                return (await client.call_tool("visit", {})).structured_content

        await frame.setup("s")
        assert [await visits(), await visits()] == [{"result": 1}, {"result": 2}]
        await frame.setup("s")
        assert await visits() == {"result": 1}


async def test_a_visibility_beside_options_is_not_dropped_without_a_word() -> None:
    with pytest.raises(ValueError, match="named there"):
        await serve(MCPServer("App"), allow=HOST, visibility="required", options=InnerOptions())


@pytest.mark.parametrize("denied", [False, True], ids=["another session", "storage denied"])
async def test_a_session_that_was_never_set_up_is_sent_back(denied: bool) -> None:
    async with World() as world:
        world.denies_storage = denied
        frame = frame_for(world, world.site(app(keep_key)))
        result = await frame.setup()
        with pytest.raises(SetupRequired) as caught:
            async with frame.connect(result.session_id if denied else None):
                pytest.fail("It is open.")
        assert caught.value.reason == "CONFIG_CHANGED"


async def test_a_setup_that_failed_does_not_count() -> None:
    async def fail(session: PageSession) -> None:
        session.storage["key"] = "half"
        raise SetupFailed("AUTH_FAILED", "Wrong password.")

    async with World() as world:
        frame = frame_for(world, world.site(app(fail)))
        with pytest.raises(SetupFailed, match="Wrong password") as caught:
            await frame.setup("s")
        assert caught.value.reason == "AUTH_FAILED"
        with pytest.raises(SetupRequired):
            async with frame.connect("s"):
                pytest.fail("It is open.")
        for page in world.pages:
            page.may_fail = True


@pytest.mark.parametrize(
    ("raised", "expected", "reason"),
    [
        (SetupCancelled(), SetupCancelled, None),
        (SetupFailed("TIMEOUT", "Too late."), SetupFailed, "TIMEOUT"),
        (SetupError("Wrong settings."), SetupFailed, "CONFIG_ERROR"),
        (LookupError("a bug"), SetupFailed, "CONFIG_ERROR"),
        (OSError("full " * 1000), SetupFailed, "CONFIG_ERROR"),
    ],
    ids=["cancelled", "timeout", "settings", "bug", "long"],
)
async def test_an_error_of_the_form_reaches_the_host(
    raised: Exception, expected: type[TransomError], reason: str | None
) -> None:
    async def fail(session: PageSession) -> None:
        raise raised

    reported: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: reported.append(context))
    async with World() as world:
        frame = frame_for(world, world.site(app(fail)))
        with pytest.raises(expected) as caught:
            await frame.setup()
        assert getattr(caught.value, "reason", None) == reason
        for page in world.pages:
            page.may_fail = True
    assert [context["exception"] for context in reported] == ([] if isinstance(raised, SetupError) else [raised])


@pytest.mark.parametrize("done", [SetupDone(display_name=5), SetupDone(visibility="shown"), "done"], ids=repr)  # type: ignore[reportArgumentType]
async def test_a_setup_that_returns_something_else_is_an_error_that_the_host_hears_of(done: Any) -> None:
    async def form(session: PageSession) -> Any:
        return done

    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    async with World() as world:
        frame = frame_for(world, world.site(app(form)))
        with pytest.raises(SetupFailed, match="stopped with an error"):
            await frame.setup("s")
        with pytest.raises(SetupRequired):
            async with frame.connect("s"):
                pytest.fail("It is open.")
        for page in world.pages:
            page.may_fail = True


async def test_a_setup_can_not_ask_for_another_one() -> None:
    async def form(session: PageSession) -> None:
        session.require_setup("Again.")

    async with World() as world:
        with pytest.raises(SetupFailed, match="This is the setup"):
            await frame_for(world, world.site(app(form))).setup()
        world.inner.may_fail = True


async def test_a_browser_that_stores_nothing_more_is_an_error_that_the_host_hears_of() -> None:
    async def fill(session: PageSession) -> None:
        def refuse(key: str, value: str) -> None:
            raise OSError("The browser's storage took no more.")

        world.stores[PAGE].set = refuse  # type: ignore[method-assign]

    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    async with World() as world:
        frame = frame_for(world, world.site(app(fill)))
        with pytest.raises(SetupFailed, match="took no more"):
            await frame.setup()
        world.inner.may_fail = True


@pytest.mark.parametrize("seconds", [0, 0.01, 0.3, 5])
async def test_cancelling_the_setup_ends_it_on_both_sides(seconds: float) -> None:
    async with World() as world:
        frame = frame_for(world, world.site(app(never)))
        setting_up = asyncio.ensure_future(frame.setup())
        await asyncio.sleep(seconds)
        setting_up.cancel()
        with pytest.raises(asyncio.CancelledError):
            await setting_up
        assert (await asyncio.wait_for(_works(frame, world), 10)).display_name == "App"


async def _works(frame: OuterFrame, world: World) -> Any:
    world.site(app(shows=False))
    return await frame.setup()


async def test_closing_the_frame_cancels_the_setup() -> None:
    async with World() as world:
        frame = frame_for(world, world.site(app(never)))
        setting_up = asyncio.ensure_future(frame.setup())
        await asyncio.sleep(1)
        frame.close()
        with pytest.raises((SetupCancelled, ClosedHere)):
            await setting_up


async def test_a_form_that_is_never_finished_times_out() -> None:
    async with World() as world:
        frame = frame_for(world, world.site(app(never)), form_seconds=60)
        with pytest.raises(SetupTimedOut):
            await frame.setup()
        assert 60 <= world.loop.time() < 65


async def silent(page: FakePage) -> None: ...


async def chatting(page: FakePage) -> None:
    page.say({"hello": "world"})


@pytest.mark.parametrize(
    ("script", "error"), [(silent, NoAnswer), (chatting, SpeaksOtherwise), (None, PageUnreachable)]
)
async def test_a_page_that_does_not_take_part_is_given_up(script: Script | None, error: type[TransomError]) -> None:
    async with World() as world:
        url = world.site(script) if script else f"{PAGE}/nowhere"
        with pytest.raises(error):
            await frame_for(world, url).setup()


async def test_a_frame_that_is_removed_during_the_setup_ends_it() -> None:
    async with World() as world:
        setting_up = asyncio.ensure_future(frame_for(world, world.site(app(never))).setup())
        await asyncio.sleep(1)
        world.inner.place.remove()
        with pytest.raises(SetupCancelled, match="was closed"):
            await setting_up


async def test_a_page_that_is_reloaded_during_the_setup_starts_its_form_again() -> None:
    forms: list[str] = []

    async def form(session: PageSession) -> None:
        forms.append(session.session_id)
        if len(forms) < 3:
            await never(session)

    async with World() as world:
        setting_up = asyncio.ensure_future(frame_for(world, world.site(app(form))).setup("s"))
        for _ in range(2):
            await asyncio.sleep(1)
            world.inner.place.navigate(world.inner.href)
        assert (await setting_up).session_id == "s"
        assert forms == ["s"] * 3


CAMERA, MICROPHONE = need("camera", required=True), need("microphone", "transport")


def asking(*answer: str) -> tuple[Callable[..., Awaitable[tuple[str, ...]]], list[list[str]]]:
    questions: list[list[str]] = []

    async def ask(requirements: tuple[PermissionRequirement, ...]) -> tuple[str, ...]:
        questions.append([requirement.name for requirement in requirements])
        await asyncio.sleep(20)
        return answer

    return ask, questions


async def test_the_person_is_asked_and_the_page_is_loaded_with_what_they_grant() -> None:
    granted: list[tuple[str, ...]] = []

    async def form(session: PageSession) -> None:
        granted.append(session.granted)

    async with World() as world:
        ask, questions = asking("camera", "microphone", "usb")
        frame = frame_for(world, world.site(app(form, needs=[CAMERA, MICROPHONE])), ask=ask)
        result = await frame.setup()
        assert questions == [["camera", "microphone"]]
        assert granted == [("camera", "microphone")]
        assert result.decisions == {"camera": True, "microphone": True}
        assert result.permissions == {"camera", "microphone"}
        async with frame.connect(result.session_id):
            pass
        allows = [page.place.settings.allow for page in world.pages if page.place.settings]
        assert allows == ["", f"camera {PAGE}", f"camera {PAGE}; microphone {PAGE}"]


async def test_what_was_decided_before_is_not_asked_again() -> None:
    async with World() as world:
        ask, questions = asking("microphone")
        frame = frame_for(world, world.site(app(needs=[CAMERA, MICROPHONE])), ask=ask, decisions={"camera": True})
        result = await frame.setup()
        assert questions == [["microphone"]]
        assert dict(result.decisions) == {"camera": True, "microphone": True}
        await frame.setup()
        assert questions == [["microphone"]]


async def test_an_optional_permission_that_is_denied_is_done_without() -> None:
    async with World() as world:
        ask, _ = asking("camera")
        result = await frame_for(world, world.site(app(needs=[CAMERA, MICROPHONE])), ask=ask).setup()
        assert result.decisions == {"camera": True, "microphone": False}
        assert result.permissions == {"camera"}


@pytest.mark.parametrize("asks", [True, False], ids=["denied", "nobody to ask"])
async def test_a_required_permission_that_is_denied_ends_the_setup(asks: bool) -> None:
    async with World() as world:
        ask = asking("microphone")[0] if asks else None
        frame = frame_for(world, world.site(app(needs=[CAMERA, MICROPHONE])), ask=ask)
        with pytest.raises(PermissionsDenied) as caught:
            await frame.setup()
        assert caught.value.names == ("camera",)
        world.inner.may_fail = True


async def test_a_popup_is_not_loaded_again_for_permissions() -> None:
    async with World() as world:
        ask, _ = asking("camera")
        frame = frame_for(world, world.site(app(needs=[CAMERA])), ask=ask, popup=True)
        assert (await frame.setup()).permissions == {"camera"}
        assert len(world.pages) == 1


async def test_an_error_while_the_person_is_asked_is_the_error_of_the_setup() -> None:
    async def ask(requirements: tuple[PermissionRequirement, ...]) -> tuple[str, ...]:
        raise LookupError("the dialog broke")

    async with World() as world:
        frame = frame_for(world, world.site(app(needs=[CAMERA])), ask=ask)
        with pytest.raises(LookupError, match="the dialog broke"):
            await frame.setup()
        world.inner.may_fail = True


async def test_a_person_who_does_not_answer_the_question_times_out() -> None:
    async def ask(requirements: tuple[PermissionRequirement, ...]) -> tuple[str, ...]:
        await asyncio.sleep(1e6)
        return ()

    async with World() as world:
        frame = frame_for(world, world.site(app(needs=[CAMERA])), ask=ask, form_seconds=100)
        with pytest.raises(SetupTimedOut):
            await frame.setup()
        world.inner.may_fail = True
