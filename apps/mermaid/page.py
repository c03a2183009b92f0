"""The page's script, which `index.html` names: an editor and a picture, and Mermaid, which draws it.

Mermaid is large, and loaded when the first diagram is drawn. The page comes with a picture of its example, example.svg.

Which files a server needs, what "host" is, and how to test one: ../README.md
"""

import asyncio
import itertools
from base64 import b64decode, b64encode

from pyodide.ffi import JsException, create_proxy
from pyscript import document, when, window
from pyscript.ffi import to_js
from transom import current_session, serve, served_origin
from transom_libraries import load

from diagram import Diagram, Drawing, Undrawable
from examples import EXAMPLES
from server import make_server
from svg import Picture

PAUSE_SECONDS = 0.2
"""After the last key, before the text is drawn."""
LEAST_WIDTH = 640
GROUNDS = {"default": "#ffffff", "dark": "#1c2024"}

DENIED = ["secure", "securityLevel", "startOnLoad", "maxTextSize", "suppressErrorRendering", "maxEdges"]
DENIED += ["htmlLabels", "themeCSS", "fontFamily", "altFontFamily", "dompurifyConfig"]
"""What a diagram must not set for itself. The first six are what Mermaid denies by default."""
SETTINGS = {
    "startOnLoad": False,
    "securityLevel": "strict",
    "secure": DENIED,
    "htmlLabels": False,
    "suppressErrorRendering": True,
    "fontFamily": "system-ui, sans-serif",
}

dark = window.matchMedia("(prefers-color-scheme: dark)")
editor = document.getElementById("editor")
caption = document.getElementById("caption")
problem = document.getElementById("problem")
go = document.getElementById("go")
full = document.getElementById("full")
image = document.getElementById("picture")
easel = document.getElementById("easel")
frame = document.getElementById("frame")


class MermaidArtist:
    def __init__(self) -> None:
        self._numbers = itertools.count()

    async def draw(self, code: str) -> Drawing:
        easel.style.width = f"{max(frame.clientWidth, LEAST_WIDTH)}px"  # some kinds fill the width that there is
        theme = "dark" if dark.matches else "default"
        try:
            mermaid = (await load("mermaid/mermaid.esm.min.mjs")).default
            mermaid.initialize(to_js({**SETTINGS, "theme": theme}))
            drawn = await mermaid.render(f"drawing{next(self._numbers)}", code, easel)
        except JsException as error:
            raise Undrawable(getattr(error, "message", None) or str(error)) from None
        finally:
            easel.replaceChildren()
        return Drawing(drawn.svg, drawn.diagramType, GROUNDS[theme])

    async def png(self, picture: Picture, scale: int) -> bytes:
        source = document.createElement("img")
        source.src = data_url(picture)
        canvas = document.createElement("canvas")
        canvas.width, canvas.height = picture.width * scale, picture.height * scale
        try:
            await source.decode()
            canvas.getContext("2d").drawImage(source, 0, 0, canvas.width, canvas.height)
            data = canvas.toDataURL("image/png").partition(",")[2]
        except JsException as error:
            raise Undrawable(error.name) from error
        if not data:  # what browsers give for a canvas that is larger than they can
            raise Undrawable("The canvas is empty.")
        return b64decode(data)


class PageBoard:
    def show_code(self, code: str) -> None:
        if editor.value != code:
            editor.value = code

    def show(self, diagram: Diagram) -> None:
        found, picture = diagram.problem, diagram.picture
        problem.textContent = str(found) if found else ""
        editor.ariaInvalid = "true" if found else "false"
        if editor.value == diagram.code:
            editor.dataset.status = "failed" if found else "drawn"
        go.hidden = not (found and found.line)
        frame.dataset.status = "stale" if found else "drawn"
        if found:
            caption.textContent = "This is the last picture; the text has an error."
        elif picture:
            image.src, image.width, image.height = data_url(picture), picture.width, picture.height
            image.alt = f"The diagram that the text describes: {diagram.kind}"
            caption.textContent = f"{picture.width} by {picture.height} pixels"


def data_url(picture: Picture) -> str:
    """A picture by data URL has no origin that it could use, and a canvas with it can be read."""
    return f"data:image/svg+xml;base64,{b64encode(picture.svg.encode()).decode()}"


diagram = Diagram(MermaidArtist(), PageBoard(), editor.value)
waiting = None


async def take_edit() -> None:
    await asyncio.sleep(PAUSE_SECONDS)
    await asyncio.shield(diagram.change(editor.value, "person"))


@when("input", "#editor")
def edit(event) -> None:
    global waiting
    editor.dataset.status = "edited"
    if waiting:
        waiting.cancel()
    waiting = asyncio.ensure_future(take_edit())


@when("change", "#example")
def take_example(event) -> None:
    text, event.target.value = EXAMPLES[event.target.value], ""
    editor.focus()
    editor.select()
    document.execCommand("insertText", False, text)  # the only way in that Ctrl+Z takes back


@when("click", "#full")
def change_size(event) -> None:
    is_full = full.ariaPressed == "false"
    full.ariaPressed = str(is_full).lower()
    frame.dataset.size = "full" if is_full else "fitted"


def offer_full_size(*changes) -> None:
    full.hidden = image.naturalWidth <= frame.clientWidth and image.naturalHeight <= frame.clientHeight


@when("click", "#go")
def go_to_line(event) -> None:
    lines = editor.value.split("\n")
    number = diagram.problem.line - 1
    start = len("\n".join(lines[:number])) + (number > 0)
    editor.focus()
    editor.setSelectionRange(start, start + len(lines[number]))


async def draw_in_other_colours() -> None:
    if diagram.picture:  # example.svg has both
        await diagram.draw()


dark.addEventListener("change", create_proxy(lambda event: asyncio.ensure_future(draw_in_other_colours())))

image.addEventListener("load", create_proxy(offer_full_size))
window.ResizeObserver.new(create_proxy(offer_full_size)).observe(frame)

if editor.value != editor.defaultValue:  # a person was there before Python
    drawing = asyncio.ensure_future(diagram.draw())  # noqa: RUF006  the module keeps it

await serve(
    make_server(diagram, lambda: current_session().storage),
    allow=[await served_origin("host")],
    visibility="required",
    description="Shows the diagram, and its text to edit.",
)
