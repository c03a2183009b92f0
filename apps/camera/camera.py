"""What the tools ask of a camera, and what it gives. No browser in it: tests bring a camera of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from pydantic import BaseModel, Field

Source = Literal["camera", "test picture", "none"]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, as a JPEG."""

    data: bytes
    width: int
    height: int
    source: Source
    note: str
    """For people: which camera it is from, or why it is from none."""


class Code(BaseModel):
    """A barcode in a picture."""

    format: str = Field(description="Which kind of barcode, such as qr_code")
    text: str = Field(description="What it says")


class CannotScan(Exception):
    """This browser reads no barcodes, or failed to. The words are for people."""

    def __init__(self, words: str, picture: Picture | None = None) -> None:
        super().__init__(words)
        self.picture = picture
        """The one that was taken, if so."""


class Camera(Protocol):
    """Its light is on only while a picture is taken."""

    async def take(self, width: int, quality: float) -> Picture:
        """A picture, so wide at most; a drawn one, whose note says why, if there is no camera."""
        ...

    async def scan(self) -> tuple[Picture, Sequence[Code]]:
        """Take a picture, and read the barcodes in it. Raises `CannotScan`."""
        ...
