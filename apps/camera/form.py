"""The setup form: a preview, and a choice between cameras. The light is on only while the form is open."""

from __future__ import annotations

import asyncio
from typing import Any

from pyscript import document, when  # type: ignore[reportAttributeAccessIssue]
from transom import PageSession, SetupCancelled, SetupDone

from lens import devices, shown
from pictures import NoCamera

WITHOUT = "You can go on without a camera: the tools then give a drawn test picture, and say so."
WAITING = "Waiting for the camera: the browser may ask you to allow it."
WITHOUT_DONE = "There is no camera now: the tools look for one each time, and give a drawn test picture without."


def element(name: str) -> Any:
    return document.getElementById(name)


async def ask(session: PageSession) -> SetupDone:
    form = _Form(session)
    previewing = asyncio.ensure_future(form.preview())
    try:
        while (pressed := await form.pressed.get()) == "device":
            previewing.cancel()
            await asyncio.wait([previewing])  # until the light is off: some cameras can't be opened twice
            previewing = asyncio.ensure_future(form.preview())
    finally:
        previewing.cancel()
        await asyncio.wait([previewing])
    if pressed == "cancel":
        raise SetupCancelled("The camera was not set up. Nothing was changed.")
    session.storage["device"] = form.device
    words = f"{name} is off until a tool takes a picture." if (name := form.name) else WITHOUT_DONE
    return SetupDone(display_name="Camera", message=words)


class _Form:
    def __init__(self, session: PageSession) -> None:
        self.pressed: asyncio.Queue[str] = asyncio.Queue()
        self.name = ""
        """Of the camera that is previewed."""
        self.device = str(session.storage.get("device", ""))
        """The id of the chosen camera; empty for any."""
        when("submit", "#setup")(self._submit)
        when("click", "#cancel")(lambda event: self.pressed.put_nowait("cancel"))
        when("click", "#again")(lambda event: self.pressed.put_nowait("device"))
        when("change", "#device")(self._choose)
        for button in ("use", "cancel"):
            element(button).disabled = False

    def _choose(self, event: Any) -> None:
        self.device = str(element("device").value)
        self.pressed.put_nowait("device")

    def _submit(self, event: Any) -> None:
        event.preventDefault()
        self.pressed.put_nowait("use")

    async def preview(self) -> None:
        """Show the chosen camera until cancelled."""
        self.name = ""
        self._say("waiting", WAITING)
        stopped: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        try:
            async with shown(element("preview"), self.device, stopped.set_result) as self.name:
                self._say("on", f"This is {self.name}.")
                await self._list_devices()
                raise NoCamera(await stopped)
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


def _option(value: str, name: str, is_chosen: bool) -> Any:
    option = document.createElement("option")
    option.value, option.textContent, option.selected = value, name, is_chosen
    return option
