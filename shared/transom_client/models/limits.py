"""How far a model may go for one answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

from .refusals import ModelError

T = TypeVar("T")


@dataclass(frozen=True)
class Limits:
    rounds: int = 10
    """How often a model may be asked on, after what it called has answered."""
    calls: int = 30
    seconds: float = 300.0
    """Of the model's own time; what is done between two requests is not counted."""
    silent_seconds: float = 120.0
    """Without a word from the model."""
    answer_characters: int = 100_000


DEFAULT_LIMITS = Limits()


class Budget:
    """What is left for one answer. Each method raises `ModelError` where it is used up."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        """`now` gives seconds."""
        self.limits = limits
        self._now = now
        self._rounds = self._calls = self._characters = 0
        self._spent = 0.0

    def round(self) -> None:
        self._rounds += 1
        if self._rounds > self.limits.rounds:
            raise ModelError(f"The model was asked on {self.limits.rounds} times without an end. Ask for less at once.")

    def call(self) -> None:
        self._calls += 1
        if self._calls > self.limits.calls:
            raise ModelError(f"The model wanted more than {self.limits.calls} calls. Ask for less at once.")

    def characters(self, text: str) -> None:
        self._characters += len(text)
        if self._characters > self.limits.answer_characters:
            raise ModelError(f"The answer was longer than {self.limits.answer_characters} characters, and was cut off.")

    @asynccontextmanager
    async def time(self) -> AsyncGenerator[None]:
        """Time that the model takes for one thing. Raises `TimeoutError` where it takes too long for that."""
        left = self.limits.seconds - self._spent
        if left <= 0:
            raise ModelError(f"The model took more than {self.limits.seconds:g} seconds. Ask for less at once.")
        started = self._now()
        try:
            async with asyncio.timeout(min(left, self.limits.silent_seconds)):
                yield
        finally:
            self._spent += self._now() - started

    async def timely(self, chunks: AsyncIterator[T]) -> AsyncIterator[T]:
        """The same, each in its time."""
        while True:
            async with self.time():
                try:
                    chunk = await anext(chunks)
                except StopAsyncIteration:
                    return
            yield chunk
