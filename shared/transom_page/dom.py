"""Elements and events for the views, over `pyscript.web`: one listener for each kind of event in the whole page."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from itertools import count
from typing import Any

from pyscript import document, web, window
from pyscript.ffi import create_proxy

Element = web.Element
Child = Element | str | None | Iterable["Child"]
Handler = Callable[[Any], object]
"""What it returns is awaited, if it can be."""

SVG = "http://www.w3.org/2000/svg"
NOT_BUBBLING = {"blur", "cancel", "close", "error", "focus", "load", "toggle"}
SAFE_SCHEMES = {"http:", "https:", "mailto:"}

log = logging.getLogger("transom_page")

_handlers: dict[str, Mapping[str, Handler]] = {}
_listening: dict[str, Any] = {}
_keys = count(1)
_tasks: set[asyncio.Task[None]] = set()
_reporters: list[Callable[[BaseException], None]] = []


def h(tag: str, *children: Child, on: Mapping[str, Handler] | None = None, **attributes: object) -> Element:
    """A new element. Strings are text. `aria_label` is `aria-label`, `class_` is `class`, `testid` is `data-testid`.

    An attribute that is `None` or `False` is left out; `True` is one without a value. `on` maps kinds of events that
    happen in it to what is called; a coroutine is run as a task.
    """
    node = document.createElement(tag)
    for name, value in attributes.items():
        set_attribute(node, name, value)
    if on:
        _attach(node, on)
    _append(node, children)
    return Element(dom_element=node)


def set_attribute(node: Any, name: str, value: object) -> None:
    attribute = "data-testid" if name == "testid" else name.rstrip("_").replace("_", "-")
    if attribute.startswith("on"):
        raise ValueError(f"{attribute} would be a script. Give a handler in on={{…}}.")
    if value is None or value is False:
        node.removeAttribute(attribute)
    else:
        node.setAttribute(attribute, "" if value is True else str(value))


def set_attributes(element: Element, **attributes: object) -> None:
    """Change attributes, named as in `h`."""
    for name, value in attributes.items():
        set_attribute(element._dom_element, name, value)


def _append(node: Any, children: Iterable[Child]) -> None:
    for child in children:
        if child is None:
            continue
        if isinstance(child, Element):
            node.appendChild(child._dom_element)
        elif isinstance(child, str):
            node.append(child)
        else:
            _append(node, child)


def icon(name: str) -> Element:
    """A drawing from the sprite in index.html. It says nothing to a screen reader: put words beside it."""
    node, use = document.createElementNS(SVG, "svg"), document.createElementNS(SVG, "use")
    node.setAttribute("class", "icon")
    node.setAttribute("aria-hidden", "true")
    use.setAttribute("href", f"#icon-{name}")
    node.appendChild(use)
    return Element(dom_element=node)


def safe_url(url: str) -> str | None:
    """A foreign address that may be in a link, or `None`."""
    scheme = url.strip().lower().partition(":")[0] + ":"
    return url.strip() if scheme in SAFE_SCHEMES else None


def link(url: str, text: str) -> Element:
    """A link to a foreign address; only its text, where the address is none that a link may have."""
    if (safe := safe_url(url)) is None:
        return h("span", text)
    return h("a", text, href=safe, target="_blank", rel="noopener noreferrer")


def find(selector: str) -> Element:
    """The element of the page that a selector names; it must be there."""
    node = document.querySelector(selector)
    if not node:
        raise LookupError(f"There is no {selector} in the page.")
    return Element(dom_element=node)


def on(element: Element, kind: str, handler: Handler) -> None:
    """Add a handler to an element that is there."""
    node = element._dom_element
    key = node.getAttribute("data-key")
    _attach(node, {**(_handlers.get(key, {}) if key else {}), kind: handler})


def _attach(node: Any, handlers: Mapping[str, Handler]) -> None:
    key = node.getAttribute("data-key") or str(next(_keys))
    node.setAttribute("data-key", key)
    node.setAttribute("data-on", " ".join(handlers))
    _handlers[key] = handlers
    for kind in handlers:
        if kind not in _listening:
            _listening[kind] = create_proxy(_dispatch)
            document.addEventListener(kind, _listening[kind], kind in NOT_BUBBLING)


def _dispatch(event: Any) -> None:
    """The nearest element with a handler for an event gets it. No form of this page is ever sent anywhere."""
    if event.type == "submit":
        event.preventDefault()  # a coroutine would come too late for it
    if not hasattr(event.target, "closest"):
        return
    node = event.target.closest(f'[data-on~="{event.type}"]')
    handlers = _handlers.get(node.getAttribute("data-key")) if node else None
    if handlers and (event.type not in NOT_BUBBLING or event.target == node):
        run(handlers[event.type], event)


def run(handler: Callable[..., object], *args: Any) -> None:
    """Call a handler. What goes wrong in it is reported, and the page goes on."""
    try:
        result = handler(*args)
    except Exception as error:
        report(error)
        return
    if inspect.isawaitable(result):
        spawn(result)


def spawn(work: Awaitable[None]) -> asyncio.Task[None]:
    async def watched() -> None:
        try:
            await work
        except Exception as error:
            report(error)

    task = asyncio.ensure_future(watched())
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return task


def report(error: BaseException) -> None:
    """An error of the page itself: into the console, and to whoever shows it."""
    log.error("The page made a mistake.", exc_info=error)
    for reporter in _reporters:
        reporter(error)


def on_report(reporter: Callable[[BaseException], None]) -> None:
    _reporters.append(reporter)


def listen(target: Any, kind: str, handler: Callable[[Any], None], **options: Any) -> Callable[[], None]:
    """For events that come often, or at windows: a listener of its own. Call what it returns to end it."""
    proxy = create_proxy(handler)
    target.addEventListener(kind, proxy)

    def end() -> None:
        target.removeEventListener(kind, proxy)
        proxy.destroy()

    return end


def replace(element: Element, *children: Child) -> None:
    """Put children in the place of those that are there."""
    forget(element)
    element._dom_element.replaceChildren()
    _append(element._dom_element, children)


def redraw(element: Element, *children: Child) -> None:
    """`replace`, and the focus stays: on what is there in its place, else on the first button."""
    focused, within = document.activeElement, element._dom_element
    if not focused or focused == within or not within.contains(focused):
        replace(element, *children)
        return
    testid, name = focused.getAttribute("data-testid"), focused.getAttribute("data-name")
    place = _with_testid(within, testid).index(focused) if testid else 0
    replace(element, *children)
    target = _in_its_place(_with_testid(within, testid), name, place) if testid else None
    target = target or within.querySelector("button, input, select, textarea")
    if target:
        target.focus()


def _with_testid(node: Any, testid: str) -> list[Any]:
    return list(node.querySelectorAll(f'[data-testid="{window.CSS.escape(testid)}"]'))


def _in_its_place(alike: list[Any], name: Any, place: int) -> Any:
    """The one with the same `data-name`; where it has gone, or none has one, that which is where it was."""
    named = [node for node in alike if name and node.getAttribute("data-name") == name]
    return next(iter(named or alike[place:] or alike[-1:]), None)


def add(element: Element, *children: Child) -> None:
    _append(element._dom_element, children)


def remove(element: Element) -> None:
    forget(element)
    _drop_handlers(element._dom_element)
    element._dom_element.remove()


def forget(element: Element) -> None:
    """Let the handlers of everything inside go."""
    for node in element._dom_element.querySelectorAll("[data-key]"):
        _drop_handlers(node)


def _drop_handlers(node: Any) -> None:
    if key := node.getAttribute("data-key"):
        _handlers.pop(key, None)


def handlers_left() -> int:
    """How many elements have handlers: for tests that look for leaks."""
    return len(_handlers)
