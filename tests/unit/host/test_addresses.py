"""What people type as an address."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from demo_host.state.addresses import Address, AddressError, label_of, parse_address

HOST = "http://localhost:8700/"


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("http://localhost:8704/", "http://localhost:8704/"),
        ("localhost:8704", "http://localhost:8704/"),
        ("  'http://localhost:8704' ", "http://localhost:8704/"),
        ("<http://localhost:8704/a b>".replace(" ", "%20"), "http://localhost:8704/a%20b"),
        ("127.0.0.1:8704/x", "http://127.0.0.1:8704/x"),
        ("[::1]:8704", "http://[::1]:8704/"),
        ("hello.localhost:8704", "http://hello.localhost:8704/"),
        ("tools.example", "https://tools.example/"),
        ("tools.example:8443/a?b=c", "https://tools.example:8443/a?b=c"),
        ("//tools.example/", "https://tools.example/"),
        ("HTTPS://Tools.Example:443/A", "https://tools.example/A"),
        ("http://localhost:80/", "http://localhost/"),
        ("https://tools.example/#setup", "https://tools.example/"),
        ("https://tools.example/#view=a&setup", "https://tools.example/#view=a"),
        ("https://tools.example/#view=a", "https://tools.example/#view=a"),
        ("https://tools.example/ü?q=ä", "https://tools.example/%C3%BC?q=%C3%A4"),
        ("https://bücher.example", "https://xn--bcher-kva.example/"),
        ("/apps/hello/", "http://localhost:8700/apps/hello/"),
    ],
)
def test_an_address_is_completed(typed: str, url: str) -> None:
    address = parse_address(typed, HOST)
    assert address.url == url
    assert url.startswith(f"{address.origin}/")


@pytest.mark.parametrize(
    ("typed", "suggestion"),
    [
        ("http:/localhost:8704", "http://localhost:8704"),
        ("http:localhost:8704", "http://localhost:8704"),
        ("http//localhost:8704", "http://localhost:8704"),
        ("http;//localhost:8704", "http://localhost:8704"),
        ("http:///localhost:8704", "http://localhost:8704"),
        ("http:\\\\localhost:8704\\a", "http://localhost:8704/a"),
        ("htps://tools.example/a", "https://tools.example/a"),
        ("hhtp://localhost:8704", "http://localhost:8704"),
        ("localhost.8704", "http://localhost:8704/"),
        ("localhost;8704/a", "http://localhost:8704/a"),
        ("localhost 8704", "http://localhost:8704/"),
        (":8704", "http://localhost:8704/"),
        ("8704", "http://localhost:8704/"),
        ("locahost:8704", "http://localhost:8704/"),
        ("http://localhots:8704/a", "http://localhost:8704/a"),
        ("http://0.0.0.0:8704/", "http://localhost:8704/"),
    ],
)
def test_a_slip_is_met_with_what_was_probably_meant(typed: str, suggestion: str) -> None:
    with pytest.raises(AddressError, match="Did you mean") as caught:
        parse_address(typed, HOST)
    assert caught.value.suggestion == suggestion
    parse_address(suggestion, HOST)


@pytest.mark.parametrize(
    ("typed", "advice"),
    [
        ("", "Enter the address"),
        ("  ", "Enter the address"),
        ("hello", "is a word"),
        ("my server", "no spaces"),
        ("http://a.example http://b.example", "one address at a time"),
        ("https://", "Did you mean|no name of a host"),
        ("https://-.example", "no name of a host"),
        ("https://a..example", "no name of a host"),
        ("https://faß.example", "xn--"),
        ("https://a.example:99999", "can't be"),
        ("https://a.example:0", "port 0"),
        ("https://[::1", "can't be"),
        ("https://[1:2]/", "IPv6|can't be"),
        ("http://300.1.1.1/", "no IP address"),
        ("http://2130706433/", "no IP address"),
        ("https://me:secret@a.example/", "before the @"),
        ("https://a.example@b.example/", "before the @"),
        ("file:///home/me/server.html", "Serve its folder"),
        ("C:\\servers\\index.html", "Serve its folder"),
        ("javascript:alert(1)", "script"),
        ("data:text/html,x", "no origin"),
        ("blob:https://a.example/1", "blob"),
        ("wss://a.example/", "WebSocket"),
        ("chrome://settings", "starts with chrome:"),
        ("https://a.example/" + "a" * 3000, "at most 2048"),
        ("https://a.example/" + "ä" * 1000, "at most 2048"),
        ("http://localhost:8700/", "That is this host"),
        ("http://LOCALHOST:8700/index.html?add=x#setup", "That is this host"),
    ],
)
def test_what_can_not_be_a_server_is_refused_with_advice(typed: str, advice: str) -> None:
    with pytest.raises(AddressError, match=advice):
        parse_address(typed, HOST)


@pytest.mark.parametrize(
    ("typed", "note"),
    [
        ("http://tools.example/", "not encrypted"),
        ("http://192.168.0.10:8704/", "not encrypted"),
        ("http://localhost:8700/apps/hello/", "same origin"),
        ("https://xn--bcher-kva.example/", "international"),
    ],
)
def test_what_the_person_should_know_is_noted(typed: str, note: str) -> None:
    (said,) = parse_address(typed, HOST).notes
    assert note in said


def test_a_host_on_https_suggests_https_for_another_machine_and_takes_a_local_page() -> None:
    with pytest.raises(AddressError) as caught:
        parse_address("http://tools.example/a", "https://host.example/")
    assert caught.value.suggestion == "https://tools.example/a"
    assert parse_address("http://localhost:8704", "https://host.example/").notes == ()


def test_a_label_is_short() -> None:
    assert [label_of(url) for url in ("http://localhost:8704/", "https://a.example/b.html?c#d")] == [
        "localhost:8704",
        "a.example/b.html",
    ]


@given(st.text(max_size=60) | st.from_regex(r"https?:[/:;]{0,3}[a-z0-9.@:\[\]-]{0,20}(/\S{0,10})?", fullmatch=True))
@example("http://[")
@example("https://a.example/\ud800")
def test_any_text_is_an_address_or_gets_advice(typed: str) -> None:
    try:
        address = parse_address(typed, HOST)
    except AddressError:
        return
    assert isinstance(address, Address)
    assert address.url.isascii()
    assert parse_address(address.url, HOST) == address
