"""Pi: points are counted as they fall, digits are right, and one thing is calculated at a time."""

from __future__ import annotations

import asyncio
import itertools
import math
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client
from mcp_types import CallToolResult, ImageContent, TextContent

from .arguments import FEW, Calls, calls, fits, tools_of
from .loading import load_app, says_what_it_does

pytestmark = pytest.mark.anyio

server = load_app("pi")
points = load_app("pi", "points")
digits = load_app("pi", "digits")

CANCEL_SECONDS = 0.5
FIRST_DIGITS = "3.14159265358979323846264338327950288419716939937510"


class Board:
    """Remembers what a page would show."""

    def __init__(self) -> None:
        self.said = ""
        self.shown: Any = None
        self.digits = ""
        self.idle = asyncio.Event()
        self.first_slice = asyncio.Event()
        self.spoke = asyncio.Event()

    def show_run(self, run: Any) -> None:
        self.shown = run.estimate()
        self.first_slice.set()

    def show_digits(self, digits: str) -> None:
        self.digits = digits

    def show_busy(self, busy: bool) -> None:
        if busy:
            self.idle.clear()
        else:
            self.idle.set()

    def say(self, words: str) -> None:
        self.said = words
        self.spoke.set()

    def clear(self) -> None:
        self.shown, self.digits = None, ""


@asynccontextmanager
async def opened(board: Board, mode: str = "auto") -> AsyncGenerator[Client]:
    async with Client(server.make_server(server.Desk(board)), mode=mode) as client:
        yield client


async def call(client: Client, tool: str, **arguments: Any) -> CallToolResult:
    """A call that went well: the client has compared its structured content with the tool's output schema."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result
    return result


def words(result: CallToolResult) -> str:
    return "".join(block.text for block in result.content if isinstance(block, TextContent))


@given(st.integers(1, 2_000), st.integers())
def test_each_point_is_counted_as_its_cell_says(count: int, seed: int) -> None:
    thrower = points.Points(seed)
    columns, rows = thrower.throw(count)
    cells = list(zip(columns, rows, strict=True))
    surely = sum((column + 1) ** 2 + (row + 1) ** 2 <= points.SIDE**2 for column, row in cells)
    perhaps = sum(column**2 + row**2 < points.SIDE**2 for column, row in cells)
    assert len(cells) == thrower.thrown == count
    assert surely <= thrower.inside <= perhaps


def test_the_estimate_has_no_bias_that_ten_million_points_would_show() -> None:
    thrower = points.Points(seed=1)
    while thrower.thrown < 10_000_000:
        thrower.throw()
    share = math.pi / 4
    deviation = math.sqrt(share * (1 - share) / thrower.thrown)
    assert abs(thrower.inside / thrower.thrown - share) < 4 * deviation


def test_points_on_the_edge_of_the_circle_are_split_as_the_area_is() -> None:
    cells = [
        (column, row)
        for column in range(points.SIDE)
        for row in range(points.INSIDE_BELOW[column], points.OUTSIDE_ABOVE[column] + 1)
    ]
    assert len(cells) == 511
    decided = sum(points.INSIDE_BELOW)
    assert 0 < math.pi / 4 * points.SIDE**2 - decided < len(cells)


def at_once(count: int) -> str:
    steps = digits.all_at_once(count)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


@given(st.integers(1, 300))
def test_both_ways_give_the_same_digits(count: int) -> None:
    spigot = "".join(itertools.islice(digits.one_by_one(), count + 1))
    assert at_once(count) == f"3.{spigot[1:]}"


@pytest.mark.parametrize("count", [10_000, 20_000])
def test_many_digits_are_those_that_mpmath_finds(count: int) -> None:
    with mpmath.workdps(count + 10):
        found = mpmath.nstr(+mpmath.pi, count + 10, strip_zeros=False)[: count + 2]
    assert at_once(count) == found


async def test_no_more_digits_than_the_page_can_pause_for_are_calculated() -> None:
    board = Board()
    async with opened(board) as client:
        refused = await client.call_tool("digits_of_pi", {"count": 20_001})
    assert refused.is_error
    assert "less than or equal to 20000" in words(refused)
    assert board.said == ""


async def test_digits_at_once_can_be_cancelled() -> None:
    board = Board()
    async with opened(board) as client:
        running = asyncio.ensure_future(client.call_tool("digits_of_pi", {"count": server.MOST_DIGITS}))
        await board.spoke.wait()
        running.cancel()
        await asyncio.wait_for(board.idle.wait(), CANCEL_SECONDS)
        assert (board.said, board.digits) == ("Cancelled before there were digits.", "")
        assert len((await call(client, "digits_of_pi", count=1000)).structured_content["digits"]) == 1002  # type: ignore[index]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_an_estimate_comes_with_its_error_its_picture_and_progress(mode: str) -> None:
    board, reports = Board(), list[tuple[float, float | None]]()

    async def note(progress: float, total: float | None, message: str | None) -> None:
        reports.append((progress, total))

    async with opened(board, mode) as client:
        result = await client.call_tool("calculate_pi", {"iterations": 1_000_001, "seed": 7}, progress_callback=note)
        again = await call(client, "calculate_pi", iterations=1_000_001, seed=7)
    found = result.structured_content
    assert found
    assert again.structured_content
    assert found["points"] == 1_000_001
    assert found["inside"] == again.structured_content["inside"]
    assert abs(found["error"]) < 4 * found["standard_error"] < 0.01
    assert found["estimate"] == 4 * found["inside"] / found["points"]
    assert f"{found['estimate']:.6f}" in words(result)
    assert [block.mime_type for block in result.content if isinstance(block, ImageContent)] == ["image/png"]
    assert reports[-1] == (1_000_001, 1_000_001)
    assert board.said == "Done after 1,000,001 points."
    assert board.idle.is_set()


async def test_few_points_do_not_look_certain() -> None:
    async with opened(Board()) as client:
        found = (await call(client, "calculate_pi", iterations=1)).structured_content
    assert found
    assert found["estimate"] in (0, 4)
    assert found["standard_error"] > 1


async def test_a_cancelled_run_stops_at_once_and_leaves_what_there_is() -> None:
    board = Board()
    async with opened(board) as client:
        running = asyncio.ensure_future(client.call_tool("calculate_pi", {"iterations": server.MOST_POINTS}))
        await board.first_slice.wait()
        running.cancel()
        await asyncio.wait_for(board.idle.wait(), CANCEL_SECONDS)
        assert board.said.startswith("Cancelled after ")
        assert f"{board.shown.points:,} of 50,000,000" in board.said
        assert 0 < board.shown.points < server.MOST_POINTS
        await call(client, "calculate_pi", iterations=10)


async def test_the_second_call_at_once_says_what_to_do() -> None:
    board = Board()
    async with opened(board) as client:
        running = asyncio.ensure_future(client.call_tool("calculate_pi", {"iterations": server.MOST_POINTS}))
        await board.first_slice.wait()
        for tool in ("calculate_pi", "digits_of_pi", "reset"):
            refused = await client.call_tool(tool, {})
            assert refused.is_error
            assert "Wait for its end, or cancel it" in words(refused)
        running.cancel()


async def test_a_person_who_stops_a_run_leaves_the_tool_with_a_result() -> None:
    board = Board()
    desk = server.Desk(board)
    async with Client(server.make_server(desk)) as client:
        running = asyncio.ensure_future(client.call_tool("calculate_pi", {"iterations": server.MOST_POINTS}))
        await board.first_slice.wait()
        desk.stop()
        result = await running
        assert result.structured_content
        assert result.structured_content["stopped"]
        assert "The person stopped it before all 50,000,000 points were thrown." in words(result)
        desk.stop()  # nothing to stop: the next run isn't
        assert (await call(client, "calculate_pi", iterations=10)).structured_content["stopped"] is False  # type: ignore[index]


async def test_digits_appear_on_the_board_and_are_cleared() -> None:
    board = Board()
    async with opened(board) as client:
        for way in ("all at once", "one by one"):
            result = await call(client, "digits_of_pi", count=50, way=way)
            assert result.structured_content
            assert result.structured_content["digits"] == board.digits == FIRST_DIGITS
            await call(client, "reset")
            assert board.digits == ""
        refused = await client.call_tool("digits_of_pi", {"count": server.MOST_DIGITS, "way": "one by one"})
    assert 'ask for fewer, or for "all at once"' in words(refused)


class ImpatientBoard(Board):
    """Its person stops whatever appears."""

    desk: Any = None

    def show_run(self, run: Any) -> None:
        super().show_run(run)
        self.desk.stop()

    def show_digits(self, digits: str) -> None:
        super().show_digits(digits)
        self.desk.stop()


TOOLS = tools_of(server.make_server(server.Desk(Board())))


@given(calls(TOOLS))
@FEW
async def test_any_arguments_that_fit_the_schema_give_results_that_fit_theirs(asked: Calls) -> None:
    board = ImpatientBoard()
    board.desk = server.Desk(board)
    async with Client(server.make_server(board.desk)) as client:
        for tool, some in asked:
            result = await fits(client, tool, some)
            assert not result.is_error or "ask for fewer" in words(result)


async def test_every_tool_says_what_it_is_and_gives_an_example() -> None:
    async with opened(Board()) as client:
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == ["calculate_pi", "digits_of_pi", "reset"]
    for tool in tools:
        assert tool.title
        assert says_what_it_does(tool)
        assert "Example:" in (tool.description or "")
        assert tool.output_schema
