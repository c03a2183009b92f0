"""The browser's cameras: a stream is open only as long as it is used, and so is the light on."""

from __future__ import annotations

import asyncio
import base64
import math
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

from pyodide.ffi import JsException, create_proxy, to_js
from pyscript import document, window

from camera import CannotScan
from problems import CANNOT_READ, NO_PICTURE, UNANSWERED, UNPLUGGED, NoCamera, advice

ANSWER_SECONDS = 30
"""A person has so long to allow the camera when a tool wants it."""
PICTURE_SECONDS = 8
"""A camera that is on, and gives no picture for so long, gives none."""
DARK = 24
"""Of 255: where nothing in a picture is lighter, the camera has not found its exposure yet, or the room is dark."""
LIGHT_TRIES = 20
TRY_SECONDS = 0.1


def _object(**members: Any) -> Any:
    return to_js(members, dict_converter=window.Object.fromEntries)


def is_allowed_by_host() -> bool:
    """Whether the page's policy has the camera in it. Firefox does not tell."""
    policy = getattr(document, "featurePolicy", None)
    return policy is None or bool(policy.allowsFeature("camera"))


async def devices() -> list[tuple[str, str]]:
    """The ids and names of the cameras, which browsers tell once the camera was allowed."""
    media = getattr(window.navigator, "mediaDevices", None)
    if media is None:
        return []
    try:
        everything = await media.enumerateDevices()
    except JsException:
        return []
    found = [device for device in everything if device.kind == "videoinput" and device.deviceId]
    return [(str(one.deviceId), str(one.label) or f"Camera {number}") for number, one in enumerate(found, 1)]


async def _open(device: str) -> Any:
    media = getattr(window.navigator, "mediaDevices", None)
    if media is None:
        raise NoCamera(advice("TypeError", "", is_allowed_by_host=True))
    which = {"deviceId": {"exact": device}} if device else {"facingMode": "environment"}
    opening = media.getUserMedia(_object(video={**which, "width": {"ideal": 1920}}, audio=False))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        opening.add_done_callback(_stop_late)  # the browser opens it nonetheless, perhaps much later
        raise
    except JsException as error:
        raise NoCamera(advice(error.name, str(error), is_allowed_by_host=is_allowed_by_host())) from error


def _stop_late(opening: asyncio.Future[Any]) -> None:
    if opening.exception() is None:
        _stop(opening.result())


def _stop(stream: Any) -> None:
    for track in stream.getTracks():
        track.stop()


@asynccontextmanager
async def shown(
    video: Any, device: str, lost: Callable[[str], None], *, patience: float | None = None
) -> AsyncGenerator[str]:
    """The camera's stream in a video element, until the end of the block; the camera's name. Raises `NoCamera`.

    `lost` is called with words for the person if the camera is disconnected. `patience` is how long the browser's
    question may stay unanswered.
    """
    try:
        stream = await asyncio.wait_for(_open(device), patience)
    except TimeoutError:
        raise NoCamera(UNANSWERED) from None
    track = stream.getVideoTracks()[0]
    try:
        with listening(track, "ended", lambda event: lost(UNPLUGGED)):
            video.srcObject = stream
            await _playing(video)
            yield str(track.label) or "The camera"
    finally:
        video.srcObject = None
        _stop(stream)


@contextmanager
def listening(target: Any, kind: str, handler: Callable[[Any], object]) -> Iterator[None]:
    """Call a handler for each event, until the end of the block."""
    proxy = create_proxy(handler)
    target.addEventListener(kind, proxy)
    try:
        yield
    finally:
        target.removeEventListener(kind, proxy)
        proxy.destroy()


async def _playing(video: Any) -> None:
    """Wait for the first picture."""
    try:
        await asyncio.wait_for(_play(video), PICTURE_SECONDS)
    except TimeoutError:
        raise NoCamera(NO_PICTURE) from None


async def _play(video: Any) -> None:
    try:
        await video.play()
    except JsException as error:
        raise NoCamera(advice(error.name, str(error), is_allowed_by_host=True)) from error
    if not video.videoWidth:
        raise NoCamera(NO_PICTURE)


async def still(device: str, width: int) -> tuple[Any, str]:
    """A canvas with one picture of the camera, and the camera's name. Raises `NoCamera`."""
    video = document.createElement("video")
    video.muted = video.playsInline = True
    lost: list[str] = []
    async with shown(video, device, lost.append, patience=ANSWER_SECONDS) as name:
        await _light(video)
        scale = min(width / video.videoWidth, 1)
        canvas = _canvas(round(video.videoWidth * scale), round(video.videoHeight * scale))
        canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height)
    if lost:
        raise NoCamera(lost[0])
    return canvas, name


async def _light(video: Any) -> None:
    """Wait for a picture that is not dark: the first ones of a camera may be. In a dark room, all are."""
    pen = _canvas(8, 8).getContext("2d", _object(willReadFrequently=True))
    for _ in range(LIGHT_TRIES):
        pen.drawImage(video, 0, 0, 8, 8)
        colours = bytearray(pen.getImageData(0, 0, 8, 8).data.to_bytes())
        del colours[3::4]  # how opaque it is
        if max(colours) > DARK:
            return
        await asyncio.sleep(TRY_SECONDS)


def _canvas(width: int, height: int) -> Any:
    canvas = document.createElement("canvas")
    canvas.width, canvas.height = width, height
    return canvas


def jpeg(canvas: Any, quality: float) -> bytes:
    # At once: what a browser does with `toBlob` it does when it is idle, up to ten seconds later
    return base64.b64decode(str(canvas.toDataURL("image/jpeg", quality)).partition(",")[2])


def test_picture(width: int) -> Any:
    """A canvas with what is drawn where there is no camera: bars, a circle, and words that say so."""
    height = round(width * 3 / 4)
    canvas = _canvas(width, height)
    pen = canvas.getContext("2d")
    colours = ("#20324a", "#2f6f8f", "#5aa58a", "#d9b44a", "#c9663d", "#7c3b4f")
    for number, colour in enumerate(colours):
        pen.fillStyle = colour
        pen.fillRect(math.floor(number * width / 6), 0, math.ceil(width / 6) + 1, height)
    pen.strokeStyle = pen.fillStyle = "#ffffff"
    pen.lineWidth = max(width / 100, 1)
    pen.beginPath()
    pen.arc(width / 2, height * 0.42, height * 0.26, 0, math.tau)
    pen.stroke()
    pen.font = f"600 {max(width // 16, 8)}px system-ui, sans-serif"
    pen.textAlign = "center"
    pen.fillText("Test picture, no camera", width / 2, height * 0.88, width * 0.9)
    return canvas


async def can_detect() -> bool:
    """Whether the browser reads barcodes."""
    detector = getattr(window, "BarcodeDetector", None)
    with suppress(JsException):  # it may be there, and do nothing on this system
        return detector is not None and len(await detector.getSupportedFormats()) > 0
    return False


async def detect(canvas: Any) -> list[tuple[str, str]]:
    """The barcodes on a canvas, with their formats. Raises `CannotScan`."""
    try:
        found = await window.BarcodeDetector.new().detect(canvas)
    except JsException as error:
        raise CannotScan(f"{CANNOT_READ} ({error.name})") from error
    return [(str(code.format), str(code.rawValue)) for code in found]
