"""The mobile library of Hollin Vale: three vans, their village stops, books and copies, readers, reservations and fines."""

from datetime import date, timedelta
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

TODAY = date(2026, 11, 18)
HIGHEST_DEBT = 10.0
MOST_RENEWALS = 2
READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False, destructive_hint=False)
CANCELS = ToolAnnotations(read_only_hint=False, destructive_hint=True)

VanName = Literal["Bramble", "Kestrel", "Otter"]
Weekday = Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]
BookKind = Literal["novel", "crime", "history", "biography", "nature", "cookery", "children"]

BookId = Annotated[str, Field(description="Id of a title in the catalogue, for example B-214")]
ReaderId = Annotated[str, Field(description="Id of a reader, for example R-303")]
StopId = Annotated[str, Field(description="Id of a stop, for example S-06")]


class Cancellation(BaseModel):
    day: date
    reason: str


class Stop(BaseModel):
    id: str
    name: str
    village: str
    van: VanName
    weekday: Weekday
    weeks: Literal["every week", "odd weeks", "even weeks"] = Field(
        description="In which weeks of the calendar (ISO) the van comes"
    )
    arrives: str = Field(description="Local time, HH:MM")
    leaves: str = Field(description="Local time, HH:MM")
    step_free: bool = Field(description="Whether a wheelchair gets into the van here")
    note: str = Field(description="For the driver")
    next_visit: date = Field(description="The next day the van comes, today included; cancelled visits are left out")
    cancelled: list[Cancellation]


class Reservation(BaseModel):
    id: str
    title: str
    reader: str
    made: date
    pickup_stop: str
    state: Literal["waiting", "ready", "collected"]
    copy_id: str | None = Field(description="The copy that is held for the reader")


class Visit(BaseModel):
    stop_id: str
    stop: str
    arrives: str
    leaves: str
    cancelled: str | None = Field(description="Why the visit is cancelled; null where it takes place")
    to_hand_out: list[Reservation] = Field(description="Reserved copies that readers pick up here")


class Round(BaseModel):
    van: VanName
    registration: str
    driver: str = Field(description="Who drives on that day, stand-ins considered")
    visits: list[Visit]


class DayPlan(BaseModel):
    day: date
    weekday: str
    rounds: list[Round]


class Title(BaseModel):
    id: str
    title: str
    author: str
    year: int
    kind: BookKind
    owned: int = Field(description="Copies of it that the library has")
    on_shelf: int = Field(description="Copies that can be borrowed at once")


class Copy(BaseModel):
    id: str
    format: str
    van: VanName
    state: Literal["on shelf", "on loan", "held", "in repair", "missing"]
    borrower: str | None
    due: date | None


class Book(Title):
    summary: str
    copies: list[Copy]
    queue: list[Reservation] = Field(description="Who waits for a copy or has one ready, the earliest first")


class ReaderRow(BaseModel):
    id: str
    name: str
    card: Literal["adult", "child", "housebound", "group"]
    home_stop: str
    on_loan: int
    overdue: int
    owes: float = Field(description="Sum of the open fines, in pounds")


class Loan(BaseModel):
    copy_id: str
    title: str
    due: date
    days_overdue: int
    renewals: int


class Fine(BaseModel):
    id: str
    amount: float = Field(description="In pounds")
    reason: str
    day: date
    state: Literal["open", "paid", "waived"]


class Reader(ReaderRow):
    phone: str
    note: str
    loans: list[Loan]
    reservations: list[Reservation]
    fines: list[Fine]


class _Library:
    """The data, and what is worked out from it."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.vans, self.stops, self.books, self.readers = (
            {one["id"]: one for one in data[group]} for group in ("vans", "stops", "books", "readers")
        )
        self.reservations: list[dict[str, Any]] = data["reservations"]

    def find(self, group: dict[str, dict[str, Any]], what: str, wanted: str) -> dict[str, Any]:
        if wanted not in group:
            raise ToolError(f"There is no {what} {wanted}.")
        return group[wanted]

    def comes(self, stop: dict[str, Any], day: date) -> bool:
        """By the timetable, whether cancelled or not."""
        week = "odd weeks" if day.isocalendar().week % 2 else "even weeks"
        return day.strftime("%A") == stop["weekday"] and stop["weeks"] in ("every week", week)

    def cancelled(self, stop: dict[str, Any], day: date) -> str | None:
        return next((one["reason"] for one in stop["cancelled"] if one["day"] == day.isoformat()), None)

    def stop(self, stop: dict[str, Any]) -> Stop:
        day = TODAY
        while not self.comes(stop, day) or self.cancelled(stop, day):
            day += timedelta(days=1)
        return Stop(**{**stop, "van": self.vans[stop["van"]]["name"]}, next_visit=day)

    def visit(self, stop: dict[str, Any], day: date) -> Visit:
        off = self.cancelled(stop, day)
        ready = [
            one for one in self.reservations if one["state"] == "ready" and one["pickup_stop"] == stop["id"] and not off
        ]
        whole = {**stop, "stop_id": stop["id"], "stop": stop["name"], "cancelled": off}
        return Visit(**whole, to_hand_out=[self.reservation(one) for one in ready])

    def title(self, book: dict[str, Any]) -> Title:
        return Title(
            **book, owned=len(book["copies"]), on_shelf=sum(copy["state"] == "on shelf" for copy in book["copies"])
        )

    def copy(self, copy: dict[str, Any]) -> Copy:
        borrower = self.readers[copy["reader"]]["name"] if copy["reader"] else None
        return Copy(**{**copy, "id": copy["copy"], "van": self.vans[copy["van"]]["name"]}, borrower=borrower)

    def queue(self, book_id: str) -> list[dict[str, Any]]:
        open_ones = [one for one in self.reservations if one["book"] == book_id and one["state"] != "collected"]
        return sorted(open_ones, key=lambda one: one["made"])

    def book(self, book: dict[str, Any]) -> Book:
        queue = [self.reservation(one) for one in self.queue(book["id"])]
        copies = [self.copy(copy) for copy in book["copies"]]
        return Book(**self.title(book).model_dump(), summary=book["summary"], copies=copies, queue=queue)

    def loan(self, book: dict[str, Any], copy: dict[str, Any]) -> Loan:
        late = max((TODAY - date.fromisoformat(copy["due"])).days, 0)
        return Loan(**{**copy, "copy_id": copy["copy"], "title": book["title"]}, days_overdue=late)

    def loans(self, reader_id: str) -> list[Loan]:
        pairs = [(book, copy) for book in self.books.values() for copy in book["copies"]]
        return [self.loan(book, copy) for book, copy in pairs if copy["reader"] == reader_id]

    def owes(self, reader: dict[str, Any]) -> float:
        return round(sum(fine["amount"] for fine in reader["fines"] if fine["state"] == "open"), 2)

    def row(self, reader: dict[str, Any]) -> ReaderRow:
        loans = self.loans(reader["id"])
        late = sum(loan.days_overdue > 0 for loan in loans)
        whole = {**reader, "home_stop": self.stops[reader["home_stop"]]["name"]}
        return ReaderRow(**whole, on_loan=len(loans), overdue=late, owes=self.owes(reader))

    def reservation(self, one: dict[str, Any]) -> Reservation:
        names = {"title": self.books[one["book"]]["title"], "reader": self.readers[one["reader"]]["name"]}
        return Reservation(
            **{**one, **names, "pickup_stop": self.stops[one["pickup_stop"]]["name"], "copy_id": one["copy"]}
        )

    def reader(self, reader: dict[str, Any]) -> Reader:
        fines = [Fine(**{**fine, "id": fine["fine"]}) for fine in reader["fines"]]
        mine = [self.reservation(one) for one in self.reservations if one["reader"] == reader["id"]]
        more = {"phone": reader["phone"], "note": reader["note"], "fines": fines, "reservations": mine}
        return Reader(**self.row(reader).model_dump(), **more, loans=self.loans(reader["id"]))


def make_server(data: dict[str, Any]) -> MCPServer[Any]:
    library = _Library(data)
    server: MCPServer[Any] = MCPServer(
        "hollin-vale-mobile-library",
        instructions="The mobile library of Hollin Vale with its three vans. Today is Wednesday, 18 November 2026.",
    )

    @server.tool(annotations=READS)
    def list_stops(
        van: Annotated[VanName | None, Field(description="Only the stops of this van")] = None,
        weekday: Annotated[Weekday | None, Field(description="Only the stops on this day of the week")] = None,
    ) -> list[Stop]:
        """List the village stops of the timetable: place, van, day and times, access, note, next visit, and cancelled visits."""
        stops = [library.stop(stop) for stop in library.stops.values()]
        return [stop for stop in stops if van in (None, stop.van) and weekday in (None, stop.weekday)]

    @server.tool(annotations=READS)
    def get_day_plan(day: Annotated[date, Field(description="The day, YYYY-MM-DD")]) -> DayPlan:
        """Get the rounds of one day: for each van that goes out its driver, its stops in order, and the reserved books to hand out."""
        rounds = []
        for van in library.vans.values():
            stops = [stop for stop in library.stops.values() if stop["van"] == van["id"] and library.comes(stop, day)]
            visits = [library.visit(stop, day) for stop in sorted(stops, key=lambda stop: stop["arrives"])]
            driver = next((one["driver"] for one in van["stand_ins"] if one["day"] == day.isoformat()), van["driver"])
            if visits:
                rounds.append(Round(van=van["name"], registration=van["registration"], driver=driver, visits=visits))
        return DayPlan(day=day, weekday=day.strftime("%A"), rounds=rounds)

    @server.tool(annotations=READS)
    def search_books(
        text: Annotated[str | None, Field(description="Words to look for in title, author and summary")] = None,
        kind: Annotated[BookKind | None, Field(description="Only books of this kind")] = None,
        on_shelf_only: Annotated[bool, Field(description="Only titles of which a copy is on a shelf now")] = False,
    ) -> list[Title]:
        """Search the catalogue. Without any argument it lists all titles."""
        words = (text or "").casefold().split()
        books = [book for book in library.books.values() if kind in (None, book["kind"])]
        texts = [f"{book['title']} {book['author']} {book['summary']}".casefold() for book in books]
        found = [library.title(book) for book, text in zip(books, texts) if all(word in text for word in words)]
        return [title for title in found if title.on_shelf or not on_shelf_only]

    @server.tool(annotations=READS)
    def get_book(book_id: BookId) -> Book:
        """Get a title with its copies (where they are, who has them until when) and the queue of reservations."""
        return library.book(library.find(library.books, "book", book_id))

    @server.tool(annotations=READS)
    def find_readers(
        name: Annotated[str | None, Field(description="Part of the reader's name")] = None,
        home_stop_id: Annotated[str | None, Field(description="Only readers of this stop, for example S-06")] = None,
        overdue_only: Annotated[bool, Field(description="Only readers who have an overdue book")] = False,
        owing_only: Annotated[bool, Field(description="Only readers with open fines")] = False,
    ) -> list[ReaderRow]:
        """Find readers, with how many books they have, how many are overdue, and what they owe."""
        if home_stop_id:
            library.find(library.stops, "stop", home_stop_id)
        here = [one for one in library.readers.values() if not home_stop_id or one["home_stop"] == home_stop_id]
        rows = [library.row(one) for one in here if (name or "").casefold() in one["name"].casefold()]
        return [row for row in rows if (row.overdue or not overdue_only) and (row.owes or not owing_only)]

    @server.tool(annotations=READS)
    def get_reader(reader_id: ReaderId) -> Reader:
        """Get a reader: phone, note, loans with due dates, reservations, and fines."""
        return library.reader(library.find(library.readers, "reader", reader_id))

    @server.tool(annotations=ACTS)
    def reserve_book(
        book_id: BookId,
        reader_id: ReaderId,
        pickup_stop_id: Annotated[
            str | None, Field(description="Where it is picked up; the reader's home stop if left out")
        ] = None,
    ) -> Reservation:
        """Reserve a title for a reader. Not possible for readers who owe more than 10 pounds."""
        library.find(library.books, "book", book_id)
        reader = library.find(library.readers, "reader", reader_id)
        stop = library.find(library.stops, "stop", pickup_stop_id or reader["home_stop"])
        if library.owes(reader) > HIGHEST_DEBT:
            raise ToolError(
                f"{reader['name']} owes {library.owes(reader):.2f} pounds and can't reserve until that is settled."
            )
        if any(one["reader"] == reader_id for one in library.queue(book_id)):
            raise ToolError(f"{reader['name']} has reserved this title already.")
        number = max(int(one["id"].removeprefix("H-")) for one in library.reservations) + 1
        made = {"id": f"H-{number}", "book": book_id, "reader": reader_id, "made": TODAY.isoformat(), "copy": None}
        library.reservations.append({**made, "pickup_stop": stop["id"], "state": "waiting"})
        return library.reservation(library.reservations[-1])

    @server.tool(annotations=ACTS)
    def renew_loan(
        copy_id: Annotated[str, Field(description="Id of the copy on loan, for example C-2131")],
        weeks: Annotated[int, Field(ge=1, le=4, description="By how many weeks")],
    ) -> Loan:
        """Renew a loan, at most twice, and not while somebody waits for the title."""
        copies = ((book, copy) for book in library.books.values() for copy in book["copies"])
        book, copy = next((pair for pair in copies if pair[1]["copy"] == copy_id), (None, None))
        if book is None or copy is None:
            raise ToolError(f"There is no copy {copy_id}.")
        if copy["state"] != "on loan":
            raise ToolError(f"{copy_id} is not on loan.")
        if any(one["state"] == "waiting" for one in library.queue(book["id"])):
            raise ToolError(f"Somebody is waiting for {book['title']}, so it can't be renewed.")
        if copy["renewals"] >= MOST_RENEWALS:
            raise ToolError(f"{copy_id} has been renewed {MOST_RENEWALS} times already.")
        copy["due"] = (max(date.fromisoformat(copy["due"]), TODAY) + timedelta(weeks=weeks)).isoformat()
        copy["renewals"] += 1
        return library.loan(book, copy)

    @server.tool(annotations=ACTS)
    def settle_fine(
        fine_id: Annotated[str, Field(description="Id of an open fine, for example F-76; get_reader tells it")],
        how: Annotated[
            Literal["paid", "waived"], Field(description="Whether the reader has paid it, or it is let off")
        ],
    ) -> Fine:
        """Close an open fine, as paid or as waived."""
        fine = next(
            (one for reader in library.readers.values() for one in reader["fines"] if one["fine"] == fine_id), None
        )
        if fine is None:
            raise ToolError(f"There is no fine {fine_id}.")
        if fine["state"] != "open":
            raise ToolError(f"{fine_id} is {fine['state']} already.")
        fine["state"] = how
        return Fine(**{**fine, "id": fine_id})

    @server.tool(annotations=CANCELS)
    def cancel_visit(
        stop_id: StopId,
        day: Annotated[date, Field(description="The day of the visit, YYYY-MM-DD")],
        reason: Annotated[str, Field(min_length=3, description="What is put on the notice for the readers")],
    ) -> Stop:
        """Cancel one visit of the van to a stop."""
        stop = library.find(library.stops, "stop", stop_id)
        if day < TODAY or not library.comes(stop, day):
            raise ToolError(f"No van comes to {stop['name']} on {day}.")
        if library.cancelled(stop, day):
            raise ToolError(f"The visit to {stop['name']} on {day} is cancelled already.")
        stop["cancelled"].append({"day": day.isoformat(), "reason": reason})
        return library.stop(stop)

    return server
