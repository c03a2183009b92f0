"""Who is told when something changes."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, TypeVar

logger = logging.getLogger(__name__)

Topic = TypeVar("Topic", bound=str)


class Observers(Generic[Topic]):
    """Functions by topic, called in the order in which they came."""

    def __init__(self) -> None:
        self._observers: dict[object, tuple[Topic, Callable[[], None]]] = {}

    def __len__(self) -> int:
        return len(self._observers)

    def add(self, topic: Topic, observer: Callable[[], None]) -> Callable[[], None]:
        """Returns what ends it."""
        token = object()
        self._observers[token] = (topic, observer)

        def end() -> None:
            self._observers.pop(token, None)

        return end

    def tell(self, topic: Topic) -> None:
        for of, observer in tuple(self._observers.values()):
            if of == topic:
                self._call(topic, observer)

    def _call(self, topic: Topic, observer: Callable[[], None]) -> None:
        try:
            observer()
        except Exception:  # the boundary between the state and who looks at it: a change is never half done
            logger.exception("An observer of %r failed", topic)
