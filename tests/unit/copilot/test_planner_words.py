"""What the planner makes of words alone: stems, typos, times, numbers, clauses; no server is asked."""

from __future__ import annotations

from datetime import UTC, datetime

import mcp_types as types
import pytest

from assistant.offer import Offer
from assistant.planner.clauses.clauses import clauses
from assistant.planner.english.dates import moments
from assistant.planner.english.durations import durations
from assistant.planner.english.numbers import figures
from assistant.planner.english.spans import quotes
from assistant.planner.english.stems import concept, identifier_words, stem
from assistant.planner.english.typos import distance, is_close, nearest
from assistant.planner.english.words import tokens
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.schemas import Slot, slots_of

NOW = datetime(2026, 6, 3, 12, tzinfo=UTC)  # a Wednesday


def catalog() -> Catalog:
    pause = types.Tool(name="pause_pump", input_schema={"type": "object"})
    pumps = types.Tool(
        name="list_pumps", input_schema={"type": "object"}, annotations=types.ToolAnnotations(read_only_hint=True)
    )
    return Catalog(Offer(tools=(pause, pumps)))


@pytest.mark.parametrize(
    "words",
    [
        ("schedule", "scheduled", "scheduling", "schedules"),
        ("project", "projects"),
        ("stop", "stopped", "stopping", "stops"),
        ("acknowledge", "acknowledged", "acknowledgement"),
        ("city", "cities"),
        ("own", "owner", "owns", "owned"),
        ("water", "watered", "watering"),
    ],
)
def test_forms_of_a_word_have_one_stem(words: tuple[str, ...]) -> None:
    assert len({stem(word) for word in words}) == 1


def test_other_words_have_other_stems() -> None:
    assert len({stem(word) for word in ("status", "state", "team", "time", "due", "done", "active", "activity")}) == 8


def test_words_of_the_same_meaning_have_one_concept() -> None:
    assert concept(stem("late")) == concept(stem("overdue"))
    assert concept(stem("finished")) == concept(stem("done"))
    assert concept(stem("pause")) == concept(stem("hold"))
    assert concept(stem("pause")) != concept(stem("done"))


def test_identifiers_are_split_into_their_words() -> None:
    assert identifier_words("days_overdue") == ("days", "overdue")
    assert identifier_words("errorRate-max") == ("error", "rate", "max")


def test_a_text_is_read_with_its_contractions_possessives_ids_and_quotes() -> None:
    found = tokens("What's Maria's bed, and who's in \"Old peppers\" or B-12?")
    assert [one.word for one in found[:2]] == ["what", "is"]
    assert [one.text for one in found if one.owns] == ["Maria"]
    assert [one.text for one in found if one.is_quoted] == ["Old", "peppers"]
    assert [one.text for one in found if one.is_id] == ["B-12"]
    assert quotes("say “good night” and 'bye'") == ["good night", "bye"]


@pytest.mark.parametrize(
    ("left", "right", "mistakes"), [("apolo", "apollo", 1), ("taem", "team", 1), ("helo", "world", 3), ("ab", "ab", 0)]
)
def test_mistakes_are_counted_and_a_swap_is_one(left: str, right: str, mistakes: int) -> None:
    assert distance(left, right, 2) == mistakes


def test_short_words_are_other_words_rather_than_misspelt_ones() -> None:
    assert not is_close("fire", "five")
    assert is_close("opne", "open")
    assert is_close("forcast", "forecast")
    assert nearest("projcets", ["products", "projects"]) == "projects"
    assert nearest("cat", ["car"]) is None


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("tomorrow", "2026-06-04T00:00", "2026-06-04T23:59"),
        ("since monday", "2026-06-01T00:00", "2026-06-01T23:59"),
        ("on monday", "2026-06-08T00:00", "2026-06-08T23:59"),
        ("last monday", "2026-06-01T00:00", "2026-06-01T23:59"),
        ("this week", "2026-06-01T00:00", "2026-06-07T23:59"),
        ("next month", "2026-07-01T00:00", "2026-07-31T23:59"),
        ("in december", "2026-12-01T00:00", "2026-12-31T23:59"),
        ("dec 1st 2026 at 3am", "2026-12-01T03:00", "2026-12-01T03:00"),
        ("4 July", "2026-07-04T00:00", "2026-07-04T23:59"),
        ("tomorrow at 10", "2026-06-04T10:00", "2026-06-04T10:00"),
        ("at 22:30", "2026-06-03T22:30", "2026-06-03T22:30"),
        ("at 9 am", "2026-06-04T09:00", "2026-06-04T09:00"),
        ("in 3 hours", "2026-06-03T15:00", "2026-06-03T15:00"),
        ("two weeks from tomorrow at 10", "2026-06-18T10:00", "2026-06-18T10:00"),
        ("a week on friday", "2026-06-12T00:00", "2026-06-12T23:59"),
        ("monday week", "2026-06-15T00:00", "2026-06-15T23:59"),
        ("three days after tomorrow", "2026-06-07T00:00", "2026-06-07T23:59"),
        ("2 days ago", "2026-06-01T00:00", "2026-06-01T23:59"),
        ("the last 7 days", "2026-05-27T12:00", "2026-06-03T12:00"),
        ("2026-11-20T22:00:00Z", "2026-11-20T22:00", "2026-11-20T22:00"),
    ],
)
def test_times_in_plain_words_are_those_of_the_calendar(text: str, first: str, last: str) -> None:
    [when] = moments(text, NOW)
    assert (when.first.isoformat("T", "minutes")[:16], when.last.isoformat("T", "minutes")[:16]) == (first, last)


def test_words_before_a_time_say_on_which_side_of_it() -> None:
    sides = [moments(text, NOW)[0].side for text in ("since monday", "before 4 July", "by friday", "on friday")]
    assert sides == ["since", "before", "until", "within"]


def test_impossible_dates_are_no_dates() -> None:
    assert moments("2026-02-31 or 31 June or 25:99", NOW) == []


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("for two hours", 120),
        ("half an hour", 30),
        ("1.5 hours", 90),
        ("an hour", 60),
        ("45 min", 45),
        ("3 days", 4320),
    ],
)
def test_lengths_of_time_are_minutes(text: str, minutes: float) -> None:
    assert [one[0] for one in durations(text)] == [minutes]


def test_numbers_come_with_what_they_are_compared_by() -> None:
    found = figures("more than 2 % errors, at least five members, 3 or more, below 1.5k, between 20 and 50")
    assert [(one.value, one.comparison) for one in found] == [
        (2, "gt"), (5, "ge"), (3, "ge"), (1500, "lt"), (20, "ge"), (50, "le"),
    ]  # fmt: skip
    assert figures("the north one") == []
    assert figures("P-104 on 2026-06-03") == []


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("Which pumps are down?", "asks"),
        ("is it down", "asks"),
        ("show the pumps", "reads"),
        ("could you tell me which pumps are down", "reads"),
        ("pause the pump", "orders"),
        ("can you please pause it?", "orders"),
        ("I want you to pause it", "orders"),
        ("restart the pump", "orders"),
        ("don't pause the pump", "forbids"),
        ("never pause it", "forbids"),
        ("should we pause the pump?", "asks"),
        ("pump P-1", "states"),
        ("open pumps", "states"),
        ("the pump is down", "states"),
    ],
)
def test_a_clause_is_a_question_an_order_or_neither(text: str, mood: str) -> None:
    assert [one.mood for one in clauses(text, catalog())] == [mood]


def test_a_turn_is_split_where_a_new_clause_begins_and_nowhere_else() -> None:
    texts = [one.text for one in clauses("Which pump is the oldest, and who owns it? Then pause it.", catalog())]
    assert texts == ["Which pump is the oldest", "and who owns it", "pause it"]
    assert len(clauses("show the open and paused pumps of Ada and Bo", catalog())) == 1
    assert len(clauses('find "pause it. Then stop!"', catalog())) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Ada said that I should restart it, and pause the pump",
        "should we restart it and pause the pump",
        "don't restart it and pause the pump",
        "I wonder whether to restart it and pause the pump",
    ],
)
def test_an_order_within_a_report_a_doubt_or_a_prohibition_is_none(text: str) -> None:
    assert "orders" not in [one.mood for one in clauses(text, catalog())]


def test_a_sentence_may_turn_to_an_order() -> None:
    assert [one.mood for one in clauses("don't restart it, but pause the pump", catalog())] == ["forbids", "orders"]
    assert [one.mood for one in clauses("Ada said it is old. Pause the pump.", catalog())] == ["states", "orders"]


def test_an_order_with_a_question_mark_is_unsure() -> None:
    [clause] = clauses("pause the pump?", catalog())
    assert clause.is_unsure


def test_a_schema_is_read_behind_references_and_choices_of_nothing() -> None:
    schema = {
        "$defs": {"Kind": {"enum": ["a_b", "c"], "type": "string"}},
        "properties": {
            "kind": {"anyOf": [{"$ref": "#/$defs/Kind"}, {"type": "null"}], "description": "Like P-1"},
            "days": {"type": ["integer", "null"], "maximum": 5},
            "when": {"type": "string", "format": "date"},
        },
        "required": ["days"],
    }
    kind, days, when = slots_of(schema)
    assert (kind.choices, kind.samples, kind.required) == (("a_b", "c"), ("P-1",), False)
    assert (days.form, days.highest, days.required) == ("whole", 5, True)
    assert when.form == "date"


def test_a_schema_that_is_none_or_refers_to_itself_has_an_end() -> None:
    assert slots_of(None) == ()
    assert slots_of({"properties": []}) == ()
    endless = {"$defs": {"A": {"properties": {"a": {"$ref": "#/$defs/A"}}}}, "properties": {"a": {"$ref": "#/$defs/A"}}}
    assert slots_of(endless)[0].name == "a"


def test_names_of_fields_and_choices_are_found_in_other_forms_of_their_words() -> None:
    slots = [Slot("error_rate", "number"), Slot("status", "text", choices=("on_hold", "done")), Slot("time_zone")]
    found = spot(tokens("finished ones by rate of errors, paused ones, and the timezone"), slots)
    assert {(one.slot.name, one.choice) for one in found} >= {("status", "done"), ("status", "on_hold")}
    assert "time_zone" in {one.slot.name for one in found}
    assert "error_rate" in {one.slot.name for one in found}
