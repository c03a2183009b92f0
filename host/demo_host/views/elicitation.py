"""Questions of a server to the person: a form to fill, or a page to open."""

from __future__ import annotations

from typing import Any

import mcp_types as types
from transom_page.dom import Element, h, replace

from ..state.asks import Ask, AskQueue, Misfit, web_address
from .forms import ArgumentsEditor


class FormQuestion:
    def __init__(self, ask: Ask, params: types.ElicitRequestFormParams, asks: AskQueue, name: str) -> None:
        self._ask, self._asks = ask, asks
        self._editor = ArgumentsEditor(
            params.requested_schema,
            submit=self._send,
            name="Your answer",
            empty="There is nothing to enter: send it to say yes.",
            send_defaults=True,
        )
        self._problem = h("p", class_="field-problem", role="alert", testid="ask-problem")
        self._accept = h("button", "Send", testid="ask-accept")
        self.element: Element = h(
            "form",
            h("p", params.message, class_="question-message", testid="ask-message"),
            self._editor.element,
            h("p", f"Your answer goes to {name}. Don’t enter passwords or keys here.", class_="note"),
            self._problem,
            _buttons(ask, asks, self._accept),
            novalidate=True,
            on={"submit": self._submit},
        )

    def _submit(self, event: Any) -> None:
        event.preventDefault()
        self._send()

    def _send(self) -> None:
        if self._accept._dom_element.disabled or not self._editor.check():  # the editor sends by keys as well
            return
        try:
            self._asks.accept(self._ask, self._editor.value)
        except Misfit as misfit:
            replace(self._problem, str(misfit))

    def close(self) -> None:
        self._editor.close()


class UrlQuestion:
    """Only a click on the link opens the page, and only where its address is one of the web."""

    def __init__(self, ask: Ask, params: types.ElicitRequestURLParams, asks: AskQueue, name: str) -> None:
        self._ask, self._asks = ask, asks
        self._address = web_address(params.url)
        self.element: Element = h(
            "div",
            h("p", params.message, class_="question-message", testid="ask-message"),
            *self._about(params.url, name),
            _buttons(ask, asks, self._link()),
        )

    def _about(self, url: str, name: str) -> list[Element | None]:
        address = self._address
        if address is None:
            words = "This is no address that surely leads where it seems to, so it can’t be opened from here:"
            return [h("p", words), h("p", h("code", url), class_="question-address", testid="ask-address")]
        host = h("strong", address.host, testid="ask-host")
        return [
            h("p", h("code", address.before, host, address.after), class_="question-address", testid="ask-address"),
            h("p", f"The server wrote it as {url}", class_="note question-address") if address.whole != url else None,
            h("p", f"It opens in a new tab. Check that you trust the site: {name} chose it.", class_="note"),
        ]

    def _link(self) -> Element | None:
        if self._address is None:
            return None
        return h(
            "a",
            f"Open {self._address.host}",
            href=self._address.whole,
            target="_blank",
            rel="noopener noreferrer",
            class_="question-link",
            testid="ask-accept",
            on={"click": lambda event: self._asks.accept(self._ask)},
        )

    def close(self) -> None:
        pass


def _buttons(ask: Ask, asks: AskQueue, accept: Element | None) -> Element:
    def no(words: str, testid: str, act: Any) -> Element:
        return h("button", words, type="button", testid=testid, on={"click": lambda event: act(ask)})

    decline = no("Decline", "ask-decline", asks.decline)
    return h("div", accept, decline, no("Cancel", "ask-cancel", asks.cancel), class_="buttons")
