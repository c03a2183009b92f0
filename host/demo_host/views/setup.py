"""The dialog in which a server is set up: its stages, the permissions that it asks for, its own page, and a way out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from pyscript import document
from transom import Inspector, OuterFrame, PermissionRequirement
from transom_page.dom import Element, add, find, h, on, remove, replace, set_attributes

from ..state.live import LiveServer
from ..state.servers import ServerEntry
from ..state.sessions import SetUp
from .stages import SETUP_STAGES, Stages

BUSY_NOTE = "The server is setting itself up."
FORM_NOTE = "The server shows its own page below. What you enter there goes to that page alone."


FORM_ID = "permissions"


class SetupDialog:
    """One setup, from the opening of the dialog to its end."""

    def __init__(self, entry: ServerEntry, live: LiveServer, inspector: Inspector) -> None:
        self._entry, self._live, self._inspector = entry, live, inspector
        self._asked: tuple[PermissionRequirement, ...] = ()
        self._stages = Stages(SETUP_STAGES)
        self._note = h("p", "Its page is being loaded.", class_="note", role="status", testid="setup-note")
        self._question = h("div")
        self._go = h("span")
        cancel = h("button", "Cancel", type="button", testid="setup-cancel", on={"click": self._give_up})
        self._place = h("div", class_="setup-page", testid="setup-page")
        self._task: asyncio.Task[Any] | None = None
        self.element: Element = h(
            "dialog",
            h("h2", f"Set up {entry.name}", id="setup-title"),
            h("p", h("span", entry.url, class_="origin"), class_="note"),
            self._stages.element,
            self._note,
            self._question,
            h("p", FORM_NOTE, class_="note setup-form-note"),
            self._place,
            h("div", self._go, cancel, class_="buttons setup-foot"),
            class_="setup",
            aria_labelledby="setup-title",
            testid="setup",
            data_status="loading",
        )
        on(self.element, "cancel", self._escape)

    async def run(self) -> SetUp | None:
        """What the setup came to; `None` when the person gave it up. Raises a `TransomError` or `ValueError`."""
        focused = document.activeElement
        add(find("body"), self.element)
        self.element._dom_element.showModal()
        try:
            self._task = asyncio.ensure_future(self._set_up())
            await asyncio.wait([self._task])
            return None if self._task.cancelled() else self._task.result()
        finally:
            if self._task is not None and not self._task.done():
                self._task.cancel()
                await asyncio.wait([self._task])
            self.element._dom_element.close()
            remove(self.element)
            (focused if focused and focused.isConnected else find("#main")).focus()

    async def _set_up(self) -> SetUp:
        frame = OuterFrame(
            self._entry.url,
            self._place._dom_element,
            title=f"Setup of {self._entry.name}",
            decisions=self._entry.decisions,
            ask=self._ask,
            on_stage=self._reach,
            inspector=self._inspector,
        )
        result = await frame.setup(self._entry.session_id or None)
        return SetUp(result, self._asked)

    def _reach(self, stage: str) -> None:
        self._stages.reach(stage)
        self._live.set_stage(stage)
        set_attributes(self.element, data_status=stage)
        if stage == "ready" and self._question._dom_element.childElementCount == 0:
            replace(self._note, BUSY_NOTE)

    def _give_up(self, event: Any = None) -> None:
        if self._task is not None:
            self._task.cancel()

    def _escape(self, event: Any) -> None:
        event.preventDefault()
        self._give_up()

    async def _ask(self, requirements: tuple[PermissionRequirement, ...]) -> Iterable[str]:
        self._asked = requirements
        question = PermissionQuestion(self._entry.name, requirements)
        set_attributes(self.element, data_status="asking")
        replace(self._note, f"{self._entry.name} asks for permissions before it goes on.")
        replace(self._question, question.element)
        replace(self._go, question.go)
        question.focus()
        try:
            return await question.answer
        finally:
            replace(self._question)
            replace(self._go)
            replace(self._note, BUSY_NOTE)
            set_attributes(self.element, data_status="ready")


class PermissionQuestion:
    """Each permission with its purpose, to be allowed or not. `answer` has the names of those that are allowed."""

    def __init__(self, name: str, requirements: tuple[PermissionRequirement, ...]) -> None:
        self._requirements = requirements
        self.answer: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()
        self.go = h("button", "Continue", form=FORM_ID, testid="permissions-go", disabled=True)
        """Its button; the dialog has a place for it."""
        self.element: Element = h(
            "form",
            *(self._one(number, need) for number, need in enumerate(requirements)),
            id=FORM_ID,
            aria_label=f"Permissions for {name}",
            testid="permissions",
            on={"change": self._changed, "submit": self._submit},
        )

    def _one(self, number: int, need: PermissionRequirement) -> Element:
        times = " and ".join(
            "while it is set up" if phase == "setup" else "while it is connected" for phase in need.phase
        )
        return h(
            "fieldset",
            h("legend", need.name, " ", h("span", "Required" if need.required else "Optional", class_="badge")),
            h("p", need.purpose),
            h("p", f"It asks for it {times}. Your answer holds for all of its page.", class_="note"),
            h(
                "div",
                self._choice(number, "allow", f"Allow {need.name}"),
                self._choice(number, "deny", f"Don’t allow {need.name}"),
                class_="buttons",
            ),
            h("p", "Without it, this server can’t be used.", class_="note") if need.required else None,
            class_="permission",
            testid="permission",
            data_name=need.name,
        )

    def _choice(self, number: int, value: str, text: str) -> Element:
        return h("label", h("input", type="radio", name=f"permission-{number}", value=value), text)

    def _chosen(self, number: int) -> str:
        found = self.element._dom_element.querySelector(f"[name=permission-{number}]:checked")
        return found.value if found else ""

    def _changed(self, event: Any) -> None:
        complete = all(self._chosen(number) for number in range(len(self._requirements)))
        set_attributes(self.go, disabled=not complete)

    def _submit(self, event: Any) -> None:
        event.preventDefault()
        if not self.answer.done():
            allowed = [need.name for n, need in enumerate(self._requirements) if self._chosen(n) == "allow"]
            self.answer.set_result(allowed)

    def focus(self) -> None:
        self.element._dom_element.querySelector("input").focus()
