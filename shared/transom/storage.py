"""What a server keeps of a session: a mapping whose keys are that session's alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, MutableMapping
from typing import Any

from transom.windows import TextStore

PREFIX = "transom"
MARK = "is-set-up"


class SessionStorage(MutableMapping[str, Any]):
    """JSON values by name, under the session id. It lasts as long as the browser's storage; where that is denied, as
    long as the page."""

    def __init__(self, store: TextStore, session_id: str) -> None:
        self._store = store
        self._prefix = f"{PREFIX}:{session_id}:value:"

    def __getitem__(self, name: str) -> Any:
        text = self._store.get(self._prefix + name)
        if text is None:
            raise KeyError(name)
        return json.loads(text)

    def __setitem__(self, name: str, value: Any) -> None:
        self._store.set(self._prefix + name, json.dumps(value, allow_nan=False))

    def __delitem__(self, name: str) -> None:
        if name not in self:
            raise KeyError(name)
        self._store.delete(self._prefix + name)

    def __iter__(self) -> Iterator[str]:
        names = [key.removeprefix(self._prefix) for key in self._store.names() if key.startswith(self._prefix)]
        return iter(sorted(names))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def mark_set_up(store: TextStore, session_id: str) -> None:
    store.set(f"{PREFIX}:{session_id}:{MARK}", "true")


def is_set_up(store: TextStore, session_id: str) -> bool:
    return store.get(f"{PREFIX}:{session_id}:{MARK}") is not None


class MemoryStore:
    """Where the browser denies storage: nothing of it is there after a reload."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        return self._texts.get(key)

    def set(self, key: str, value: str) -> None:
        self._texts[key] = value

    def delete(self, key: str) -> None:
        self._texts.pop(key, None)

    def names(self) -> Iterator[str]:
        return iter(tuple(self._texts))
