"""The page's script, which `index.html` names: draws what is calculated, and has buttons for the person in it.

Which files a server needs, what "host" is, and how to test one: ../README.md
"""

from pyscript import document, when
from transom import serve, served_origin

from desk import Desk
from picture import SIDE
from run import Run
from server import make_server

FORMATS = {
    "estimate": "{:.6f}",
    "standard_error": "± {:.6f}",
    "error": "{:+.6f}",
    "points": "{:,}",
    "inside": "{:,}",
    "points_per_second": "{:,.0f}",
}


class PageBoard:
    def __init__(self) -> None:
        self._canvas = document.getElementById("canvas").getContext("2d")
        self._image = self._canvas.createImageData(SIDE, SIDE)
        self._progress = document.getElementById("progress")
        self._digits = document.getElementById("digits")
        self._figures = {name: document.querySelector(f"[data-figure={name}]") for name in FORMATS}
        self._at_first = [(place, place.textContent) for place in (self._digits, *self._figures.values())]

    def show_run(self, run: Run) -> None:
        self._image.data.assign(run.picture.rgba())
        self._canvas.putImageData(self._image, 0, 0)
        self._progress.value = run.thrown / run.wanted
        found = run.estimate().model_dump()
        for name, form in FORMATS.items():
            self._figures[name].textContent = form.format(found[name])

    def show_digits(self, digits: str) -> None:
        self._digits.textContent = digits
        self._digits.scrollTop = self._digits.scrollHeight

    def show_busy(self, busy: bool) -> None:
        document.getElementById("start").disabled = busy
        document.getElementById("stop").disabled = not busy

    def say(self, words: str) -> None:
        document.getElementById("said").textContent = words

    def clear(self) -> None:
        self._canvas.clearRect(0, 0, SIDE, SIDE)
        self._progress.value = 0
        for place, words in self._at_first:
            place.textContent = words


board = PageBoard()
desk = Desk(board)


async def no_report(done: float, total: float, words: str) -> None:
    """The page shows it already."""


@when("click", "#start")
async def start(event) -> None:
    await desk.throw(int(document.getElementById("wanted").value), None, no_report)


@when("click", "#stop")
def stop(event) -> None:
    desk.stop()


board.show_busy(False)
await serve(
    make_server(desk), allow=[await served_origin("host")], visibility="optional", description="Shows the points."
)
