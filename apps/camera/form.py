"""The setup form: a preview, and a choice between cameras. The light is on only while the form is open."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Any, Literal

from pyscript import document, window
from transom import PageSession, SetupCancelled, SetupDone

from lens import devices, listening, shown
from problems import NoCamera

WITHOUT = "You can go on without a camera: the tools then give a drawn test picture, and say so."
WAITING = "Waiting for the camera: the browser may ask you to allow it."
NONE_SEEN = "No camera was seen: the tools look for one each time, and give a drawn test picture without."


def element(name: str) -> Any:
    return document.getElementById(name)


async def ask(session: PageSession) -> SetupDone:
    """What `serve` calls as its `setup`: when a person adds the server, and when they set it up again."""
    form = _Form(str(session.storage.get("device", "")))
    with ExitStack() as listeners:
        form.listen(listeners)
        pressed = await form.previews()
    if pressed == "cancel":
        raise SetupCancelled("The camera was not set up. Nothing was changed.")
    session.storage["device"] = form.device
    words = f"{form.name} is off until a tool takes a picture." if form.name else NONE_SEEN
    return SetupDone(display_name="Camera", message=words)


class _Form:
    def __init__(self, device: str) -> None:
        self.device = device
        """The id of the chosen camera; empty for any."""
        self.name = ""
        """Of the camera that is previewed."""
        self._pressed: asyncio.Queue[Literal["use", "again", "cancel"]] = asyncio.Queue()

    def listen(self, listeners: ExitStack) -> None:
        for target, kind, handler in [
            (element("setup"), "submit", self._submit),
            (element("cancel"), "click", lambda event: self._pressed.put_nowait("cancel")),
            (element("again"), "click", lambda event: self._pressed.put_nowait("again")),
            (element("device"), "change", self._choose),
        ]:
            listeners.enter_context(listening(target, kind, handler))
        if media := getattr(window.navigator, "mediaDevices", None):
            listeners.enter_context(listening(media, "devicechange", self._devices_changed))
        for button in ("use", "again", "cancel"):
            element(button).disabled = False

    def _submit(self, event: Any) -> None:
        event.preventDefault()
        self._pressed.put_nowait("use")

    def _choose(self, event: Any) -> None:
        self.device = str(element("device").value)
        self._pressed.put_nowait("again")

    def _devices_changed(self, event: Any) -> None:
        self._listing = asyncio.ensure_future(self._list_devices())

    async def previews(self) -> Literal["use", "cancel"]:
        """Preview one camera after the other, until the form is done with; how."""
        while True:
            previewing = asyncio.ensure_future(self._preview())
            try:
                pressed = await self._pressed.get()
            finally:
                previewing.cancel()
                await asyncio.wait([previewing])  # until the light is off: some cameras can't be opened twice
            if pressed != "again":
                return pressed

    async def _preview(self) -> None:
        """Show the chosen camera until cancelled."""
        self.name = ""
        self._say("waiting", WAITING)
        lost: asyncio.Queue[str] = asyncio.Queue()
        try:
            async with shown(element("preview"), self.device, lost.put_nowait) as self.name:
                self._say("on", f"This is {self.name}.")
                await self._list_devices()
                raise NoCamera(await lost.get())
        except NoCamera as error:
            self.name = ""
            await self._list_devices()
            self._say("off", f"{error} {WITHOUT}")

    async def _list_devices(self) -> None:
        found = [("", "Any camera"), *await devices()]
        if self.device not in [value for value, _ in found]:
            found.append((self.device, "The chosen one, not connected"))
        element("device").replaceChildren(*(_option(value, name, value == self.device) for value, name in found))

    def _say(self, status: str, words: str) -> None:
        element("setup").setAttribute("data-status", status)
        element("said").textContent = words
        element("preview").ariaLabel = "What the camera sees now" if status == "on" else "No picture"


def _option(value: str, name: str, is_chosen: bool) -> Any:
    option = document.createElement("option")
    option.value, option.textContent, option.selected = value, name, is_chosen
    return option
