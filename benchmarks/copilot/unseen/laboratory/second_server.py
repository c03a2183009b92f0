"""The MCP server of a water testing laboratory: samples, clients, instruments, staff and reports."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

TODAY = date(2026, 11, 18)

Matrix = Literal["drinking", "ground", "surface", "pool", "waste"]
SampleStatus = Literal["received", "in_analysis", "in_review", "reported", "rejected"]
Priority = Literal["routine", "urgent"]
AnalysisState = Literal["pending", "running", "done"]
Bench = Literal["microbiology", "metals", "wet_chemistry", "field", "quality"]
InstrumentStatus = Literal["in_service", "out_of_service"]
ReportStatus = Literal["draft", "approved", "released"]

SampleId = Annotated[str, Field(description="Id of a sample, such as W-2036.")]
InstrumentId = Annotated[str, Field(description="Id of an instrument, such as I-02.")]
TechnicianId = Annotated[str, Field(description="Id of a technician, such as T-4; get_roster has them.")]
ReportId = Annotated[str, Field(description="Id of a report, such as R-301.")]


class ClientCard(BaseModel):
    id: str
    name: str
    kind: str
    contact: str = Field(description="The person to speak to.")
    phone: str
    email: str
    town: str
    notes: str


class SampleSummary(BaseModel):
    id: str
    client_id: str
    client: str
    point: str = Field(description="Where the sample was taken.")
    matrix: Matrix
    status: SampleStatus
    priority: Priority
    received_on: date
    due_on: date | None = Field(description="When the client is to have the report.")
    over_limit: list[str] = Field(description="Parameters whose result breaks the limit.")


class Analysis(BaseModel):
    parameter: str
    method: str
    technician_id: str
    technician: str
    state: AnalysisState
    result: float | None
    unit: str
    limit: str
    over_limit: bool


class SampleDetails(SampleSummary):
    collected_on: date
    collected_by: str
    arrival_temperature: float = Field(description="In degrees Celsius.")
    comment: str
    analyses: list[Analysis]


class Calibration(BaseModel):
    performed_on: date
    technician: str
    deviation_percent: float
    passed: bool


class Instrument(BaseModel):
    id: str
    name: str
    model: str
    bench: Bench
    room: str
    status: InstrumentStatus
    tolerance_percent: float
    next_calibration: date
    calibrations: list[Calibration] = Field(description="Oldest first.")
    note: str


class Technician(BaseModel):
    id: str
    name: str
    role: str
    bench: Bench
    extension: str


class Shift(Technician):
    starts: str
    ends: str


class Away(Technician):
    reason: str


class Roster(BaseModel):
    day: date
    weekday: str
    present: list[Shift]
    away: list[Away]


class Report(BaseModel):
    id: str
    client_id: str
    client: str
    sample_ids: list[str]
    status: ReportStatus
    author: str
    approved_by: str | None
    released_on: date | None
    fee: float = Field(description="In pounds.")
    conclusion: str


def _limit(analysis: dict[str, Any]) -> str:
    low, high = analysis["minimum"], analysis["maximum"]
    return f"at most {high}" if low is None else f"{low} to {high}"


def _over(analysis: dict[str, Any]) -> bool:
    value, low = analysis["value"], analysis["minimum"]
    return value is not None and (value > analysis["maximum"] or (low is not None and value < low))


class _Lab:
    """The state of one server."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.clients, self.technicians, self.instruments, self.samples, self.reports = (
            {one["id"]: one for one in data[group]}
            for group in ("clients", "technicians", "instruments", "samples", "reports")
        )

    @staticmethod
    def find(group: dict[str, dict[str, Any]], what: str, key: str) -> dict[str, Any]:
        found = group.get(key.strip().upper())
        if found is None:
            raise ToolError(f"There is no {what} {key}.")
        return found

    def of_client(self, group: dict[str, dict[str, Any]], client_id: str | None) -> list[dict[str, Any]]:
        client = self.find(self.clients, "client", client_id) if client_id else None
        return [one for one in group.values() if client is None or one["client_id"] == client["id"]]

    def name_of(self, technician_id: str) -> str:
        return self.technicians[technician_id]["name"] if technician_id else ""

    def summary(self, sample: dict[str, Any]) -> dict[str, Any]:
        return {
            **{name: sample[name] for name in SampleSummary.model_fields if name in sample},
            "client": self.clients[sample["client_id"]]["name"],
            "over_limit": [one["parameter"] for one in sample["analyses"] if _over(one)],
        }

    def details(self, sample: dict[str, Any]) -> SampleDetails:
        return SampleDetails(
            **self.summary(sample),
            collected_on=sample["collected_on"],
            collected_by=self.name_of(sample["collected_by"]) or "the client",
            arrival_temperature=sample["arrival_temperature"],
            comment=sample["comment"],
            analyses=[self.analysis(one) for one in sample["analyses"]],
        )

    def analysis(self, one: dict[str, Any]) -> Analysis:
        return Analysis(
            **{name: one[name] for name in ("parameter", "method", "technician_id", "state", "unit")},
            technician=self.name_of(one["technician_id"]),
            result=one["value"],
            limit=_limit(one),
            over_limit=_over(one),
        )

    def instrument(self, one: dict[str, Any]) -> Instrument:
        calibrations = [
            Calibration(
                performed_on=each["performed_on"],
                technician=self.name_of(each["technician_id"]),
                deviation_percent=each["deviation_percent"],
                passed=each["deviation_percent"] <= one["tolerance_percent"],
            )
            for each in one["calibrations"]
        ]
        return Instrument(**{**one, "calibrations": calibrations})

    def report(self, one: dict[str, Any]) -> Report:
        return Report(
            **one,
            client=self.clients[one["client_id"]]["name"],
            author=self.name_of(one["author_id"]),
            approved_by=self.name_of(one["approved_by_id"]) or None,
        )

    def absence(self, technician: dict[str, Any], day: date) -> str | None:
        """Why somebody is not there on a day."""
        for one in technician["absences"]:
            if one["first"] <= day.isoformat() <= one["last"]:
                return one["reason"]
        return None if day.strftime("%a").lower() in technician["working_days"] else "not a working day"


def make_server(data: dict[str, Any]) -> MCPServer:
    lab = _Lab(data)
    server = MCPServer(
        "tarnside-lab",
        instructions="The records of Tarnside Water Laboratory. Today is Wednesday, 2026-11-18.",
    )
    reads = ToolAnnotations(read_only_hint=True)
    acts = ToolAnnotations(read_only_hint=False, destructive_hint=False)

    @server.tool(annotations=reads)
    def list_samples(
        status: Annotated[SampleStatus | None, Field(description="Only samples at this stage.")] = None,
        matrix: Annotated[Matrix | None, Field(description="Only this kind of water.")] = None,
        client_id: Annotated[str | None, Field(description="Only samples of this client, such as C-01.")] = None,
    ) -> list[SampleSummary]:
        """The samples, oldest first: client, sampling point, stage, due date and which limits were broken."""
        return [
            SampleSummary(**lab.summary(one))
            for one in lab.of_client(lab.samples, client_id)
            if status in (None, one["status"]) and matrix in (None, one["matrix"])
        ]

    @server.tool(annotations=reads)
    def get_sample(sample_id: SampleId) -> SampleDetails:
        """One sample with its analyses and results, who took it, how it arrived, and the comment."""
        return lab.details(lab.find(lab.samples, "sample", sample_id))

    @server.tool(annotations=reads)
    def search_clients(
        text: Annotated[str, Field(min_length=2, description="Words of the name, contact person, kind or town.")],
    ) -> list[ClientCard]:
        """Find clients, with contact person, phone, e-mail and notes for the visit."""
        words, searched = text.casefold().split(), ("id", "name", "contact", "kind", "town")
        where = {key: " ".join(one[name] for name in searched).casefold() for key, one in lab.clients.items()}
        return [ClientCard(**lab.clients[key]) for key in where if all(word in where[key] for word in words)]

    @server.tool(annotations=reads)
    def list_instruments(
        bench: Annotated[Bench | None, Field(description="Only instruments of this bench.")] = None,
    ) -> list[Instrument]:
        """The instruments: whether they are in service, when they are next to be calibrated, and past calibrations."""
        return [lab.instrument(one) for one in lab.instruments.values() if bench in (None, one["bench"])]

    @server.tool(annotations=reads)
    def get_roster(day: Annotated[date, Field(description="The day, as YYYY-MM-DD.")]) -> Roster:
        """Who is at work on a day, with hours and telephone extension, and who is away and why."""
        present, away = [], []
        for one in lab.technicians.values():
            reason = lab.absence(one, day)
            if reason is None:
                present.append(Shift(**one))
            else:
                away.append(Away(**one, reason=reason))
        return Roster(day=day, weekday=day.strftime("%A"), present=present, away=away)

    @server.tool(annotations=reads)
    def list_reports(
        status: Annotated[ReportStatus | None, Field(description="Only reports in this state.")] = None,
        client_id: Annotated[str | None, Field(description="Only reports for this client, such as C-01.")] = None,
    ) -> list[Report]:
        """The reports to clients, with their samples, conclusion and fee."""
        return [lab.report(one) for one in lab.of_client(lab.reports, client_id) if status in (None, one["status"])]

    @server.tool(annotations=acts)
    def assign_analysis(
        sample_id: SampleId,
        parameter: Annotated[str, Field(description="What is measured, as get_sample names it, such as Turbidity.")],
        technician_id: TechnicianId,
    ) -> Analysis:
        """Give an analysis that is not done yet to a technician."""
        sample = lab.find(lab.samples, "sample", sample_id)
        technician = lab.find(lab.technicians, "technician", technician_id)
        wanted = parameter.strip().casefold()
        analysis = next((one for one in sample["analyses"] if one["parameter"].casefold() == wanted), None)
        if analysis is None:
            known = ", ".join(one["parameter"] for one in sample["analyses"])
            raise ToolError(f"{sample['id']} has no analysis {parameter}; it has {known}.")
        if sample["status"] == "rejected":
            raise ToolError(f"{sample['id']} was rejected.")
        if analysis["state"] == "done":
            raise ToolError(f"{analysis['parameter']} of {sample['id']} is done already.")
        analysis["technician_id"] = technician["id"]
        return lab.analysis(analysis)

    @server.tool(annotations=acts)
    def set_instrument_status(
        instrument_id: InstrumentId,
        status: InstrumentStatus,
        note: Annotated[str | None, Field(description="Why; replaces the note on the instrument.")] = None,
    ) -> Instrument:
        """Take an instrument out of service, or put it back."""
        instrument = lab.find(lab.instruments, "instrument", instrument_id)
        if instrument["status"] == status:
            raise ToolError(f"{instrument['name']} is {status} already.")
        instrument["status"] = status
        if note is not None:
            instrument["note"] = note
        return lab.instrument(instrument)

    @server.tool(annotations=acts)
    def record_calibration(
        instrument_id: InstrumentId,
        performed_on: Annotated[date, Field(description="The day it was done, not in the future.")],
        technician_id: TechnicianId,
        deviation_percent: Annotated[float, Field(ge=0, description="How far the instrument was off, in percent.")],
    ) -> Instrument:
        """Enter a calibration that was done. An instrument off by more than its tolerance goes out of service."""
        instrument = lab.find(lab.instruments, "instrument", instrument_id)
        technician = lab.find(lab.technicians, "technician", technician_id)
        if performed_on > TODAY:
            raise ToolError("A calibration can't lie in the future.")
        instrument["calibrations"].append(
            dict(performed_on=str(performed_on), technician_id=technician["id"], deviation_percent=deviation_percent)
        )
        if deviation_percent > instrument["tolerance_percent"]:
            instrument["status"] = "out_of_service"
        else:
            instrument["next_calibration"] = (performed_on + timedelta(instrument["interval_days"])).isoformat()
        return lab.instrument(instrument)

    @server.tool(annotations=acts)
    def release_report(report_id: ReportId) -> Report:
        """Release an approved report to its client; its samples are then reported."""
        report = lab.find(lab.reports, "report", report_id)
        if report["status"] != "approved":
            raise ToolError(f"{report['id']} is {report['status']}; only approved reports can be released.")
        report.update(status="released", released_on=TODAY.isoformat())
        for sample_id in report["sample_ids"]:
            lab.samples[sample_id]["status"] = "reported"
        return lab.report(report)

    return server
