"""The folders that a person names to a server: its roots."""

from __future__ import annotations

import json
from collections.abc import Collection

import mcp_types as types
from mcp import Client
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from .servers import Storage
from .store import Store

ROOTS_KEY = "roots."


class RootLists:
    """A list for each server under a key of its own, which other tabs write as well. Topics: `roots:ID`."""

    def __init__(self, store: Store, storage: Storage) -> None:
        self._store = store
        self._storage = storage

    def of(self, server_id: str) -> list[types.Root]:
        return _read(self._storage.get(ROOTS_KEY + server_id))

    def add(self, server_id: str, uri: str, name: str = "") -> None:
        """Raises `ValueError`, with words for the person, for an address that is no root."""
        root = _root(uri, name)
        if any(root.uri == other.uri for other in self.of(server_id)):
            raise ValueError("This folder is in the list already.")
        self._set(server_id, [*self.of(server_id), root])

    def remove(self, server_id: str, root: types.Root) -> None:
        self._set(server_id, [other for other in self.of(server_id) if other != root])

    def forget(self, server_id: str) -> None:
        """What was named to one server is not for another at a new address."""
        self._set(server_id, [])

    def keep_only(self, server_ids: Collection[str]) -> None:
        """Forget those of servers that have left the list for good."""
        keys = self._storage.keys()
        for key in keys:
            if key.startswith(ROOTS_KEY) and key.removeprefix(ROOTS_KEY) not in server_ids:
                self._storage.remove(key)

    def other_tab_wrote(self, key: str) -> None:
        self._store.touch(f"roots:{key.removeprefix(ROOTS_KEY)}")

    def _set(self, server_id: str, roots: list[types.Root]) -> None:
        if roots:
            plain = [root.model_dump(mode="json", exclude_none=True) for root in roots]
            self._storage.set(ROOTS_KEY + server_id, json.dumps(plain))
        else:
            self._storage.remove(ROOTS_KEY + server_id)
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


def _read(text: str | None) -> list[types.Root]:
    """What was kept; nothing of it where somebody else wrote it."""
    try:
        return [types.Root.model_validate(root) for root in json.loads(text or "[]")]
    except (ValueError, TypeError):
        return []
