"""Origins and the lists of those that are allowed: exact, frozen, and wrong only while they are built."""

from __future__ import annotations

import logging
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st
from transom.origins import AllowList, check_origin

from .peers import EVIL, HOST, LOOK_ALIKES

ORIGINS = (
    "https://app.example",
    "https://app.example:8443",
    "http://localhost:8000",
    "http://127.0.0.1:1",
    "http://[::1]:8000",
    "https://xn--bcher-kva.example",
    "https://a.b-c_d.example:65535",
    "http://app.example:443",
)
SUGGESTED = {
    "https://app.example/": "https://app.example",
    "https://app.example/path?query#hash": "https://app.example",
    "https://user:word@app.example": "https://app.example",
    "https://App.Example": "https://app.example",
    "HTTPS://app.example": "https://app.example",
    "https://app.example.": "https://app.example",
    " https://app.example": "https://app.example",
    "https://app.example\n": "https://app.example",
    "https://app.example:0443": "https://app.example",
    "http://localhost:8000/": "http://localhost:8000",
}
NO_ORIGINS = (
    "",
    " ",
    "null",
    "app.example",
    "//app.example",
    "https://",
    "https://*.example",
    "https://app.example:443",
    "http://app.example:80",
    "https://app.example:0",
    "https://app.example:65536",
    "https://app.example:99999999999",
    "https://app.example:port",
    "https://-app.example",
    "https://bücher.example",
    "https://app.exаmple",  # noqa: RUF001
    "https://app.example https://b.example",
    "https://app.example,https://b.example",
    "https://[::1",
    "https://app.example\0",
    "file:///home/page.html",
    "data:text/html,hello",
    "javascript:alert(1)",
    "ftp://app.example",
    "chrome-extension://abcdefgh",
)


@pytest.mark.parametrize("origin", ORIGINS)
def test_an_origin_is_taken_as_the_browser_writes_it(origin: str) -> None:
    assert check_origin(origin) == origin
    assert AllowList.of(origin).allows(origin)


@pytest.mark.parametrize("text", [*NO_ORIGINS, *SUGGESTED])
def test_what_is_no_origin_fails_when_the_list_is_built(text: str) -> None:
    with pytest.raises(ValueError, match="is not an origin"):
        AllowList.of([HOST, text])


@pytest.mark.parametrize(("text", "suggestion"), SUGGESTED.items())
def test_an_address_that_names_an_origin_gets_it_suggested(text: str, suggestion: str) -> None:
    with pytest.raises(ValueError, match=f"Did you mean '{suggestion}'"):
        check_origin(text)


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("null", "can't be told from any other"),
        ("https://bücher.example", "xn--"),
        ("https://app.example:443", "leave out the port"),
        ("app.example", "Write it as"),
        ("https://[::1", "Write it as"),
    ],
)
def test_the_error_says_how_to_write_it(text: str, advice: str) -> None:
    with pytest.raises(ValueError, match=advice):
        check_origin(text)


def test_only_the_very_same_text_is_allowed() -> None:
    allow = AllowList.of([HOST, "https://page.example:8443"])
    assert allow.allows(HOST)
    assert not any(allow.allows(origin) for origin in LOOK_ALIKES)


@given(st.text())
def test_no_text_but_an_entry_is_ever_allowed(text: str) -> None:
    assert AllowList.of(HOST).allows(text) == (text == HOST)


@given(st.text(alphabet="htps:/.-[]abz019AZ@*%\\ \n", max_size=30))
def test_any_text_is_an_origin_or_a_value_error(text: str) -> None:
    try:
        assert check_origin(text) == text
    except ValueError as error:
        assert repr(text) in str(error)  # noqa: PT017


def test_a_list_that_is_changed_later_changes_nothing() -> None:
    given = [HOST]
    allow = AllowList.of(given)
    given.append(EVIL)
    assert not allow.allows(EVIL)
    with pytest.raises(FrozenInstanceError):
        allow.any_origin = True  # type: ignore[misc]


def test_an_empty_list_is_refused() -> None:
    with pytest.raises(ValueError, match="allow is empty"):
        AllowList.of([])


def test_every_origin_takes_two_words_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ValueError, match="any_origin=True"):
        AllowList.of("*")
    assert not caplog.records
    with caplog.at_level(logging.WARNING):
        assert AllowList.of("*", any_origin=True).allows(EVIL)
    assert [record.message for record in caplog.records] == ["Every origin is allowed to connect to this page."]


@pytest.mark.parametrize("entries", [["*", HOST], [HOST, "*"]])
def test_every_origin_does_not_go_with_a_list(entries: list[str]) -> None:
    with pytest.raises(ValueError, match="one or the other"):
        AllowList.of(entries, any_origin=True)


def test_the_second_word_alone_is_refused() -> None:
    with pytest.raises(ValueError, match=r'goes with allow="\*"'):
        AllowList.of(HOST, any_origin=True)


def test_a_page_without_an_origin_has_to_be_declared() -> None:
    assert AllowList.opaque().allows("null")
    assert not AllowList.opaque().allows(HOST)
    assert not AllowList.of(HOST).allows("null")
    assert not AllowList.of("*", any_origin=True).allows("null")


def test_a_list_is_shown_in_order() -> None:
    allow = AllowList.of([HOST, "https://a.example"])
    assert list(allow) == ["https://a.example", HOST]
    assert str(allow) == f"https://a.example, {HOST}"
    assert str(AllowList.of("*", any_origin=True)) == "any origin"
    assert list(AllowList.of("*", any_origin=True)) == ["*"]
