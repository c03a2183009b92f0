"""A server's request for a model's answer: shown whole, answered by hand or by the chosen model, sent on approval."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

import mcp_types as types
from transom_client.models.refusals import ModelError
from transom_page.dom import Element, h, redraw, set_attributes, spawn

from ..state.asks import Ask, AskQueue
from ..state.chat import Draft, with_texts
from ..state.models import HostModels, SamplingModel
from ..state.store import Store
from .copying import small_button
from .results import message_view

BY_HAND = "written by hand"
NO_MODEL = "Write the answer yourself. To have a model write it, choose one in the settings."
MODEL_WAITS = "Write the answer yourself, or let the model write it. It is sent when you say so."
_numbers = count(1)


class SamplingQuestion:
    def __init__(
        self,
        ask: Ask,
        params: types.CreateMessageRequestParams,
        asks: AskQueue,
        store: Store,
        models: HostModels | None,
    ) -> None:
        self._ask, self._params, self._asks, self._models = ask, params, asks, models
        self._task: Any = None
        self._stop_reason: str | None = "endTurn"
        self._views: list[Any] = []
        self._texts: list[Element] = []
        self._system = Area("System prompt", params.system_prompt or "", "ask-system")
        self._answer = Area("Text", "", "ask-answer", rows=4)
        self._model_name = h("input", type="text", id=f"ask-model-{next(_numbers)}", testid="ask-model", value=BY_HAND)
        self._actions = h("div", class_="buttons")
        self._word = h("p", class_="note", role="status", testid="ask-status")
        self.element: Element = h(
            "form",
            self._request(),
            h("h3", "Answer"),
            self._word,
            self._actions,
            self._answer.element,
            h("label", "Model that the server is told", for_=self._model_name.id, class_="small-label"),
            self._model_name,
            h(
                "div",
                h("button", "Send answer", testid="ask-accept"),
                h("button", "Refuse", type="button", testid="ask-decline", on={"click": self._refuse}),
                class_="buttons question-send",
            ),
            novalidate=True,
            on={"submit": self._send},
        )
        self._stop = store.watch("model", self._draw)
        self._draw()

    def _request(self) -> Element:
        messages = [
            self._message(message, block) for message in self._params.messages for block in message.content_as_list
        ]
        return h(
            "section",
            h("h3", "Request"),
            self._facts(),
            self._system.element if self._params.system_prompt else None,
            *messages,
            aria_label="Request",
            testid="ask-request",
        )

    def _message(self, message: types.SamplingMessage, block: Any) -> Element:
        if isinstance(block, types.TextContent):
            area = Area(f"Message of the {message.role}", block.text, "ask-text")
            self._texts.append(area.input)
            return area.element
        view = message_view(types.SamplingMessage(role=message.role, content=block))
        self._views.append(view)
        return view.element

    def _facts(self) -> Element:
        rows = [(name, value) for name, value in _facts(self._params) if value]
        return h(
            "dl",
            *((h("dt", name), h("dd", value)) for name, value in rows),
            class_="question-facts",
            testid="ask-facts",
        )

    @property
    def _model(self) -> SamplingModel | None:
        return self._models.chosen() if self._models else None

    def _draw(self) -> None:
        model = self._model
        for area in [self._system.input, *self._texts]:
            set_attributes(area, readonly=model is None)
        redraw(self._actions, self._model_button(model) if model else None)
        if not self._task:
            self._word.textContent = MODEL_WAITS if model else NO_MODEL

    def _model_button(self, model: SamplingModel) -> Element:
        if self._task:
            return small_button("Stop", self._halt, "ask-stop")
        return small_button(f"Let {model.name} answer", self._start, "ask-run")

    def _start(self, event: Any) -> None:
        if (model := self._model) and not self._task:
            self._task = spawn(self._run(model))
            self._draw()
            self._word.textContent = f"Waiting for {model.name} …"

    async def _run(self, model: SamplingModel) -> None:
        word = "Stopped."
        try:
            texts = [area._dom_element.value for area in self._texts]
            draft = await model.complete(with_texts(self._params, self._system.value, texts))
            self._take(draft)
            word = "Read the answer, change it where you like, then send it."
        except ModelError as error:
            word = str(error)
        finally:
            self._task = None
            self._draw()
            self._word.textContent = word

    def _take(self, draft: Draft) -> None:
        self._answer.input._dom_element.value = draft.text
        self._model_name._dom_element.value = draft.model
        self._stop_reason = draft.stop_reason

    def _halt(self, event: Any) -> None:
        if self._task:
            self._task.cancel()

    def _send(self, event: Any) -> None:
        event.preventDefault()
        if not self._answer.value:
            self._word.textContent = "Write an answer first, or refuse."
            self._answer.input._dom_element.focus()
            return
        name = self._model_name._dom_element.value.strip() or BY_HAND
        self._asks.respond(self._ask, Draft(self._answer.value, name, self._stop_reason))

    def _refuse(self, event: Any) -> None:
        self._asks.decline(self._ask)

    def close(self) -> None:
        self._stop()
        self._halt(None)
        for view in self._views:
            view.close()


class Area:
    """A text in a box that grows with it."""

    def __init__(self, label: str, text: str, testid: str, rows: int = 1) -> None:
        key = f"area-{next(_numbers)}"
        self.input = h("textarea", text, id=key, rows=rows, testid=testid)
        self.element = h("div", h("label", label, for_=key, class_="small-label"), self.input, class_="question-area")

    @property
    def value(self) -> str:
        return self.input._dom_element.value


def _facts(params: types.CreateMessageRequestParams) -> list[tuple[str, str]]:
    wishes = params.model_preferences
    context = params.include_context if params.include_context != "none" else None
    return [
        ("At most", f"{params.max_tokens} tokens"),
        ("Temperature", "" if params.temperature is None else f"{params.temperature:g}"),
        ("Ends at", ", ".join(json.dumps(stop) for stop in params.stop_sequences or [])),
        ("Would like", ", ".join(hint.name for hint in (wishes.hints if wishes else None) or [] if hint.name)),
        ("Cares for", _priorities(wishes)),
        ("Wants context of", f"{context} (none is added)" if context else ""),
        ("Metadata", json.dumps(params.metadata, ensure_ascii=False) if params.metadata else ""),
    ]


def _priorities(wishes: types.ModelPreferences | None) -> str:
    if wishes is None:
        return ""
    given = {
        "cost": wishes.cost_priority,
        "speed": wishes.speed_priority,
        "intelligence": wishes.intelligence_priority,
    }
    return ", ".join(f"{name} {value:g}" for name, value in given.items() if value is not None)
