"""The square as a picture: each cell that a point has fallen into is a pixel with a colour."""

from __future__ import annotations

import struct
import zlib

from points import SIDE

INSIDE = (0x1F, 0x86, 0xC4)
OUTSIDE = (0xE0, 0x8A, 0x2C)
HIT = 255
RGBA = 4


def _is_inside(pixel: int) -> bool:
    row, column = divmod(pixel, SIDE)
    return (column + 0.5) ** 2 + (SIDE - row - 0.5) ** 2 < SIDE**2


COLOURS = b"".join(bytes((*(INSIDE if _is_inside(pixel) else OUTSIDE), 0)) for pixel in range(SIDE * SIDE))
"""Every pixel in its colour, and transparent."""


class Picture:
    """256 by 256 pixels, however many points there are."""

    def __init__(self) -> None:
        self._hits = bytearray(SIDE * SIDE)

    def plot(self, columns: bytes, rows: bytes) -> None:
        hits, top = self._hits, SIDE - 1
        for column, row in zip(columns, rows, strict=True):
            hits[(top - row) * SIDE + column] = HIT

    def rgba(self) -> bytearray:
        pixels = bytearray(COLOURS)
        pixels[RGBA - 1 :: RGBA] = self._hits
        return pixels

    def png(self) -> bytes:
        pixels, width = bytes(self.rgba()), SIDE * RGBA
        lines = b"".join(b"\0" + pixels[start : start + width] for start in range(0, len(pixels), width))
        header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 6, 0, 0, 0)
        parts = ((b"IHDR", header), (b"IDAT", zlib.compress(lines, 6)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
