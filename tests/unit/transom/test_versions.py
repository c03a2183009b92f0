"""Protocol versions: compared as semantic versions, agreed on, and written as other implementations expect."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from transom.versions import OUR_VERSIONS, PROTOCOL_VERSION, VersionRange, parse_version, same_version

NO_VERSIONS = ("", "v1.0", "1.x", "one", "1.0\n", " 1.0", "01.0", "1..0", "1.0.0.0", "-1.0", "1٢.0")

versions = st.builds(
    lambda numbers, patch: ".".join(map(str, numbers if patch else numbers[:2])),
    st.tuples(*[st.integers(0, 3)] * 3),
    st.booleans(),
)


@st.composite
def ranges(draw: st.DrawFn) -> VersionRange:
    return VersionRange(*sorted([draw(versions), draw(versions)], key=parse_version))


def test_ours_is_written_exactly_so() -> None:
    assert PROTOCOL_VERSION == "1.0"
    assert VersionRange("1.0", "1.0") == OUR_VERSIONS


@pytest.mark.parametrize("text", ["1", "1.0", "1.0.0", "1.0.0+build"])
def test_a_shorter_form_is_the_same_version(text: str) -> None:
    assert same_version(text, "1.0")
    assert text in OUR_VERSIONS


@pytest.mark.parametrize("text", [*NO_VERSIONS, "1.1", "1.0.1", "2.0", "0.9", "1.0.0-beta"])
def test_another_version_is_not_the_same(text: str) -> None:
    assert not same_version(text, "1.0")
    assert not same_version("1.0", text)
    assert text not in OUR_VERSIONS


@pytest.mark.parametrize("text", NO_VERSIONS)
def test_what_is_no_version_makes_no_range(text: str) -> None:
    assert VersionRange.of(text, "1.0") is None
    assert VersionRange.of("1.0", text) is None
    with pytest.raises(ValueError, match="is not valid SemVer"):
        VersionRange(text, "1.0")


def test_a_range_that_is_upside_down_is_refused() -> None:
    assert VersionRange.of("2.0", "1.0") is None
    with pytest.raises(ValueError, match=r"2\.0 is above 1\.0"):
        VersionRange("2.0", "1.0")


def test_numbers_are_compared_as_numbers() -> None:
    assert VersionRange("1.2", "1.10").agree(VersionRange("1.9", "1.10")) == "1.10"


@pytest.mark.parametrize(
    ("theirs", "agreed"),
    [
        (("1.0", "1.0"), "1.0"),
        (("1.0.0", "1.0.0"), "1.0"),
        (("0.1", "1.0.0"), "1.0"),
        (("0.9", "1.5"), "1.5"),
        (("1.0", "9.0"), "2.0"),
        (("2.0.0", "2.0.0"), "2.0"),
        (("2.1", "3.0"), None),
        (("0.1", "0.9"), None),
    ],
)
def test_the_highest_version_of_both_is_agreed_in_our_spelling(theirs: tuple[str, str], agreed: str | None) -> None:
    assert VersionRange("1.0", "2.0").agree(VersionRange(*theirs)) == agreed


@given(ranges(), ranges())
def test_both_sides_agree_on_the_same_version_and_it_is_the_highest_in_both(
    ours: VersionRange, theirs: VersionRange
) -> None:
    agreed = ours.agree(theirs)
    also = theirs.agree(ours)
    if agreed is None:
        assert also is None
        assert not any(end in ours and end in theirs for end in (ours.lowest, ours.highest, theirs.lowest))
    else:
        assert also is not None
        assert same_version(agreed, also)
        assert agreed in ours
        assert agreed in theirs
        assert parse_version(agreed) in (parse_version(ours.highest), parse_version(theirs.highest))


def test_a_range_is_shown_as_one_version_or_from_to() -> None:
    assert str(VersionRange("1.0", "1.0")) == "1.0"
    assert str(VersionRange("1.0", "2.0")) == "1.0 to 2.0"
