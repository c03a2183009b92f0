"""The MCP server of Halyard, a small translation agency: jobs, translators, clients and invoices."""

from __future__ import annotations

from datetime import UTC, date, datetime
from math import ceil
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

NOW = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)
WORDS_A_DAY = 2500
EXPRESS_SURCHARGE = 0.4

Language = Literal[
    "Danish", "Dutch", "English", "French", "German", "Italian", "Japanese", "Polish", "Portuguese", "Spanish",
    "Swedish",
]  # fmt: skip
Subject = Literal["finance", "legal", "literary", "marketing", "medical", "technical"]
JobStatus = Literal["quoted", "accepted", "translating", "reviewing", "delivered"]
InvoiceStatus = Literal["draft", "sent", "overdue", "paid"]
Role = Literal["translator", "reviewer"]

READS = ToolAnnotations(read_only_hint=True)


class Client(BaseModel):
    id: str
    name: str
    country: str
    contact: str = Field(description="The person we talk to there")
    email: str
    payment_days: int = Field(description="Days they have to pay an invoice")
    remarks: str


class Rate(BaseModel):
    source: Language
    target: Language
    per_word: float = Field(description="In euros, per source word")


class Absence(BaseModel):
    first: date
    last: date
    reason: str


class TranslatorBase(BaseModel):
    id: str
    name: str
    native: Language
    subjects: list[Subject]
    rating: float = Field(description="Mean of our reviewers' marks, 1 to 5")


class Translator(TranslatorBase):
    email: str
    city: str
    rates: list[Rate] = Field(description="What we pay them")
    absences: list[Absence] = []


class Note(BaseModel):
    on: date
    by: str
    text: str


class JobBase(BaseModel):
    id: str
    title: str
    source: Language
    target: Language
    subject: Subject
    words: int
    status: JobStatus
    deadline: datetime


class JobMore(BaseModel):
    words_done: int = Field(description="Words translated so far")
    fee: float = Field(description="What the client pays, in euros, without tax")
    brief: str = Field(description="What the client wants us to heed")
    notes: list[Note] = []


class Job(JobBase, JobMore):
    client_id: str
    translator_id: str | None = None
    reviewer_id: str | None = None


class InvoiceBase(BaseModel):
    id: str
    amount: float = Field(description="In euros, without tax")
    status: InvoiceStatus
    issued: date | None = None
    due: date | None = None
    paid: date | None = None


class Invoice(InvoiceBase):
    client_id: str
    job_ids: list[str]


class Named(BaseModel):
    id: str
    name: str


class JobRow(JobBase):
    client: Named
    late: bool = Field(description="The deadline has passed and it is not delivered")
    translator: Named | None


class JobDetails(JobRow, JobMore):
    reviewer: Named | None


class TranslatorRow(TranslatorBase):
    pairs: list[str]
    next_absence: Absence | None = Field(description="The absence that is now, or the next one")


class TranslatorDetails(Translator):
    in_hand: list[JobRow] = Field(description="Jobs they translate or review that are not delivered yet")


class InvoiceRow(InvoiceBase):
    client: Named
    jobs: list[Named]


class Estimate(BaseModel):
    per_word: float
    price: float = Field(description="In euros, without tax")
    working_days: int


JobId = Annotated[str, Field(description="Id of the job, such as J-3101")]
TranslatorId = Annotated[str, Field(description="Id of the translator, such as T-01")]


def make_server(data: dict[str, Any]) -> MCPServer[Any]:
    """A server with its own copy of the data."""
    clients = {one["id"]: Client.model_validate(one) for one in data["clients"]}
    translators = {one["id"]: Translator.model_validate(one) for one in data["translators"]}
    jobs = {one["id"]: Job.model_validate(one) for one in data["jobs"]}
    invoices = {one["id"]: Invoice.model_validate(one) for one in data["invoices"]}
    prices = [Rate.model_validate(one) for one in data["prices"]]

    instructions = "The desk of a translation agency. Amounts are in euros, times in UTC."
    server: MCPServer[Any] = MCPServer("halyard", title="Halyard Translations", instructions=instructions)

    def the_job(job_id: str) -> Job:
        if job_id not in jobs:
            raise ValueError(f"There is no job {job_id}.")
        return jobs[job_id]

    def the_translator(translator_id: str) -> Translator:
        if translator_id not in translators:
            raise ValueError(f"There is no translator {translator_id}.")
        return translators[translator_id]

    def person(translator_id: str | None) -> Named | None:
        return Named(id=translator_id, name=translators[translator_id].name) if translator_id else None

    def row_of(job: Job) -> JobRow:
        return JobRow(
            **job.model_dump(include=set(JobBase.model_fields)),
            client=Named(id=job.client_id, name=clients[job.client_id].name),
            late=job.status != "delivered" and job.deadline < NOW,
            translator=person(job.translator_id),
        )

    def details_of(job: Job) -> JobDetails:
        more = job.model_dump(include=set(JobMore.model_fields))
        return JobDetails(**row_of(job).model_dump(), **more, reviewer=person(job.reviewer_id))

    def invoice_row(invoice: Invoice) -> InvoiceRow:
        return InvoiceRow(
            **invoice.model_dump(include=set(InvoiceBase.model_fields)),
            client=Named(id=invoice.client_id, name=clients[invoice.client_id].name),
            jobs=[Named(id=one, name=jobs[one].title) for one in invoice.job_ids],
        )

    def is_away(translator: Translator, day: date) -> bool:
        return any(absence.first <= day <= absence.last for absence in translator.absences)

    @server.tool(annotations=READS)
    def list_jobs(
        status: Annotated[JobStatus | None, Field(description="Only jobs of this status")] = None,
        client_id: Annotated[str | None, Field(description="Only jobs of this client, such as C-1")] = None,
        translator_id: Annotated[str | None, Field(description="Only jobs this translator translates")] = None,
        due_by: Annotated[date | None, Field(description="Only jobs whose deadline is on this day or before")] = None,
    ) -> list[JobRow]:
        """List the jobs, by deadline.

        A job is quoted, then accepted by the client (with nobody on it yet), translating, reviewing, and delivered.
        """
        found = [
            job
            for job in jobs.values()
            if status in (None, job.status)
            and client_id in (None, job.client_id)
            and translator_id in (None, job.translator_id)
            and (due_by is None or job.deadline.date() <= due_by)
        ]
        return [row_of(job) for job in sorted(found, key=lambda job: job.deadline)]

    @server.tool(annotations=READS)
    def get_job(job_id: JobId) -> JobDetails:
        """Everything about one job: progress, translator and reviewer, fee, brief and notes."""
        return details_of(the_job(job_id))

    @server.tool(annotations=READS)
    def find_translators(
        source: Annotated[Language | None, Field(description="Language they translate from")] = None,
        target: Annotated[Language | None, Field(description="Language they translate into")] = None,
        subject: Annotated[Subject | None, Field(description="Only those who know this subject")] = None,
        free_on: Annotated[date | None, Field(description="Leave out who is away on this day")] = None,
    ) -> list[TranslatorRow]:
        """Find translators by language pair, subject or day. Without arguments, all of them."""
        return [
            TranslatorRow(
                **one.model_dump(include=set(TranslatorBase.model_fields)),
                pairs=[f"{rate.source} > {rate.target}" for rate in one.rates],
                next_absence=next((absence for absence in one.absences if absence.last >= NOW.date()), None),
            )
            for one in translators.values()
            if any(source in (None, rate.source) and target in (None, rate.target) for rate in one.rates)
            and (subject is None or subject in one.subjects)
            and (free_on is None or not is_away(one, free_on))
        ]

    @server.tool(annotations=READS)
    def get_translator(translator_id: TranslatorId) -> TranslatorDetails:
        """One translator's details: address, rates per word, absences, and the jobs in hand."""
        one = the_translator(translator_id)
        theirs = [job for job in jobs.values() if one.id in (job.translator_id, job.reviewer_id)]
        in_hand = [row_of(job) for job in theirs if job.status != "delivered"]
        return TranslatorDetails(**one.model_dump(), in_hand=in_hand)

    @server.tool(annotations=READS)
    def search_clients(
        text: Annotated[str, Field(description="Part of a name, a contact or a country; empty for all")] = "",
    ) -> list[Client]:
        """Search the clients: contact, e-mail address, payment terms and our remarks."""
        wanted = text.casefold().strip()
        return [one for one in clients.values() if wanted in f"{one.name}\n{one.contact}\n{one.country}".casefold()]

    @server.tool(annotations=READS)
    def list_invoices(
        status: Annotated[
            InvoiceStatus | None,
            Field(description="draft: not sent yet; sent: not due yet; overdue: due and not paid; paid"),
        ] = None,
        client_id: Annotated[str | None, Field(description="Only invoices to this client, such as C-1")] = None,
    ) -> list[InvoiceRow]:
        """List the invoices to clients, oldest first."""
        return [
            invoice_row(one)
            for one in invoices.values()
            if status in (None, one.status) and client_id in (None, one.client_id)
        ]

    @server.tool(annotations=READS)
    def estimate_price(
        source: Language,
        target: Language,
        words: Annotated[int, Field(gt=0, description="Words of the source text")],
        express: Annotated[bool, Field(description="In half the time, for 40 percent more")] = False,
    ) -> Estimate:
        """Work out what a client would pay for a translation, and how long it takes. Stores nothing."""
        price = next((one for one in prices if (one.source, one.target) == (source, target)), None)
        if price is None:
            raise ValueError(f"There is no price for {source} to {target}.")
        days = ceil(words / WORDS_A_DAY) + 1
        return Estimate(
            per_word=price.per_word,
            price=round(words * price.per_word * (1 + EXPRESS_SURCHARGE * express), 2),
            working_days=ceil(days / 2) if express else days,
        )

    @server.tool()
    def assign_translator(
        job_id: JobId,
        translator_id: TranslatorId,
        role: Annotated[Role, Field(description="Whether to translate the job or to review it")] = "translator",
    ) -> JobDetails:
        """Assign somebody to a job, in place of who was assigned before. An accepted job is then translating."""
        job, one = the_job(job_id), the_translator(translator_id)
        if job.status in ("quoted", "delivered"):
            raise ValueError(f"Job {job.id} is {job.status}; nobody can be assigned.")
        if is_away(one, job.deadline.date()):
            raise ValueError(f"{one.name} is away when job {job.id} is due.")
        if role == "reviewer":
            if one.native != job.target:
                raise ValueError(f"{one.name} is not a native speaker of {job.target}.")
            if one.id == job.translator_id:
                raise ValueError(f"{one.name} translates job {job.id}; somebody else has to review it.")
            job.reviewer_id = one.id
            return details_of(job)
        if not any((rate.source, rate.target) == (job.source, job.target) for rate in one.rates):
            raise ValueError(f"{one.name} does not translate from {job.source} to {job.target}.")
        job.translator_id = one.id
        if job.status == "accepted":
            job.status = "translating"
        return details_of(job)

    @server.tool()
    def move_deadline(
        job_id: JobId,
        deadline: Annotated[datetime, Field(description="The new day and time, UTC where no time zone is given")],
    ) -> JobDetails:
        """Give a job a new deadline, earlier or later. Not for delivered jobs, and not into the past."""
        job = the_job(job_id)
        moment = deadline if deadline.tzinfo else deadline.replace(tzinfo=UTC)
        if job.status == "delivered":
            raise ValueError(f"Job {job.id} is delivered.")
        if moment <= NOW:
            raise ValueError("The deadline is in the past.")
        job.deadline = moment
        return details_of(job)

    @server.tool()
    def record_payment(
        invoice_id: Annotated[str, Field(description="Id of the invoice, such as INV-2201")],
        received: Annotated[date | None, Field(description="Day the money arrived; today if not given")] = None,
    ) -> InvoiceRow:
        """Record that a client has paid an invoice in full."""
        if invoice_id not in invoices:
            raise ValueError(f"There is no invoice {invoice_id}.")
        invoice, day = invoices[invoice_id], received or NOW.date()
        if invoice.status in ("draft", "paid"):
            raise ValueError(f"Invoice {invoice.id} is {invoice.status}.")
        if day > NOW.date():
            raise ValueError("That day is in the future.")
        invoice.status, invoice.paid = "paid", day
        return invoice_row(invoice)

    return server
