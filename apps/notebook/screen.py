"""The page as a whole: what a person does in it, and what tools show in it."""

from __future__ import annotations

from typing import Any

from breathing import Tell
from browser import JsException, bring, find, listen, new, object_url, window
from chart import Chart
from columns import NUMERIC, Column, DataError, Table
from figures import Figure
from notebook import Found, Notebook
from plotting import Plot, draw
from queries import Question, ask
from reading import decode
from sheet import Sheet
from sqlite import Sqlite
from writing import MEDIA_TYPES, write

NOT_SHOWN = "It can't be drawn in this page: a part of the page was not loaded. Reload the page to try again."
NOT_KEPT = "It is too large to be kept, or the browser keeps nothing: after a reload of this page, load it again."
CONTROLS = ("file", "example", "export", "go")


class Screen:
    """What a notebook asks of its page."""

    def __init__(self) -> None:
        self.has_storage = window.document.documentElement.dataset.storage == "persistent"
        self._sheet = Sheet()
        self._chart = Chart(find("chart"))
        self._sqlite = Sqlite()
        self._address = ""

    def show_table(self, table: Table) -> None:
        self._sheet.show(table)
        if self._chart.is_drawn:
            bring("drop")
        self._chart.clear()
        find("drawn").textContent = "Nothing is drawn yet."
        numeric = [column for column in table.columns if column.is_numeric]
        _choices("x", table.columns, (table.of_kind("date", *NUMERIC) or [""])[0])
        _choices("y", numeric, numeric[0].name if numeric else "")
        _choices("by", [Column("", "text", ()), *table.columns], "")

    def say(self, words: str) -> None:
        say(words)

    async def show_figure(self, figure: Figure) -> None:
        words = f"{figure.title}. {figure.description}"
        find("drawn").textContent = words
        try:
            await self._chart.show(figure)
            bring("figure")
        except JsException as error:  # uPlot was not loaded: who asked gets the image all the same
            window.console.error(str(error))
            self._chart.clear()
            find("drawn").textContent = f"{words} {NOT_SHOWN}"

    def offer_file(self, name: str, text: str, media_type: str) -> None:
        if self._address:
            window.URL.revokeObjectURL(self._address)
        self._address = object_url(text, media_type)
        link = find("offered")
        link.href, link.download, link.textContent, link.hidden = self._address, name, f"Download {name}", False

    async def run_sql(self, table: Table, statement: str, limit: int, tell: Tell) -> Found:
        return await self._sqlite.run(table, statement, limit, tell)


class Hands:
    """What a person can do in the page, without any host."""

    def __init__(self, notebook: Notebook, screen: Screen) -> None:
        self._notebook = notebook
        self._screen = screen
        listen(find("file"), "change", self._choose)
        listen(find("example"), "click", self._example)
        listen(find("export"), "click", self._export)
        listen(find("draw"), "submit", self._draw)
        for kind in ("dragenter", "dragover", "dragleave", "drop"):
            listen(window.document, kind, self._drag)
        listen(window.document, "drop", self._drop)
        for key in CONTROLS:
            find(key).disabled = False

    async def _choose(self, event: Any) -> None:
        if event.target.files.length:
            await self._read(event.target.files.item(0))
            event.target.value = ""  # the same file may be chosen again

    def _drag(self, event: Any) -> None:
        is_moving = event.type in ("dragenter", "dragover") or bool(event.relatedTarget)  # to another part of the page
        find("drop").classList.toggle("dropping", is_moving)

    def _drop(self, event: Any) -> Any:
        files = event.dataTransfer.files  # empty for who looks later, in a task
        return self._read(files.item(0)) if files.length else None

    async def _read(self, file: Any) -> None:
        say(f"Reading {file.name} …")
        data = (await file.arrayBuffer()).to_bytes()
        await self._load(self._notebook.load(file.name, decode(data), tell=say_share))

    async def _example(self, event: Any) -> None:
        await self._load(self._notebook.load_example(tell=say_share))

    async def _load(self, loading: Any) -> None:
        try:
            is_kept = await loading
        except DataError as error:
            say(str(error))
            return
        say("Loaded." if is_kept else f"Loaded. {NOT_KEPT}")

    async def _export(self, event: Any) -> None:
        answer = await ask(self._notebook.table, Question(), say_share)
        text = await write(answer.table, "csv", say_share)
        self._screen.offer_file("notebook.csv", text, MEDIA_TYPES["csv"])
        say(f"{answer.table.rows:,} rows are written.")

    async def _draw(self, event: Any) -> None:
        plot = Plot(find("kind").value, find("x").value, find("y").value, find("by").value or None)
        try:
            drawn = await draw(self._notebook.table, plot, say_share)
        except DataError as error:
            say(str(error))
            return
        await self._screen.show_figure(drawn.figure)
        say(drawn.note)


def say(words: str) -> None:
    find("said").textContent = words


async def say_share(share: float, doing: str) -> None:
    say(f"{doing}: {share:.0%}")


def _choices(key: str, columns: Any, chosen: str) -> None:
    options = [new("option", column.name or "None") for column in columns]
    for option, column in zip(options, columns, strict=True):
        option.value, option.selected = column.name, column.name == chosen
    find(key).replaceChildren(*options)
