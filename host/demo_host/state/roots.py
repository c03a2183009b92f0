"""The folders that a person names to a server: its roots."""

from __future__ import annotations

import json
from typing import Protocol

import mcp_types as types
from mcp import Client
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from .store import Store

KEY = "roots"


class Kept(Protocol):
    """What outlives the page: `LocalStorage`."""

    def get(self, key: str, /) -> str | None: ...
    def set(self, key: str, value: str, /) -> None: ...


class RootLists:
    """A list for each server, empty at first. Topics: `roots:ID`."""

    def __init__(self, store: Store, kept: Kept | None = None) -> None:
        self._store = store
        self._kept = kept
        self._lists = _read(kept.get(KEY)) if kept is not None else {}

    def of(self, server_id: str) -> list[types.Root]:
        return list(self._lists.get(server_id, ()))

    def add(self, server_id: str, uri: str, name: str = "") -> None:
        """Raises `ValueError`, with words for the person, for an address that is no root."""
        root = _root(uri, name)
        if any(root.uri == other.uri for other in self.of(server_id)):
            raise ValueError("This folder is in the list already.")
        self._set(server_id, [*self.of(server_id), root])

    def remove(self, server_id: str, root: types.Root) -> None:
        self._set(server_id, [other for other in self.of(server_id) if other != root])

    def forget(self, server_id: str) -> None:
        """A server has left the list of servers."""
        self._set(server_id, [])

    def _set(self, server_id: str, roots: list[types.Root]) -> None:
        self._lists[server_id] = roots
        if not roots:
            del self._lists[server_id]
        if self._kept is not None:
            self._kept.set(KEY, json.dumps({id: [_plain(root) for root in some] for id, some in self._lists.items()}))
        self._store.touch(f"roots:{server_id}")


async def tell_roots_changed(client: Client) -> None:
    """The newer protocol asks for the roots when it needs them, and has no such message."""
    if client.protocol_version not in MODERN_PROTOCOL_VERSIONS:
        await client.session.send_notification(types.RootsListChangedNotification())


def _root(uri: str, name: str) -> types.Root:
    text = uri.strip()
    if text.startswith("/"):
        text = f"file://{text}"
    try:
        return types.Root.model_validate({"uri": text, "name": name.strip() or None})
    except ValidationError:
        raise ValueError("Enter a path that starts with /, or an address that starts with file://.") from None


def _plain(root: types.Root) -> dict[str, object]:
    return root.model_dump(mode="json", exclude_none=True)


def _read(text: str | None) -> dict[str, list[types.Root]]:
    """What was kept; nothing of it where somebody else wrote it."""
    try:
        lists = json.loads(text or "{}")
        return {id: [types.Root.model_validate(root) for root in roots] for id, roots in lists.items()}
    except (ValueError, AttributeError, TypeError):
        return {}
