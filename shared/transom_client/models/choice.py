"""The kinds of models that a page has, which one was chosen, and its key: where that is kept, and for whom it is."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from .exchange import origin_of
from .model import TRIAL, Model, Progress
from .refusals import ModelError, json_or_none

SHOWN_CHARACTERS = 100
"""Of what a model answers when it is tried."""

M = TypeVar("M")


class Kept(Protocol):
    """What outlives the page: `localStorage`."""

    def get(self, key: str, /) -> str | None: ...
    def set(self, key: str, value: str, /) -> None:
        """Raises `OSError` where there is no room."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    kind: str
    url: str = ""
    model: str = ""
    key: str = ""
    keeps_key: bool = False
    """Whether the key outlives the page, where anybody who uses the browser can read it."""

    def changed(self, **fields: str | bool) -> Choice:
        """With other values. The key of one endpoint is not for another: it is emptied when the origin changes."""
        after = replace(self, **fields)
        before = origin_of(self.url)
        if before and "key" not in fields and origin_of(after.url) != before:
            return replace(after, key="", keeps_key=False)
        return after


@dataclass(frozen=True, slots=True)
class State:
    """How models of a kind are at this moment."""

    words: str
    """For the person; empty where there is nothing to say."""
    is_there: bool = True
    """Whether one can be chosen."""


class Source(Protocol):
    """Where models of one kind come from."""

    @property
    def has_address(self) -> bool:
        """Whether the person has to enter an address and the name of a model, and may enter a key."""
        ...

    def missing(self, choice: Choice) -> str:
        """What a choice lacks, for the person; empty where it is complete."""
        ...

    async def state(self) -> State: ...
    def model(self, choice: Choice) -> Model:
        """Of a choice that lacks nothing."""
        ...


@dataclass(frozen=True)
class Kind(Generic[M]):
    """A kind of model that can be chosen in a page, and what it tells of itself."""

    name: str
    """In what is kept, and in ids."""
    title: str
    facts: Sequence[tuple[str, str]]
    """What it can, needs, and who sees what: each with a word before it."""
    make: Callable[[Choice], M]
    """What the page works with. It is given only choices that lack nothing."""
    source: Source | None = None
    """`None` for what is always there and has nothing to try."""


class Models(Generic[M]):
    """The kinds that can be chosen, and the choice. The first kind is there without one."""

    def __init__(self, kept: Kept, key: str, kinds: Sequence[Kind[M]]) -> None:
        """The choice is kept under `key`; of what is there already, all that can be read is taken."""
        self._kept = kept
        self._key = key
        self.kinds = kinds
        self._changed: list[Callable[[], object]] = []
        self.choice = self._read()

    def kind(self, name: str) -> Kind[M]:
        return next(kind for kind in self.kinds if kind.name == name)

    def missing(self, choice: Choice) -> str:
        source = self.kind(choice.kind).source
        return source.missing(choice) if source else ""

    def choose(self, choice: Choice) -> None:
        """From the next question on. Raises `OSError` where the browser can't keep it; it holds until then."""
        self.choice = choice
        for changed in self._changed:
            changed()
        kept = {"kind": choice.kind, "url": choice.url, "model": choice.model}
        self._kept.set(self._key, json.dumps(kept | ({"key": choice.key} if choice.keeps_key and choice.key else {})))

    def on_change(self, changed: Callable[[], object]) -> None:
        self._changed.append(changed)

    def chosen(self) -> M:
        """Of the first kind, as long as the choice lacks something."""
        choice = self.choice
        kind = self.kinds[0] if self.missing(choice) else self.kind(choice.kind)
        return kind.make(choice)

    async def try_out(self, choice: Choice, progress: Progress) -> str:
        """See whether a choice answers; what came back, for the person. Raises `ModelError`."""
        if missing := self.missing(choice):
            raise ModelError(missing)
        source = self.kind(choice.kind).source
        if source is None:
            return "It is always there."
        model, started = source.model(choice), time.monotonic()
        completion = await model.reply(TRIAL, progress=progress)
        name, words = completion.model or model.name, " ".join(completion.text.split())[:SHOWN_CHARACTERS]
        took = f"{time.monotonic() - started:.1f} s"
        return f"{name} answered in {took}: “{words}”" if words else f"{name} answered in {took}, but without a word."

    def _read(self) -> Choice:
        """Nothing of it where somebody else wrote it, and the first kind where there is no such kind any more."""
        saved = json_or_none(self._kept.get(self._key) or "{}")
        texts = {k: v for k, v in saved.items() if isinstance(v, str)} if isinstance(saved, dict) else {}
        kind, key = texts.get("kind", ""), texts.get("key", "")
        if kind not in [one.name for one in self.kinds]:
            kind = self.kinds[0].name
        return Choice(kind, texts.get("url", ""), texts.get("model", ""), key, bool(key))
