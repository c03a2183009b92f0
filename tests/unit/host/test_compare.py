"""Two calls beside each other, and JSON values in words."""

from __future__ import annotations

from typing import Any

import pytest
from mcp_types import CallToolResult, TextContent, Tool

from demo_host.state.amounts import clock_words, count_words, cut, duration_words, short, size_words
from demo_host.state.calls import Call
from demo_host.state.compare import MOST_LINES, Line, compare, outcome_text
from demo_host.state.json_values import children, line_text, path_text
from demo_host.state.problems import Problem


def a_call(**fields: Any) -> Call:
    return Call("call-1", "one", Tool(name="buy", input_schema={}), {}, 0.0, **fields)


def test_texts_that_are_equal_have_no_lines_to_compare() -> None:
    assert compare("a\nb", "a\nb") == []


def test_lines_that_differ_are_shown_with_those_around_them() -> None:
    before = "\n".join(f"line {number}" for number in range(100))
    lines = compare(before, before.replace("line 50", "new"))
    assert lines[0] == Line("gap", "Line 48")
    assert [line.text for line in lines if line.kind == "removed"] == ["line 50"]
    assert [line.text for line in lines if line.kind == "added"] == ["new"]
    assert len(lines) == 9


def test_a_difference_beyond_what_is_compared_is_told() -> None:
    before = "same\n" * (MOST_LINES + 1)
    assert [line.kind for line in compare(before, before + "more")] == ["gap"]


def test_lines_that_come_again_and_again_are_compared_soon() -> None:
    lines = compare("x\n" * MOST_LINES, "x\ny\n" * (MOST_LINES // 2))
    assert {line.kind for line in lines} >= {"same", "added"}


def test_results_compare_as_lines() -> None:
    result = CallToolResult(content=[TextContent(text='{"a":1}'), TextContent(text="two\nlines")])
    assert outcome_text(a_call(result=result)) == '{\n  "a": 1\n}\ntwo\nlines'
    assert outcome_text(a_call(problem=Problem("Bad", "It is bad."))) == "Bad\nIt is bad."
    assert outcome_text(a_call(status="cancelled")) == "cancelled"


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [
        (None, ""),
        (0.4, "0.4 ms"),
        (-3, "0.0 ms"),
        (42, "42 ms"),
        (420, "0.42 s"),
        (12_340, "12.3 s"),
        (125_000, "2 min 5 s"),
    ],
)
def test_durations_are_short(milliseconds: float | None, words: str) -> None:
    assert duration_words(milliseconds) == words


@pytest.mark.parametrize(("count", "words"), [(1, "1 B"), (812, "812 B"), (1400, "1.4 kB"), (16_000_000, "16.0 MB")])
def test_sizes_are_short(count: int, words: str) -> None:
    assert size_words(count) == words


def test_the_time_of_day_has_thousandths_where_it_is_to_be_exact() -> None:
    assert [len(clock_words(1_700_000_000_123)), clock_words(1_700_000_000_123, exact=True)[-7:]] == [8, ":20.123"]


def test_counts_and_lines_are_short() -> None:
    assert [count_words(1, "line"), count_words(2, "entry", "entries")] == ["1 line", "2 entries"]
    assert count_words(12000, "line") == "12\N{NO-BREAK SPACE}000 lines"
    assert short("a\n  b", 10) == "a b"
    assert short("x" * 1000, 10) == "x" * 9 + "…"
    assert [cut("abc", 3), cut("abcd", 3)] == ["abc", "abc… (1 more character)"]
    assert cut("x" * 2003, 3) == "xxx… (2\N{NO-BREAK SPACE}000 more characters)"


def test_the_place_of_a_value_is_a_json_path() -> None:
    assert path_text(()) == "$"
    assert path_text(("items", 3, "odd key", 'q"')) == '$.items[3]["odd key"]["q\\""]'


def test_values_read_in_one_line() -> None:
    values = [None, True, 1.5, 'a "b"\n', [], {}, [1], {"a": 1, "b": 2}]
    assert [line_text(value) for value in values] == [
        *("null", "true", "1.5", '"a \\"b\\"\\n"', "[]", "{}", "[1 item]", "{2 keys}")
    ]
    assert line_text("x" * 10**6).endswith("x… (1\N{NO-BREAK SPACE}000\N{NO-BREAK SPACE}000 characters)")


def test_entries_are_taken_some_at_a_time() -> None:
    assert list(children([5, 6, 7, 8], 1, 2)) == [(1, 6), (2, 7)]
    assert list(children({"a": 1, "b": 2}, 1, 5)) == [("b", 2)]
    assert list(children("text", 0, 5)) == []
