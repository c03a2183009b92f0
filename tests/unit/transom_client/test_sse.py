"""Server-sent events, cut anywhere."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from transom_client.models.sse import MAX_EVENT_CHARACTERS, Event, EventReader, TooLong

STREAM = (
    "\ufeff: a comment\r\ndata: one\r\n\r\nevent: error\r\ndata: two\r\ndata:  halves\r\r"
    "data\ndata: ünï 🐟\nid: 7\nretry: 10\nnonsense\n\n\n\ndata: last"
)
EVENTS = [
    Event("message", "one"),
    Event("error", "two\n halves"),
    Event("message", "\nünï 🐟"),
    Event("message", "last"),
]


def read(pieces: list[bytes]) -> list[Event]:
    reader = EventReader()
    return [event for piece in pieces for event in reader.feed(piece)] + reader.finish()


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[start:end] for start, end in pairwise(edges)]


def test_lines_may_end_in_each_of_the_three_ways_and_comments_say_nothing() -> None:
    assert read([STREAM.encode()]) == EVENTS


def test_the_events_are_the_same_byte_by_byte() -> None:
    assert read([bytes([byte]) for byte in STREAM.encode()]) == EVENTS


@given(st.lists(st.integers(min_value=0), max_size=12))
def test_the_events_are_the_same_wherever_the_stream_is_cut(places: list[int]) -> None:
    assert read(cut(STREAM.encode(), places)) == EVENTS


@given(st.binary(max_size=200), st.lists(st.integers(min_value=0), max_size=6))
def test_any_bytes_at_all_give_the_same_events_wherever_they_are_cut(data: bytes, places: list[int]) -> None:
    assert read(cut(data, places)) == read([data])


def test_an_event_comes_as_soon_as_it_is_complete() -> None:
    reader = EventReader()
    assert reader.feed(b"data: one\n") == []
    assert reader.feed(b"\ndata: t") == [Event("message", "one")]


def test_an_event_without_an_end_is_too_long() -> None:
    reader = EventReader()
    reader.feed(b"data: " + b"x" * (MAX_EVENT_CHARACTERS - 100))
    with pytest.raises(TooLong):
        reader.feed(b"x" * 200)
