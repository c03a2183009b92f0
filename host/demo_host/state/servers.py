"""The list of servers and how it is kept: one key for each, so that two tabs do not overwrite each other."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, Any, Literal, Protocol
from urllib.parse import urlsplit

from pydantic import Field, TypeAdapter, ValidationError
from transom import PermissionRequirement, Visibility

from .addresses import label_of
from .store import Store

SERVER_KEY = "server."
ORDER_KEY = "order"
NAME_CHARS = 200

TOPIC = "servers"


class Storage(Protocol):
    """What is kept for this origin: `views.page.LocalStorage`."""

    @property
    def is_kept(self) -> bool: ...
    def get(self, key: str) -> str | None: ...
    def set(self, key: str, value: str) -> None:
        """Raises `OSError` with advice when there is no room."""
        ...

    def remove(self, key: str) -> None: ...
    def keys(self) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class ServerEntry:
    id: Annotated[str, Field(pattern=r"^[0-9a-f]{1,32}$")]
    url: Annotated[str, Field(max_length=4096, pattern=r"^https?://[^\s]+$")]
    name: Annotated[str, Field(max_length=NAME_CHARS)]
    """What the person sees: their own name for it, or the server's."""
    own_name: bool = False
    session_id: Annotated[str, Field(max_length=256)] = ""
    """What the server's storage hangs on; empty while it is not set up."""
    visibility: Visibility | None = None
    decisions: Mapping[str, bool] = field(default_factory=dict[str, bool])
    requirements: tuple[PermissionRequirement, ...] = ()
    """What it asked the person for, with its purposes."""
    permissions: frozenset[str] = frozenset()
    connect_at_start: bool = False
    shown: bool | None = None
    """The person's choice for a frame that may be shown or not."""
    added: float = 0
    """Milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class Removed:
    """What `Servers.restore` puts back."""

    entry: ServerEntry
    index: int


@dataclass(frozen=True, slots=True)
class StoredServer:
    v: Literal[1]
    entry: ServerEntry


@dataclass(frozen=True, slots=True)
class StoredOrder:
    v: Literal[1]
    ids: tuple[str, ...]


@cache
def _server_form() -> TypeAdapter[StoredServer]:
    return TypeAdapter(StoredServer)


@cache
def _order_form() -> TypeAdapter[StoredOrder]:
    return TypeAdapter(StoredOrder)


def clean_name(text: str) -> str:
    """A foreign name in one line, without what would turn or hide the text around it."""
    words = "".join(char if char.isprintable() else " " for char in text).split()
    return " ".join(words)[:NAME_CHARS]


def _name_from(url: str) -> str:
    """The name of a server that has told none yet."""
    return clean_name(label_of(url))


class Servers:
    """Topic: `servers`. Each change reads what is stored, and writes no more than its own key."""

    def __init__(self, storage: Storage, store: Store, now: Callable[[], float]) -> None:
        """`now` gives milliseconds since 1970."""
        self._storage = storage
        self._store = store
        self._now = now
        self._entries: dict[str, ServerEntry] = {}
        self._unkept: dict[str, ServerEntry] = {}
        """Those that the storage had no room for, as they are."""
        self._unread: list[str] = []
        self._refusals: dict[str, str] = {}
        """Why the storage did not take a key."""
        self._load()

    @property
    def entries(self) -> list[ServerEntry]:
        return list(self._entries.values())

    @property
    def stored_ids(self) -> set[str]:
        """Also of those that can't be read."""
        return {*self._entries, *self._unread}

    @property
    def problem(self) -> str:
        """What is wrong with the storage, and what to do; empty when all is well."""
        if not self._storage.is_kept:
            return "The browser keeps nothing for this site: the list is gone when the page is closed. Export it first."
        if self._refusals:
            reason = next(iter(self._refusals.values()))
            return f"{reason} Until then the last changes are gone when the page is closed."
        if self._unread:
            count = "One saved server" if len(self._unread) == 1 else f"{len(self._unread)} saved servers"
            return f"{count} could not be read, and stay stored as they are: {', '.join(self._unread)}."
        return ""

    def get(self, id: str) -> ServerEntry:
        """Raises `LookupError` when it is not, or no longer, in the list."""
        return self._entries[id]

    def find(self, id: str) -> ServerEntry | None:
        return self._entries.get(id)

    def find_url(self, url: str) -> ServerEntry | None:
        return next((entry for entry in self._entries.values() if entry.url == url), None)

    def add(self, url: str, name: str = "", **fields: Any) -> ServerEntry:
        """Put a server at the end of the list. `fields` are others of its entry."""
        id, name = secrets.token_hex(6), clean_name(name)
        entry = ServerEntry(id, url, name or _name_from(url), own_name=bool(name), added=self._now())
        entry = replace(entry, **fields)
        self._write(entry)
        self._write_order([*self._stored_order(), id])
        self._changed()
        return entry

    def update(self, id: str, **changes: Any) -> ServerEntry:
        """Change fields of an entry. Raises `LookupError` when another tab has removed it."""
        before = self._fresh(id)
        if before is None:
            self._changed()
            raise LookupError("This server was removed in another tab.")
        if "name" in changes:
            changes["name"] = clean_name(changes["name"]) or before.name
        entry = replace(before, **changes)
        if entry != before or id in self._unkept:
            self._write(entry)
        self._changed()
        return entry

    def rename(self, id: str, name: str) -> ServerEntry:
        """Give a server the person's own name; without one it has the server's again, from the next setup on."""
        name = clean_name(name)
        return self.update(id, name=name or _name_from(self.get(id).url), own_name=bool(name))

    def change_url(self, id: str, url: str) -> ServerEntry:
        """Give a server another address. What belongs to an origin stays with it: a new one is set up anew."""
        before = self.get(id)
        fresh = ServerEntry(id, url, before.name)
        belongs = ("session_id", "visibility", "decisions", "requirements", "permissions")
        same = urlsplit(url)[:2] == urlsplit(before.url)[:2]
        changes = {} if same else {name: getattr(fresh, name) for name in belongs}
        if not before.own_name and before.name == _name_from(before.url):
            changes["name"] = _name_from(url)
        return self.update(id, url=url, **changes)

    def remove(self, id: str) -> Removed:
        removed = Removed(self._fresh(id) or self.get(id), list(self._entries).index(id))
        self._unkept.pop(id, None)
        self._refusals.pop(SERVER_KEY + id, None)
        self._storage.remove(SERVER_KEY + id)
        self._write_order([other for other in self._stored_order() if other != id])
        self._changed()
        return removed

    def restore(self, removed: Removed) -> None:
        """Put back what was removed, where it was."""
        self._write(removed.entry)
        self._place(removed.entry.id, removed.index)
        self._changed()

    def move(self, id: str, to_index: int) -> None:
        self._place(id, to_index)

    def _place(self, id: str, index: int) -> None:
        self._load()  # the places that another tab gave the others
        others = [other for other in self._entries if other != id]
        index = max(index, 0)
        self._write_order([*others[:index], self.get(id).id, *others[index:], *self._unread])
        self._changed()

    def reload(self) -> None:
        """Another tab has written."""
        before = (self.entries, self.problem)
        self._load()
        if (self.entries, self.problem) != before:
            self._store.touch(TOPIC)

    def _changed(self) -> None:
        self._load()
        if self._refusals:
            self._write_again()
        self._store.touch(TOPIC)

    def _write_again(self) -> None:
        """What found no room may find some now."""
        for entry in list(self._unkept.values()):
            self._write(entry)
        if ORDER_KEY in self._refusals:
            self._write_order([*self._entries, *self._unread])

    def _load(self) -> None:
        self._unread = []
        keys = self._storage.keys()
        names = [key.removeprefix(SERVER_KEY) for key in keys if key.startswith(SERVER_KEY)]
        found = {id: entry for id in names if (entry := self._read(id))} | self._unkept
        oldest_first = sorted(found.values(), key=lambda entry: (entry.added, entry.id))
        order = dict.fromkeys([*self._stored_order(), *(entry.id for entry in oldest_first)])
        self._entries = {id: found[id] for id in order if id in found}

    def _fresh(self, id: str) -> ServerEntry | None:
        return self._unkept.get(id) or self._read(id)

    def _read(self, id: str) -> ServerEntry | None:
        """An entry as it is stored. What can't be read may be of a newer host: it is left alone."""
        text = self._storage.get(SERVER_KEY + id)
        if text is None:
            return None
        try:
            entry = _server_form().validate_json(text).entry
            if entry.id == id:
                return entry
        except ValidationError:
            pass
        self._unread.append(id)
        return None

    def _write(self, entry: ServerEntry) -> None:
        if self._keep(SERVER_KEY + entry.id, _server_form().dump_json(StoredServer(1, entry))):
            self._unkept.pop(entry.id, None)
        else:
            self._unkept[entry.id] = entry

    def _stored_order(self) -> list[str]:
        try:
            return list(_order_form().validate_json(self._storage.get(ORDER_KEY) or "").ids)
        except ValidationError:
            return []

    def _write_order(self, ids: list[str]) -> None:
        self._keep(ORDER_KEY, _order_form().dump_json(StoredOrder(1, tuple(ids))))

    def _keep(self, key: str, text: bytes) -> bool:
        try:
            self._storage.set(key, text.decode())
        except OSError as error:
            self._refusals[key] = str(error)
            return False
        self._refusals.pop(key, None)
        return True
