"""The office of Hartley & Bose, bookkeepers, as an MCP server: clients, fee invoices, filings and the diary."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

NOW = datetime(2026, 11, 18, 9, 0)
"""A Wednesday. The office's clock does not move, so that the answers stay the same."""
TODAY = NOW.date()

READS = ToolAnnotations(read_only_hint=True)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False)
CHANGES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True)

StaffRole = Literal["partner", "senior_bookkeeper", "bookkeeper", "payroll_clerk", "trainee"]
LegalForm = Literal["sole_trader", "partnership", "limited_company", "charity"]
ClientStatus = Literal["active", "onboarding", "leaving", "dormant"]
Software = Literal["xero", "quickbooks", "sage", "spreadsheet", "paper"]
VatScheme = Literal["not_registered", "standard", "flat_rate", "cash_accounting"]
InvoiceStatus = Literal["draft", "open", "part_paid", "paid", "disputed"]
PaymentMethod = Literal["bank_transfer", "card", "cash", "cheque"]
FilingKind = Literal[
    "vat_return", "payroll", "annual_accounts", "corporation_tax", "self_assessment", "confirmation_statement"
]
FilingStatus = Literal["not_started", "waiting_for_records", "in_progress", "in_review", "filed"]
DeadlineKind = Literal["tax_payment", "records", "meeting", "registration", "internal"]


class Absence(BaseModel):
    first_day: date
    last_day: date = Field(description="Inclusive")
    reason: str


class StaffMember(BaseModel):
    id: str
    name: str
    role: StaffRole
    extension: str = Field(description="Internal phone extension")
    works_on: list[str] = Field(description="Regular working days")
    absences: list[Absence] = Field(description="Holidays and other planned absences")
    open_filings: int = Field(description="How many filings are assigned to them and not filed yet")


class ClientSummary(BaseModel):
    id: str
    name: str
    form: LegalForm
    contact: str = Field(description="The person we deal with")
    phone: str
    bookkeeper_id: str
    bookkeeper: str = Field(description="The member of staff who looks after this client")
    software: Software = Field(description="What the client keeps the books in")
    status: ClientStatus


class Client(ClientSummary):
    email: str
    town: str
    client_since: date
    vat_scheme: VatScheme
    year_end: str = Field(description="Day and month on which the financial year ends")
    monthly_fee: float = Field(description="What we charge per month, in pounds")
    payment_days: int = Field(description="Days the client has for paying our invoices")
    owes: float = Field(description="The balance of all our invoices that have been sent, in pounds")
    notes: str


class ClientList(BaseModel):
    count: int
    clients: list[ClientSummary]


class InvoiceSummary(BaseModel):
    id: str
    client_id: str
    client: str
    subject: str
    status: InvoiceStatus
    issued: date | None = Field(description="Null for a draft, which has not been sent")
    due: date | None
    total: float = Field(description="In pounds, VAT included")
    paid: float
    balance: float = Field(description="What is still to be paid, in pounds")
    days_overdue: int = Field(description="0 if it is not overdue. A disputed invoice is not counted as overdue")


class Payment(BaseModel):
    received: date
    amount: float
    method: PaymentMethod


class Reminder(BaseModel):
    sent: date
    channel: Literal["email", "phone", "letter"]
    outcome: str


class Invoice(InvoiceSummary):
    note: str
    payments: list[Payment] = Field(description="Payments received, oldest first")
    reminders: list[Reminder] = Field(description="How the client was chased for it, oldest first")


class InvoiceList(BaseModel):
    count: int
    total_balance: float = Field(description="The sum of the balances of these invoices, in pounds")
    invoices: list[InvoiceSummary]


class FilingSummary(BaseModel):
    id: str
    client_id: str
    client: str
    kind: FilingKind
    period: str
    due: date = Field(description="When it has to be with the authority")
    status: FilingStatus
    days_late: int = Field(description="Days past the due date; 0 if it is filed or not due yet")
    assigned_to_id: str | None
    assigned_to: str | None = Field(description="The member of staff who prepares it; null if nobody does yet")


class Filing(FilingSummary):
    missing_records: list[str] = Field(description="What the client still has to send us for it")
    tax_due: float | None = Field(description="What the client has to pay with it, in pounds; null if not known yet")
    filed_on: date | None
    reference: str | None = Field(description="The authority's receipt, once filed")
    note: str


class Deadline(BaseModel):
    id: str
    day: date
    kind: DeadlineKind
    title: str
    client_id: str | None
    client: str | None = Field(description="Null for a date of the office itself")
    owner_id: str | None
    owner: str | None = Field(description="The member of staff who sees to it")
    amount: float | None = Field(description="In pounds, for a tax payment")
    done: bool
    missed: bool = Field(description="The day is past and it is not done")


ClientId = Annotated[str, Field(description="Client id, for example C-101", pattern=r"^C-\d{3}$")]
StaffId = Annotated[str, Field(description="Staff id, for example ST-2", pattern=r"^ST-\d+$")]
InvoiceId = Annotated[str, Field(description="Invoice id, for example INV-2031", pattern=r"^INV-\d{4}$")]
FilingId = Annotated[str, Field(description="Filing id, for example F-501", pattern=r"^F-\d{3}$")]


def make_server(data: dict[str, Any]) -> MCPServer:
    """An office that starts with this data and keeps its changes to itself."""
    staff, clients, invoices, filings, deadlines = (
        {row["id"]: dict(row) for row in data[group]}
        for group in ("staff", "clients", "invoices", "filings", "deadlines")
    )

    server = MCPServer(
        "hartley-bose",
        title="Hartley & Bose Bookkeeping",
        instructions="The practice system of a small bookkeeper's office: clients, the invoices for our own fees, the "
        "filings we prepare for clients, and a diary of other deadlines. Nothing here reaches the tax authority or a "
        f"client. It is {NOW:%A, %Y-%m-%d, %H:%M}. Amounts are in pounds.",
    )

    def pick(table: Mapping[str, dict[str, Any]], key: str, noun: str) -> dict[str, Any]:
        if key not in table:
            raise ToolError(f"We have no {noun} with the id {key}.")
        return table[key]

    def name_in(table: Mapping[str, dict[str, Any]], key: str | None) -> str | None:
        return table[key]["name"] if key else None

    def paid_on(row: dict[str, Any]) -> float:
        return round(sum(one["amount"] for one in row["payments"]), 2)

    def balance_of(row: dict[str, Any]) -> float:
        return round(row["total"] - paid_on(row), 2)

    def invoice_status(row: dict[str, Any]) -> InvoiceStatus:
        if row["issued"] is None:
            return "draft"
        if balance_of(row) <= 0:
            return "paid"
        if row["disputed"]:
            return "disputed"
        return "part_paid" if row["payments"] else "open"

    def invoice_view(row: dict[str, Any]) -> dict[str, Any]:
        status = invoice_status(row)
        chased = status in ("open", "part_paid")
        days = (TODAY - date.fromisoformat(row["due"])).days if chased else 0
        return {
            **row,
            "client": name_in(clients, row["client_id"]),
            "status": status,
            "paid": paid_on(row),
            "balance": balance_of(row),
            "days_overdue": max(days, 0),
        }

    def client_view(row: dict[str, Any]) -> dict[str, Any]:
        sent = [one for one in invoices.values() if one["client_id"] == row["id"] and one["issued"]]
        owes = round(sum(balance_of(one) for one in sent), 2)
        return {**row, "bookkeeper": name_in(staff, row["bookkeeper_id"]), "owes": owes}

    def filing_view(row: dict[str, Any]) -> dict[str, Any]:
        days = 0 if row["status"] == "filed" else (TODAY - date.fromisoformat(row["due"])).days
        return {
            **row,
            "client": name_in(clients, row["client_id"]),
            "assigned_to": name_in(staff, row["assigned_to_id"]),
            "days_late": max(days, 0),
        }

    def deadline_view(row: dict[str, Any]) -> Deadline:
        missed = not row["done"] and date.fromisoformat(row["day"]) < TODAY
        client, owner = name_in(clients, row["client_id"]), name_in(staff, row["owner_id"])
        return Deadline.model_validate({**row, "client": client, "owner": owner, "missed": missed})

    @server.tool(annotations=READS)
    def list_staff() -> list[StaffMember]:
        """Everybody in the office: role, phone extension, working days, planned absences, and how many open filings
        they have."""
        taken = [row["assigned_to_id"] for row in filings.values() if row["status"] != "filed"]
        return [StaffMember(**row, open_filings=taken.count(row["id"])) for row in staff.values()]

    @server.tool(annotations=READS)
    def search_clients(
        text: Annotated[str, Field(description="Part of the client's or the contact's name; empty for all")] = "",
        form: Annotated[LegalForm | None, Field(description="Legal form")] = None,
        status: Annotated[ClientStatus | None, Field(description="Standing with us")] = None,
        bookkeeper_id: Annotated[str | None, Field(description="Staff id of who looks after them, e.g. ST-3")] = None,
    ) -> ClientList:
        """Search the client list; conditions add up. Gives contact, phone, bookkeeper and software of each client.
        Everything else about a client is in `get_client`."""
        if bookkeeper_id:
            pick(staff, bookkeeper_id, "member of staff")
        part = text.strip().casefold()
        found = [
            ClientSummary.model_validate(client_view(row))
            for row in clients.values()
            if (part in row["name"].casefold() or part in row["contact"].casefold())
            and form in (None, row["form"])
            and status in (None, row["status"])
            and (not bookkeeper_id or row["bookkeeper_id"] == bookkeeper_id)
        ]
        return ClientList(count=len(found), clients=found)

    @server.tool(annotations=READS)
    def get_client(client_id: ClientId) -> Client:
        """The file of one client: the summary plus e-mail, town, VAT scheme, year end, monthly fee, payment terms, what
        the client owes us, and our notes."""
        return Client.model_validate(client_view(pick(clients, client_id, "client")))

    @server.tool(annotations=READS)
    def list_invoices(
        client_id: Annotated[str | None, Field(description="Only invoices to this client, e.g. C-101")] = None,
        status: Annotated[InvoiceStatus | None, Field(description="Only invoices with this status")] = None,
        overdue_only: Annotated[bool, Field(description="Only invoices past their due date and not paid")] = False,
        issued_from: Annotated[date | None, Field(description="Only those issued on this day or later")] = None,
        issued_to: Annotated[date | None, Field(description="Only those issued on this day or earlier")] = None,
    ) -> InvoiceList:
        """List the invoices for our fees, oldest first, drafts last, with what was paid and what is still owed.
        Payments and reminders one by one are in `get_invoice`."""
        if client_id:
            pick(clients, client_id, "client")
        views = [InvoiceSummary.model_validate(invoice_view(row)) for row in invoices.values()]
        found = [
            one
            for one in sorted(views, key=lambda one: (one.issued or date.max, one.id))
            if (not client_id or one.client_id == client_id)
            and status in (None, one.status)
            and (not overdue_only or one.days_overdue > 0)
            and (not issued_from or (one.issued and one.issued >= issued_from))
            and (not issued_to or (one.issued and one.issued <= issued_to))
        ]
        total = round(sum(one.balance for one in found), 2)
        return InvoiceList(count=len(found), total_balance=total, invoices=found)

    @server.tool(annotations=READS)
    def get_invoice(invoice_id: InvoiceId) -> Invoice:
        """One invoice with its note, every payment received on it, and every reminder sent for it."""
        return Invoice.model_validate(invoice_view(pick(invoices, invoice_id, "invoice")))

    @server.tool(annotations=READS)
    def list_filings(
        client_id: Annotated[str | None, Field(description="Only filings for this client, e.g. C-101")] = None,
        kind: Annotated[FilingKind | None, Field(description="Only filings of this kind")] = None,
        status: Annotated[FilingStatus | None, Field(description="Only filings that stand like this")] = None,
        assigned_to_id: Annotated[str | None, Field(description="Only those this person prepares, e.g. ST-4")] = None,
        unassigned_only: Annotated[bool, Field(description="Only filings that nobody prepares yet")] = False,
        due_by: Annotated[date | None, Field(description="Only filings due on this day or earlier")] = None,
    ) -> list[FilingSummary]:
        """List returns, accounts and payroll submissions that we prepare for clients, by due date, those already filed
        too. What is missing for one, and its tax, is in `get_filing`."""
        if client_id:
            pick(clients, client_id, "client")
        if assigned_to_id:
            pick(staff, assigned_to_id, "member of staff")
        return [
            FilingSummary.model_validate(filing_view(row))
            for row in sorted(filings.values(), key=lambda row: (row["due"], row["id"]))
            if (not client_id or row["client_id"] == client_id)
            and kind in (None, row["kind"])
            and status in (None, row["status"])
            and (not assigned_to_id or row["assigned_to_id"] == assigned_to_id)
            and not (unassigned_only and row["assigned_to_id"])
            and (not due_by or date.fromisoformat(row["due"]) <= due_by)
        ]

    @server.tool(annotations=READS)
    def get_filing(filing_id: FilingId) -> Filing:
        """One filing in full: records the client still owes us, tax to pay, receipt, and our note."""
        return Filing.model_validate(filing_view(pick(filings, filing_id, "filing")))

    @server.tool(annotations=READS)
    def list_deadlines(
        first_day: Annotated[date | None, Field(description="From this day on, YYYY-MM-DD")] = None,
        last_day: Annotated[date | None, Field(description="Up to and including this day, YYYY-MM-DD")] = None,
        kind: Annotated[DeadlineKind | None, Field(description="Only this kind of date")] = None,
        client_id: Annotated[str | None, Field(description="Only dates of this client, e.g. C-101")] = None,
        owner_id: Annotated[str | None, Field(description="Only dates this member of staff sees to, e.g. ST-4")] = None,
        include_done: Annotated[bool, Field(description="Also those that are done")] = False,
    ) -> list[Deadline]:
        """The office diary by day: tax payments, records promised by clients, meetings, registrations, internal dates.
        The due dates of filings are not in it; see `list_filings`."""
        if client_id:
            pick(clients, client_id, "client")
        if owner_id:
            pick(staff, owner_id, "member of staff")
        views = [deadline_view(row) for row in deadlines.values()]
        return [
            one
            for one in sorted(views, key=lambda one: (one.day, one.id))
            if (not first_day or one.day >= first_day)
            and (not last_day or one.day <= last_day)
            and kind in (None, one.kind)
            and (not client_id or one.client_id == client_id)
            and (not owner_id or one.owner_id == owner_id)
            and (include_done or not one.done)
        ]

    @server.tool(annotations=ADDS)
    def record_payment(
        invoice_id: InvoiceId,
        amount: Annotated[float, Field(description="In pounds; at most the invoice's balance", gt=0)],
        method: Annotated[PaymentMethod, Field(description="How the client paid")],
        received: Annotated[date | None, Field(description="When the money arrived. Default: today")] = None,
    ) -> Invoice:
        """Enter money received from a client on one of our invoices, in full or in part."""
        row = pick(invoices, invoice_id, "invoice")
        day = received or TODAY
        if row["issued"] is None:
            raise ToolError(f"{invoice_id} is a draft, nobody can have paid it.")
        if day > TODAY:
            raise ToolError(f"{day} is in the future.")
        if amount > balance_of(row):
            raise ToolError(f"Only {balance_of(row):.2f} is left to pay on {invoice_id}.")
        row["payments"] = [*row["payments"], {"received": day.isoformat(), "amount": amount, "method": method}]
        return Invoice.model_validate(invoice_view(row))

    @server.tool(annotations=CHANGES)
    def set_filing_status(
        filing_id: FilingId,
        status: Annotated[FilingStatus, Field(description="How it stands now. `filed` only after `in_review`")],
        missing_records: Annotated[
            list[str] | None,
            Field(description="What the client has to send, for `waiting_for_records`. Default: the list stays"),
        ] = None,
    ) -> Filing:
        """Note how far a filing has got. `filed` means that it was submitted today, outside of this system, and is
        final. Any status but `waiting_for_records` means that all the records are here."""
        row = pick(filings, filing_id, "filing")
        if row["status"] == "filed":
            raise ToolError(f"{filing_id} was filed on {row['filed_on']} and stays as it is.")
        if status == "filed" and row["status"] != "in_review":
            raise ToolError(f"{filing_id} has to be reviewed first.")
        if missing_records and status != "waiting_for_records":
            raise ToolError("Only a filing that waits for records can miss some.")
        row["status"] = status
        if status != "waiting_for_records":
            row["missing_records"] = []
        elif missing_records is not None:
            row["missing_records"] = list(missing_records)
        row["filed_on"] = TODAY.isoformat() if status == "filed" else None
        return Filing.model_validate(filing_view(row))

    @server.tool(annotations=CHANGES)
    def assign_filing(filing_id: FilingId, staff_id: StaffId) -> Filing:
        """Give a filing to a member of staff, in place of whoever has it now. Trainees don't get annual accounts or
        corporation tax, and what is filed keeps its name."""
        row = pick(filings, filing_id, "filing")
        person = pick(staff, staff_id, "member of staff")
        if row["status"] == "filed":
            raise ToolError(f"{filing_id} is filed already.")
        if person["role"] == "trainee" and row["kind"] in ("annual_accounts", "corporation_tax"):
            raise ToolError(f"{person['name']} is a trainee and can't take this kind of filing.")
        row["assigned_to_id"] = staff_id
        return Filing.model_validate(filing_view(row))

    @server.tool(annotations=ADDS)
    def add_deadline(
        day: Annotated[date, Field(description="The day, YYYY-MM-DD; not in the past")],
        kind: Annotated[DeadlineKind, Field(description="`internal` for what concerns only the office")],
        title: Annotated[str, Field(description="In a few words. Default: the kind of date", max_length=120)] = "",
        client_id: Annotated[str | None, Field(description="Client it concerns, e.g. C-101, if any")] = None,
        owner_id: Annotated[str | None, Field(description="Member of staff who sees to it, e.g. ST-4, if any")] = None,
        amount: Annotated[float | None, Field(description="In pounds, for a tax payment", gt=0)] = None,
    ) -> Deadline:
        """Put a date into the office diary. It invites and informs nobody."""
        if client_id:
            pick(clients, client_id, "client")
        if owner_id:
            pick(staff, owner_id, "member of staff")
        if day < TODAY:
            raise ToolError(f"{day} is past.")
        row = {
            "id": f"DL-{1 + max(int(key.removeprefix('DL-')) for key in deadlines)}",
            "day": day.isoformat(),
            "kind": kind,
            "title": title.strip() or kind.replace("_", " ").capitalize(),
            "client_id": client_id or None,
            "owner_id": owner_id or None,
            "amount": amount,
            "done": False,
        }
        deadlines[row["id"]] = row
        return deadline_view(row)

    return server
