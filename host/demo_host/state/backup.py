"""The list of servers as a file and back, and links that add a server. Nothing here grants a permission."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Literal
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

from pydantic import Field, TypeAdapter, ValidationError
from transom import Visibility

from .addresses import Address, AddressError, parse_address
from .servers import NAME_CHARS, ServerEntry, Servers, clean_name

FORMAT = "transom-servers"
MAX_CHARS = 1_000_000
MAX_SERVERS = 500
TOLD_PROBLEMS = 5
MAX_FIELDS = 20
"""Of a link."""


class BackupError(ValueError):
    """A file can't be taken as a list of servers. Its text says why."""


@dataclass(frozen=True, slots=True)
class SavedServer:
    url: str
    name: Annotated[str, Field(max_length=NAME_CHARS)] = ""
    own_name: bool = True
    """Whether the person gave it; a server's own name changes with the server."""
    connect_at_start: bool = False
    session_id: Annotated[str, Field(max_length=256)] = ""
    visibility: Visibility | None = None


@dataclass(frozen=True, slots=True)
class Backup:
    servers: tuple[SavedServer, ...]
    problems: tuple[str, ...]
    """What is wrong with those that are left out."""


@dataclass(frozen=True, slots=True)
class Merged:
    added: int
    replaced: int
    kept: int
    problems: tuple[str, ...]

    def __str__(self) -> str:
        counts = {"added": self.added, "replaced": self.replaced, "left as it was": self.kept}
        told = [f"{count} {word}" for word, count in counts.items() if count]
        more = len(self.problems) - TOLD_PROBLEMS
        left_out = [*self.problems[:TOLD_PROBLEMS], *([f"{more} more can't be read."] if more > 0 else [])]
        return " ".join([f"Servers: {', '.join(told) or 'none added'}.", *left_out])


@dataclass(frozen=True, slots=True)
class DeepLink:
    address: Address
    name: str


@cache
def _form() -> TypeAdapter[SavedServer]:
    return TypeAdapter(SavedServer)


def export_servers(entries: Iterable[ServerEntry], *, with_sessions: bool) -> str:
    """Who has a session id can pose as this host's session: they are in the file only when they are wanted."""
    servers = [_saved(entry, with_sessions) for entry in entries]
    return json.dumps({"format": FORMAT, "version": 1, "servers": servers}, ensure_ascii=False, indent=2) + "\n"


def _saved(entry: ServerEntry, with_session: bool) -> dict[str, object]:
    names = ("url", "name", "own_name", "connect_at_start")
    saved: dict[str, object] = {name: getattr(entry, name) for name in names}
    if with_session and entry.session_id:
        saved["session_id"] = entry.session_id
        saved["visibility"] = entry.visibility and entry.visibility.model_dump(exclude_none=True)
    return saved


def read_backup(text: str, base: str) -> Backup:
    """What a file holds; `base` is the host's own address. Raises `BackupError`."""
    servers, problems = list[SavedServer](), list[str]()
    for number, item in enumerate(_items(text), 1):
        try:
            saved = _form().validate_json(json.dumps(item))
            url = parse_address(saved.url, base).url
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"])) or "it"
            problems.append(f"Number {number} is left out: {place}: {first['msg'].lower()}.")
        except AddressError as error:
            problems.append(f"Number {number} is left out: {error}")
        else:
            servers.append(replace(saved, url=url, name=clean_name(saved.name)))
    return Backup(tuple({one.url: one for one in servers}.values()), tuple(problems))


def _items(text: str) -> list[Any]:
    if len(text) > MAX_CHARS:
        raise BackupError(f"The file is too large for a list of servers: more than {MAX_CHARS:,} characters.")
    try:
        content = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise BackupError(f"The file is no JSON: {error}.") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise BackupError("The file is no list of servers that this host has exported.")
    if content.get("version") != 1:
        raise BackupError("The file was written by a newer host. Update this one to read it.")
    items = content.get("servers")
    if not isinstance(items, list) or len(items) > MAX_SERVERS:
        raise BackupError(f"The file must have a list “servers” of at most {MAX_SERVERS}.")
    return items


def known(servers: Servers, backup: Backup) -> list[SavedServer]:
    """Those of a file that are in the list already."""
    return [saved for saved in backup.servers if servers.find_url(saved.url)]


def merge(servers: Servers, backup: Backup, on_same: Literal["keep", "replace"]) -> Merged:
    """Put the servers of a file into the list. A session that is there is never lost for none."""
    added = replaced = kept = 0
    for saved in backup.servers:
        session = {"session_id": saved.session_id, "visibility": saved.visibility} if saved.session_id else {}
        name = {"own_name": saved.own_name} if saved.name else {}
        fields = {"connect_at_start": saved.connect_at_start, **name, **session}
        present = servers.find_url(saved.url)
        if present is None:
            servers.add(saved.url, saved.name, **fields)
            added += 1
        elif on_same == "replace":
            servers.update(present.id, name=saved.name, **fields)
            replaced += 1
        else:
            kept += 1
    return Merged(added, replaced, kept, backup.problems)


def parse_link(href: str, base: str) -> DeepLink | None:
    """The server that the page's own address asks to add, as in `?add=URL&name=Name`. Raises `AddressError`."""
    try:
        query = parse_qs(urlsplit(href).query, max_num_fields=MAX_FIELDS)
    except ValueError:
        raise AddressError(f"It has more than {MAX_FIELDS} fields.") from None
    if not (wanted := query.get("add")):
        return None
    return DeepLink(parse_address(wanted[0], base), clean_name(query.get("name", [""])[0])[:80])


def without_link(href: str) -> str:
    """The page's address without the wish to add a server."""
    parts = urlsplit(href)
    kept = [(key, value) for key, value in parse_qsl(parts.query, keep_blank_values=True) if key not in ("add", "name")]
    return parts._replace(query=urlencode(kept)).geturl()


def link_to_add(entry: ServerEntry, host: str) -> str:
    """A link that offers a server to somebody else, on the host at this address."""
    query = {"add": entry.url} | ({"name": entry.name} if entry.own_name else {})
    return urlsplit(host)._replace(query=urlencode(query), fragment="").geturl()
