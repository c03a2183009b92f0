"""What the page can do, by name: for the palette and for shortcuts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import cache

MAX_QUERY = 100

NAMES = {"mod": "Ctrl", "shift": "Shift", "alt": "Alt", "escape": "Esc", "enter": "Enter"}
MAC_NAMES = {"mod": "⌘", "shift": "⇧", "alt": "⌥", "escape": "Esc", "enter": "Return"}
ARROWS = {"arrowup": "↑", "arrowdown": "↓", "arrowleft": "←", "arrowright": "→"}


@dataclass(frozen=True, slots=True)
class Command:
    id: str
    title: str
    group: str
    run: Callable[[], Awaitable[None] | None]
    keys: str = ""
    """A shortcut: `mod+k`, `alt+arrowup`, `?`. `mod` is Ctrl, and Command on a Mac."""
    enabled: Callable[[], bool] = lambda: True


@dataclass(frozen=True, slots=True)
class KeyPress:
    key: str
    ctrl: bool = False
    meta: bool = False
    alt: bool = False
    shift: bool = False
    in_field: bool = False
    """Whether it was typed into something that takes text."""


@dataclass(frozen=True, slots=True)
class Shortcut:
    key: str
    mod: bool
    alt: bool
    shift: bool

    @classmethod
    @cache
    def parse(cls, keys: str) -> Shortcut:
        *modifiers, key = keys.lower().split("+") if keys != "+" else ["+"]
        if unknown := set(modifiers) - {"mod", "alt", "shift"}:
            raise ValueError(f"{keys!r} has the unknown modifier {unknown.pop()!r}.")
        return cls(key, "mod" in modifiers, "alt" in modifiers, "shift" in modifiers)

    @property
    def is_plain(self) -> bool:
        """Whether it is one letter or sign, which speech and stray fingers type as well."""
        return len(self.key) == 1 and not (self.mod or self.alt)

    def fits(self, press: KeyPress, *, mac: bool) -> bool:
        """Keys without `mod` are for typing in a field. A sign such as `?` brings its own Shift."""
        if press.key.lower() != self.key or (press.in_field and not self.mod):
            return False
        mod, other = (press.meta, press.ctrl) if mac else (press.ctrl, press.meta)
        is_sign = len(self.key) == 1 and not self.key.isalnum()
        shift_fits = press.shift == self.shift or is_sign
        return (mod, other, press.alt) == (self.mod, False, self.alt) and shift_fits


def keys_text(keys: str, *, mac: bool) -> list[str]:
    """A shortcut as the names on the keyboard, one for each key."""
    names = MAC_NAMES if mac else NAMES
    return [names.get(key) or ARROWS.get(key) or key.capitalize() for key in keys.split("+") if key] or ["+"]


class Commands:
    """All that were added, in that order."""

    def __init__(self, has_plain_keys: Callable[[], bool] = lambda: True) -> None:
        self._has_plain_keys = has_plain_keys
        self._commands: dict[str, Command] = {}

    def add(self, *commands: Command) -> None:
        for command in commands:
            if command.keys:
                Shortcut.parse(command.keys)
            self._commands[command.id] = command

    def keys_of(self, command: Command) -> str:
        """Its shortcut, where the person wants such keys."""
        is_off = command.keys and Shortcut.parse(command.keys).is_plain and not self._has_plain_keys()
        return "" if is_off else command.keys

    @property
    def enabled(self) -> list[Command]:
        return [command for command in self._commands.values() if command.enabled()]

    @property
    def with_keys(self) -> list[Command]:
        return [command for command in self._commands.values() if self.keys_of(command)]

    def for_press(self, press: KeyPress, *, mac: bool) -> Command | None:
        """The command that a press of keys means now."""
        for command in self.with_keys:
            if Shortcut.parse(command.keys).fits(press, mac=mac) and command.enabled():
                return command
        return None


def match(query: str, commands: Iterable[Command]) -> list[Command]:
    """Those whose title or group has the letters of the query in their order, the best first."""
    words = query[:MAX_QUERY].lower().split()
    scored = [(command, _score_all(words, command)) for command in commands]
    found = [(command, score) for command, score in scored if score is not None]
    return [command for command, _ in sorted(found, key=lambda pair: -pair[1])]


def _score_all(words: list[str], command: Command) -> float | None:
    """Each word must be found; one that is only in the group counts less."""
    total = 0.0
    for word in words:
        in_title = _score(word, command.title.lower())
        in_group = _score(word, command.group.lower())
        if in_title is None and in_group is None:
            return None
        total += max(in_title or 0, (in_group or 0) / 4)
    return total


def _score(word: str, text: str) -> float | None:
    """A run of letters at the start, at the start of a word, inside one; letters at the starts of words; any."""
    if (place := text.find(word)) >= 0:
        at_word = place == 0 or not text[place - 1].isalnum()
        first_word = text.find(f" {word}") + 1
        place = place if at_word or not first_word else first_word
        return (100 if place == 0 else 80 if at_word or first_word else 50) - len(text) / 100
    starts = "".join(part[0] for part in text.replace("_", " ").replace("-", " ").split())
    if _has_in_order(word, starts):
        return 40 - len(text) / 100
    return 10 - len(text) / 100 if _has_in_order(word, text) else None


def _has_in_order(letters: str, text: str) -> bool:
    rest = iter(text)
    return all(letter in rest for letter in letters)
