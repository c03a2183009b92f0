"""Text that can be kept: whole characters, also where a model's words were cut in the middle of one."""

from __future__ import annotations

from typing import Any


class Joining:
    """Words as they come, the two halves of an emoji in two of them. A half that is left over is given up."""

    def __init__(self) -> None:
        self._half = ""

    def take(self, words: str) -> str:
        """What is complete by now."""
        words = self._half + words
        self._half = words[-1:] if "\ud800" <= words[-1:] <= "\udbff" else ""
        return whole(words.removesuffix(self._half))


def whole(text: str) -> str:
    """With what is half a character replaced: such a text can be neither stored nor sent."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def whole_values(value: Any) -> Any:
    """The same for all texts in a value out of JSON."""
    match value:
        case str():
            return whole(value)
        case dict():
            return {whole_values(key): whole_values(inner) for key, inner in value.items()}
        case list():
            return [whole_values(inner) for inner in value]
        case _:
            return value
