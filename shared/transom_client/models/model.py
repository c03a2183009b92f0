"""What every model is for a page, wherever it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from .completion import Completion

Message = dict[str, Any]
"""As chat completions have it: `role`, `content` …"""
Progress = Callable[[float], None]
"""How much of a model has been downloaded, from 0 to 1."""

TRIAL: list[Message] = [{"role": "user", "content": "Answer with one word: ready"}]
"""A small request, to see whether a model answers."""


class Model(Protocol):
    @property
    def name(self) -> str: ...

    async def reply(
        self, messages: Sequence[Message], options: Mapping[str, Any] | None = None, progress: Progress | None = None
    ) -> Completion:
        """The next message of a conversation, complete. Raises `ModelError`. Cancel the task to give it up.

        `options` are those of chat completions (`max_tokens`, `temperature`, `stop`), as far as the model has them. A
        model that has to be downloaded first is, where there is a `progress` to tell of it.
        """
        ...
