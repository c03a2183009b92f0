"""The camera of this page: takes a picture, or draws one and says why; shows the last one on the page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import lens
from camera import CannotScan, Code, Picture, Source
from problems import TEST_PICTURE, NoCamera

SCAN_WIDTH = 1280
SHOWN_QUALITY = 0.8
CANNOT_SCAN = "This browser can't read barcodes. Use Chrome on Android or macOS, or take_snapshot and read it yourself."


class PageCamera:
    """A `Camera`. `device` tells which one was chosen in the setup, `show` puts a picture on the page."""

    def __init__(self, device: Callable[[], str], show: Callable[[Picture], None]) -> None:
        self._device = device
        self._show = show
        self._free = asyncio.Lock()
        """Two calls at the same time would wait for the same camera."""

    async def take(self, width: int, quality: float) -> Picture:
        canvas, source, note = await self._look(width)
        return self._finish(canvas, quality, source, note)

    async def scan(self) -> tuple[Picture, Sequence[Code]]:
        if not await lens.can_detect():
            raise CannotScan(CANNOT_SCAN)
        canvas, source, note = await self._look(SCAN_WIDTH)
        picture = self._finish(canvas, SHOWN_QUALITY, source, note)
        try:
            found = await lens.detect(canvas)
        except CannotScan as error:
            raise CannotScan(str(error), picture) from error
        return picture, [Code(format=kind, text=text) for kind, text in found]

    async def _look(self, width: int) -> tuple[Any, Source, str]:
        async with self._free:
            try:
                canvas, name = await lens.still(self._device(), width)
            except NoCamera as error:
                return lens.test_picture(width), "test picture", f"{error} {TEST_PICTURE}"
        return canvas, "camera", f"From {name}."

    def _finish(self, canvas: Any, quality: float, source: Source, note: str) -> Picture:
        data = lens.jpeg(canvas, quality)
        picture = Picture(data=data, width=canvas.width, height=canvas.height, source=source, note=note)
        self._show(picture)
        return picture
