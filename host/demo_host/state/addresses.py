"""What a person types as the address of a server, and what is wrong with it."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from transom.windows import Address as PageAddress

MAX_CHARS = 2048
DEFAULT_PORTS = {"http": 80, "https": 443}
EXAMPLE = "http://localhost:8704/ or https://tools.example/server.html"
WRAPPING = " \t\r\n\u200b\u2060\ufeff\"'`<>«»“”„‘’"

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):(?!\d+(?:[/?#]|$))", re.IGNORECASE)
_HTTP_LIKE = re.compile(r"(https?)(?!://[^/])(?:[:;.]?/+|:\\+|:(?=\w))", re.IGNORECASE)
_LOCAL_PORT = re.compile(r"(?:localhost|127\.0\.0\.1)?[.,;: ](\d{2,5})(/\S*)?|(\d{4,5})", re.IGNORECASE)
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?", re.IGNORECASE)
_WORD = re.compile(r"[\w-]+")

REASONS = {
    "file": "A file can't be a server. Serve its folder (python3 -m http.server, say), and give the address of that.",
    "ws": "Servers here are pages in a frame; a WebSocket is none. Give the address of a page.",
    "wss": "Servers here are pages in a frame; a WebSocket is none. Give the address of a page.",
    "javascript": "A script is no page. Give the address of a page.",
    "data": "A data: address has no origin, so no server can be told by it. Give the address of a page.",
    "blob": "A blob: address ends with the page that made it. Give the address of a page.",
}


class AddressError(ValueError):
    """What was typed is no address of a server. Its text says what to do."""

    def __init__(self, text: str, suggestion: str = "") -> None:
        """`suggestion` is an address that may have been meant."""
        super().__init__(text)
        self.suggestion = suggestion


@dataclass(frozen=True, slots=True)
class Address:
    url: str
    origin: str
    notes: tuple[str, ...] = ()
    """What the person should know about it."""

    @property
    def label(self) -> str:
        return label_of(self.url)


def label_of(url: str) -> str:
    """The short form for people: no scheme, and no path where there is none to tell."""
    parts = urlsplit(url)
    return parts.netloc + (parts.path if parts.path != "/" else "")


def parse_address(text: str, base: str) -> Address:
    """The address that a person typed, on the host whose own address is `base`."""
    typed = text.strip(WRAPPING)
    if not typed:
        raise AddressError(f"Enter the address of a page, such as {EXAMPLE}.")
    _refuse_length(typed)
    _refuse_slips(typed)
    parts = _split(_with_scheme(typed, base))
    origin = f"{parts.scheme}://{ascii_host(parts)}"
    href = origin + ascii_rest(parts._replace(path=parts.path or "/"))
    url = PageAddress.of(href, origin).href  # without the flag of the setup
    _refuse_length(url)  # each sign that is quoted takes three
    return Address(url, origin, _notes(url, origin, base))


def _refuse_length(url: str) -> None:
    if len(url) > MAX_CHARS:
        raise AddressError(f"An address has at most {MAX_CHARS} characters. This one has {len(url)}.")


def ascii_host(parts: SplitResult) -> str:
    """The host and its port, exactly as browsers read them. Raises `AddressError` where they may read another."""
    return f"{_host(parts)}{_port(parts)}"


def ascii_rest(parts: SplitResult) -> str:
    """What comes after the host."""
    query = f"?{_quoted(parts.query)}" if parts.query else ""
    fragment = f"#{_quoted(parts.fragment)}" if parts.fragment else ""
    return f"{_quoted(parts.path)}{query}{fragment}"


def _quoted(text: str) -> str:
    try:
        return quote(text, safe="/?%:@!$&'()*+,;=~-._[]|")
    except UnicodeEncodeError:
        raise AddressError("The address has half a character in it. Type it anew.") from None


def _refuse_slips(typed: str) -> None:
    """Slips of the fingers, with what was probably meant."""
    if slip := _LOCAL_PORT.fullmatch(typed):
        port, path = slip[1] or slip[3], slip[2] or "/"
        if not typed.lower().startswith(("localhost:", "127.0.0.1:")):
            raise _meant(typed, f"http://localhost:{port}{path}")
    if len(words := typed.split()) > 1:
        several = sum("://" in word for word in words) > 1
        raise AddressError("Add one address at a time." if several else "An address has no spaces. Write them as %20.")
    if re.match(r"[a-z]:[\\/]|\\\\", typed, re.IGNORECASE):
        raise AddressError(REASONS["file"])
    if slip := _HTTP_LIKE.match(typed):
        raise _meant(typed, f"{slip[1].lower()}://{typed[slip.end() :].replace(chr(92), '/')}")


def _meant(typed: str, suggestion: str) -> AddressError:
    return AddressError(f"“{typed}” is no address. Did you mean {suggestion}?", suggestion)


def _with_scheme(typed: str, base: str) -> str:
    if typed.startswith(("./", "../")) or (typed.startswith("/") and not typed.startswith("//")):
        return urljoin(base, typed)
    if not (found := _SCHEME.match(typed)):
        return _complete(typed.removeprefix("//"))
    scheme = found[1].lower()
    if scheme not in DEFAULT_PORTS:
        rest = typed[found.end() :].lstrip("/")
        if close := _closest(scheme, DEFAULT_PORTS, 0.7):
            raise _meant(typed, f"{close}://{rest}")
        reason = REASONS.get(scheme, "Servers here are pages of the web: their addresses start with http: or https:.")
        raise AddressError(f"{reason} This one starts with {scheme}:.")
    return typed


def _complete(typed: str) -> str:
    """An address without a scheme gets one."""
    host = re.sub(r":[0-9]*$", "", re.split(r"[/?#]", typed, maxsplit=1)[0].rpartition("@")[2])
    if _WORD.fullmatch(typed) and host.lower() != "localhost" and not _is_nearly_localhost(host):
        raise AddressError(f"“{typed}” is a word, not an address. Write it as {EXAMPLE}.")
    return f"{'http' if _is_local(host) else 'https'}://{typed}"


def _closest(word: str, words: Iterable[str], likeness: float) -> str:
    from difflib import get_close_matches  # long, and only for slips

    return "".join(get_close_matches(word, list(words), 1, likeness))


def _is_nearly_localhost(host: str) -> bool:
    return host.lower() != "localhost" and bool(_closest(host.lower(), ["localhost"], 0.8))


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 (raises when it is none)
    except ValueError:
        raise AddressError(f"“{url}” has a host or a port that can't be. Write it as {EXAMPLE}.") from None
    if parts.username is not None or parts.password is not None:
        raise AddressError("Leave out the name and the password before the @: a server must not get them this way.")
    return parts


def _host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    if ":" in host:
        try:
            return f"[{ipaddress.IPv6Address(host).compressed}]"
        except ValueError:
            raise AddressError(f"“{host}” is no IPv6 address.") from None
    if re.fullmatch(r"\d+|0x[0-9a-f]*", host.rstrip(".").rpartition(".")[2]):
        return _ipv4(parts, host)
    name = _ascii(host)
    if not name or len(name) > 253 or not all(map(_LABEL.fullmatch, name.removesuffix(".").split("."))):
        raise AddressError(f"“{host}” is no name of a host. Write the address as {EXAMPLE}.")
    if "." not in name and _is_nearly_localhost(name):
        raise _meant(parts.geturl(), _on_localhost(parts))
    return name


def _ipv4(parts: SplitResult, host: str) -> str:
    try:
        address = ipaddress.IPv4Address(host)
    except ValueError:
        raise AddressError(f"“{host}” is no IP address. Write it as 192.168.0.10, say.") from None
    if address.is_unspecified:
        raise _meant(parts.geturl(), _on_localhost(parts))
    return str(address)


def _on_localhost(parts: SplitResult) -> str:
    return f"http://localhost{_port(parts)}{parts.path or '/'}"


def _ascii(host: str) -> str:
    """The name as browsers write it. Names that the older rules read differently would be another host."""
    if host.isascii():
        return host.lower()
    try:
        name = host.encode("idna").decode()
        if name.encode().decode("idna") == host.lower():
            return name
    except UnicodeError:
        pass
    raise AddressError(f"Write “{host}” in its ASCII form, which starts with xn--.")


def _port(parts: SplitResult) -> str:
    if parts.port == 0:
        raise AddressError("There is no port 0. Ports go from 1 to 65535.")
    return "" if parts.port in (None, DEFAULT_PORTS[parts.scheme]) else f":{parts.port}"


def _is_local(host: str) -> bool:
    """Whether it is this machine, to which browsers trust plain http."""
    name = host.lower().strip("[].")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _notes(url: str, origin: str, base: str) -> tuple[str, ...]:
    here = urlsplit(base)
    notes: list[str] = []
    if origin == f"{here.scheme}://{here.netloc}".lower():
        if _page_of(url) == _page_of(base):
            raise AddressError("That is this host. Enter the address of another page, which is a server.")
        notes.append("It has the same origin as this host, so it can read everything that is kept here.")
    host = urlsplit(url).hostname or ""
    if url.startswith("http:") and not _is_local(host):
        secure = f"https:{url.removeprefix('http:')}"
        if here.scheme == "https":
            raise AddressError(f"A host on https can't show pages on http. Did you mean {secure}?", secure)
        notes.append(f"The connection to {host} is not encrypted: others on the way can read and change it.")
    if not host.isascii() or "xn--" in host:
        notes.append(f"{host} is an international name: look twice whether it is the one you mean.")
    return tuple(notes)


def _page_of(url: str) -> str:
    return urlsplit(url).path.removesuffix("index.html") or "/"
