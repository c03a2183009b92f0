"""Storage of a browser, in memory: several tabs may share it."""

from __future__ import annotations


class MemoryStorage:
    def __init__(self, kept: dict[str, str] | None = None, *, is_kept: bool = True) -> None:
        self.kept = kept if kept is not None else {}
        self.is_kept = is_kept
        self.is_full = False

    def get(self, key: str) -> str | None:
        return self.kept.get(key)

    def set(self, key: str, value: str) -> None:
        if self.is_full:
            raise OSError("The browser has no room left for this site.")
        self.kept[key] = value

    def remove(self, key: str) -> None:
        self.kept.pop(key, None)

    def keys(self) -> list[str]:
        return list(self.kept)
