"""Small files, made here."""

from __future__ import annotations

import io
import math
import struct
import wave
import zlib
from base64 import b64encode

WIDTH = HEIGHT = 8
SAMPLES_PER_SECOND = 8000

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle cx="4" cy="4" r="4" fill="teal"/></svg>'


def _chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def png() -> bytes:
    """A picture of 8 by 8 pixels."""
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    row = b"\0" + bytes((0, 128, 128)) * WIDTH
    parts = (_chunk(b"IHDR", header), _chunk(b"IDAT", zlib.compress(row * HEIGHT)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def wav() -> bytes:
    """A tenth of a second of sound."""
    samples = (round(8000 * math.sin(2 * math.pi * 440 * n / SAMPLES_PER_SECOND)) for n in range(800))
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(SAMPLES_PER_SECOND)
        sound.writeframes(b"".join(struct.pack("<h", sample) for sample in samples))
    return file.getvalue()


def base64(data: bytes) -> str:
    return b64encode(data).decode()
