"""What later turns mean by what was told before: of them, the one, his, its."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from mcp.server import MCPServer

from assistant.conversation import Arguments, Turn
from assistant.planner.planner import Planner
from assistant.recording import Recorder
from benchmarks.copilot.servers import connected

from .businesses import NOW, marina, print_shop, riding_school, theatre

pytestmark = pytest.mark.anyio

Business: TypeAlias = Callable[[], MCPServer[Any]]
Said: TypeAlias = tuple[str, list[str], list[str]]
"""What the person says, what the answer has to say, and what it must not."""
Ordered: TypeAlias = tuple[str, str, Arguments]
"""What the person says, and the call that is made for it."""


async def hold(business: Business, *turns: Said | Ordered) -> None:
    """A conversation, turn by turn."""
    server = business()
    reading = {tool.name for tool in await server.list_tools() if tool.annotations and tool.annotations.read_only_hint}
    past: list[Turn] = []
    planner = Planner(lambda: NOW)
    async with connected(server) as connection:
        for text, words, others in turns:
            answer = Turn("copilot")
            past = [*past, Turn("person", text)]
            recorder = Recorder(connection, answer, lambda: None, time.perf_counter)
            async for part in planner.answer(past, recorder):
                answer.text += part
            past = [*past, answer]
            acts = [(call.tool, call.arguments) for call in answer.calls if call.tool not in reading]
            if isinstance(words, str):
                assert acts == [(words, others)], f"{text}: {answer.text}"
            else:
                assert [word for word in words if word not in answer.text] == [], f"{text}: {answer.text}"
                assert [word for word in others if word in answer.text] == [], f"{text}: {answer.text}"
                assert acts == []


async def test_more_is_the_most_of_those_that_were_told() -> None:
    await hold(
        marina,
        ("show me the repairs on hold", ["RP-1", "RP-2"], ["RP-3"]),
        ("which of the fitters has more years of experience?", ["Ines"], ["Tom"]),
        ("what is her phone number?", ["020 777"], ["020 888"]),
    )
    await hold(
        theatre,
        ("which bookings are reserved", ["BK-1", "BK-3"], ["BK-2"]),
        ("which of them has more seats?", ["BK-1"], ["BK-3"]),
        ("mark that one as paid", "mark_paid", {"booking_id": "BK-1"}),
    )
    await hold(
        theatre,
        ("Which patrons are from Lund?", ["Greta", "Wanda"], ["Samir"]),
        ("which of them has more bookings so far?", ["Wanda"], ["Greta"]),
        ("what's her email", ["wanda@x.example"], []),
    )


async def test_the_one_is_told_apart_by_what_is_said_of_it() -> None:
    await hold(
        marina,
        ("repairs on hold pls", ["RP-1", "RP-2"], ["RP-3"]),
        ("give the late one to bram", "assign_repair", {"repair_id": "RP-2", "fitter_id": "FT-3"}),
    )
    await hold(
        theatre,
        ("performances on friday pls", ["PF-1", "PF-3"], ["PF-2"]),
        ("who has booked the tin whistle one?", ["Samir"], ["Greta", "Wanda"]),
        ("until when can he pay?", ["2026-11-20"], ["2026-11-19"]),
    )


async def test_of_those_told_the_one_who_is_there_is_checked_in() -> None:
    await hold(
        marina,
        ("Which stays begin today?", ["ST-3", "ST-4"], ["ST-1"]),
        ("which of them is in C1?", ["Orla"], ["Piers"]),
        ("good, she's here, check her in", "check_in_stay", {"stay_id": "ST-3"}),
    )


async def test_it_is_no_person_but_what_was_talked_about_before() -> None:
    await hold(
        marina,
        ("Tell me about the Sea Thrift", ["Hana Kovac"], []),
        ("whats the owners phone number", ["020 111"], ["020 222"]),
        ("has it got any repairs?", ["RP-1"], ["RP-2", "RP-3"]),
    )


async def test_a_role_is_that_of_the_thing_talked_about() -> None:
    await hold(
        print_shop,
        ("who's printing the menu cards", ["Ruth Bauer"], ["Nils"]),
        ("what else has she got?", ["Posters"], ["Menu", "Flyers"]),
        ("whats the phone number of the client", ["0303"], ["0301"]),
    )
    await hold(
        print_shop,
        ("what's the deadline of the flyers", ["2026-11-17"], []),
        ("who's the client?", ["Studio Marble"], ["Cafe Linden"]),
        ("and their phone number?", ["0302"], ["0301"]),
    )


async def test_a_field_may_be_asked_for_with_any_verb() -> None:
    await hold(
        theatre,
        ("When is the next performance of Tin Whistle?", ["2026-11-20"], []),
        ("Which hall are they playing it in?", ["Main hall"], ["Studio"]),
    )


async def test_when_something_ends_is_asked_in_any_words() -> None:
    await hold(
        theatre,
        ("show me BK-3", ["Samir"], []),
        ("until when can he make up his mind?", ["2026-11-20"], []),
        ("and greta?", ["2026-11-19"], ["2026-11-20"]),
    )
    await hold(
        print_shop,
        ("whats paused atm", ["PO-2", "PO-4"], ["PO-1"]),
        ("which press is the posters one on?", ["Roland"], ["Heidi"]),
        ("until when is it broken?", ["2026-11-21"], ["2026-11-25"]),
    )


async def test_her_own_is_of_her_who_is_named() -> None:
    await hold(
        theatre,
        ("until when can greta holm pay for her booking", ["2026-11-19"], ["2026-11-20"]),
        ("and samir?", ["2026-11-20"], ["2026-11-19"]),
        ("ok whats his phone number", ["555 200"], ["555 100"]),
    )


async def test_verbs_may_have_their_object_between_them() -> None:
    await hold(
        marina,
        ("which repairs are on hold", ["RP-1", "RP-2"], []),
        ("why is the kittiwake one stuck?", ["payment"], ["RP-1"]),
        ("let it go", "release_repair", {"repair_id": "RP-2"}),
    )


async def test_who_comes_next_is_who_has_the_same_place_after_her() -> None:
    await hold(
        marina,
        ("which stays are moored", ["Hana Kovac"], ["Piers"]),
        ("when does she leave?", ["2026-11-20"], ["2026-11-25"]),
        ("and who has the berth after her?", ["Piers Loxley"], ["Orla"]),
        ("and after him?", ["Orla Finnegan"], ["Hana"]),
    )
    await hold(
        theatre,
        ("what is PF-3?", ["Tin Whistle"], []),
        ("which one is in the hall after that?", ["PF-1"], ["PF-2", "PF-4"]),
    )


async def test_news_before_an_order_are_not_what_it_is_about() -> None:
    await hold(
        marina,
        ("which repairs are on hold", ["RP-1", "RP-2"], []),
        ("why is the kittiwake one stuck?", ["payment"], ["RP-1"]),
        ("ah ok, the money came in this morning. let it go", "release_repair", {"repair_id": "RP-2"}),
    )


async def test_the_other_one_is_of_the_list_that_was_told() -> None:
    await hold(
        print_shop,
        ("which orders are paused", ["PO-2", "PO-4"], ["PO-1"]),
        ("move the flyers to heidi", "set_press", {"order_id": "PO-2", "press_id": "PR-1"}),
        ("and the other one too", "set_press", {"order_id": "PO-4", "press_id": "PR-1"}),
    )


async def test_whom_somebody_has_at_a_time_is_in_what_takes_place_then() -> None:
    await hold(
        riding_school,
        ("who's gisela rau got today", ["Mina Okafor"], ["Theo", "Zoe"]),
        ("and anders lund?", ["Theo Brand"], ["Mina"]),
        ("what has gisela got on tomorrow", ["Zoe Martel"], ["Mina"]),
        ("which horse is she on?", ["Pepper"], ["Bounty"]),
    )


async def test_it_is_what_the_tool_takes_of_all_that_was_talked_about() -> None:
    await hold(
        print_shop,
        ("whats paused atm", ["PO-2", "PO-4"], ["PO-1"]),
        ("which press is the posters one on?", ["Roland"], ["Heidi"]),
        ("until when is it broken?", ["2026-11-21"], ["2026-11-25"]),
        ("ok, move it to heidi", "set_press", {"order_id": "PO-4", "press_id": "PR-1"}),
    )


async def test_an_order_for_other_things_is_not_meant_by_another_verb() -> None:
    await hold(
        theatre,
        ("tell me about the show Tin Whistle", ["Jonas Ek"], []),
        ("withdraw it", ["can't"], []),
    )


async def test_which_things_have_it_somewhere_is_asked_of_the_thing_told() -> None:
    await hold(
        print_shop,
        ("how much gloss white do we have", ["900"], []),
        ("which delivery brings more of it?", ["DL-2"], ["DL-1"]),
        ("when is it expected", ["2026-11-23"], ["2026-11-20"]),
    )
