"""A model whose code is loaded after the page is connected: the page is there sooner, and goes on meanwhile."""

from __future__ import annotations

import asyncio
import importlib
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from assistant.conversation import Turn
from assistant.model import Model, Server


class LateModel:
    """A `Model` that is made of a package, once that is loaded."""

    def __init__(self, name: str, package: str, make: Callable[[], Model]) -> None:
        self.name = name
        self._package = package
        self._make = make
        self._loading: asyncio.Task[Model] | None = None

    def load(self) -> asyncio.Task[Model]:
        """Begin with it, if nobody has yet, or if it failed before."""
        if self._loading is None or _has_failed(self._loading):
            self._loading = asyncio.ensure_future(self._load())
        return self._loading

    async def _load(self) -> Model:
        for module in in_order(self._package):
            importlib.import_module(module)
            await asyncio.sleep(0)  # the page has its turn
        return self._make()

    async def answer(self, turns: Sequence[Turn], server: Server) -> AsyncIterator[str]:
        model = await asyncio.shield(self.load())
        words = model.answer(turns, server)
        try:
            async for word in words:
                yield word
        finally:
            if isinstance(words, AsyncGenerator):
                await words.aclose()


def _has_failed(loading: asyncio.Task[Model]) -> bool:
    return loading.done() and (loading.cancelled() or loading.exception() is not None)


def in_order(package: str) -> list[str]:
    """Its modules, each after those of them that it imports: so that to import one takes as long as one takes."""
    # By name, one may bring dozens of others in one go; an order written down would break with each new module.
    spec = find_spec(package)
    folder = Path(spec.origin or "").parent if spec else Path()
    imports = re.compile(rf"^(?:from|import) ({re.escape(package)}(?:\.\w+)+)", re.MULTILINE)
    paths = {_named(package, path.relative_to(folder)): path for path in sorted(folder.rglob("[!_]*.py"))}
    texts = {name: path.read_text(encoding="utf-8") for name, path in paths.items()}
    found: list[str] = []
    entered: set[str] = set()

    def enter(name: str) -> None:
        if name in texts and name not in entered:
            entered.add(name)
            for other in imports.findall(texts[name]):
                enter(other)
            found.append(name)

    for name in texts:
        enter(name)
    return found


def _named(package: str, path: Path) -> str:
    return ".".join((package, *path.with_suffix("").parts))
