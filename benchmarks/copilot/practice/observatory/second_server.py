"""The booking office of Harrow Fell Observatory as an MCP server."""

from collections.abc import Iterable
from datetime import date, datetime, time
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

NOW = datetime(2026, 11, 18, 9, 0)
"""The observatory's clock: it stands still, as the data does. All times are local."""

LOOK_UP = ToolAnnotations(read_only_hint=True)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False)
OVERWRITES = ToolAnnotations(read_only_hint=False, destructive_hint=True)

TelescopeKind = Literal["refractor", "reflector", "astrograph", "radio"]
TelescopeState = Literal["in_service", "restricted", "out_of_service"]
GroupKind = Literal["research", "school", "society"]
Part = Literal["first_half", "second_half", "whole"]
NightStatus = Literal["booked", "confirmed", "observed", "clouded_out", "withdrawn"]
RequestStatus = Literal["waiting", "granted", "declined"]
Severity = Literal["minor", "serious", "blocking"]
FaultState = Literal["open", "being_fixed", "fixed"]
Outlook = Literal["good", "fair", "poor"]


class Telescope(BaseModel):
    id: str
    name: str
    kind: TelescopeKind
    aperture_mm: int = Field(description="Diameter of the lens, mirror or dish, in millimetres")
    housing: str = Field(description="The dome or place where it stands")
    instruments: list[str]
    max_visitors: int = Field(description="How many people may be there at once")
    remote: bool = Field(description="Whether it can be used over the internet")
    needs_training: bool = Field(description="Whether only groups that are trained on it may book it")
    fee: float = Field(description="What a whole night costs research groups and societies, in pounds; half for half")
    school_fee: float = Field(description="What a whole night costs a school, in pounds; half for half")
    state: TelescopeState = Field(description="restricted: can be used, but not for everything; see the remark")
    remark: str


class GroupSummary(BaseModel):
    id: str
    name: str
    kind: GroupKind
    town: str
    contact: str = Field(description="The person who speaks for the group")
    phone: str
    nights_allowed: float = Field(description="Nights granted for this season, October to March")
    nights_used: float = Field(description="Nights observed or still booked; a half night is 0.5, clouded out is 0")
    nights_left: float


class NightSummary(BaseModel):
    id: str
    night: date = Field(description="The evening on which the night begins")
    part: Part = Field(description="first_half: dusk to midnight; second_half: midnight to dawn")
    telescope_id: str
    telescope: str
    group_id: str
    group: str
    target: str = Field(description="What is to be observed, or was")
    assistant: str = Field(description="The observatory's night assistant; empty where nobody is on the roster yet")
    status: NightStatus = Field(description="booked: the group has not confirmed yet; clouded_out: lost to the weather")


class Night(NightSummary):
    arrangements: str = Field(description="What was agreed with the group for the night")
    log: str = Field(description="What happened, or why it was withdrawn")


class TimeRequest(BaseModel):
    id: str
    group_id: str
    group: str
    telescope_id: str
    telescope: str
    nights: float = Field(description="How many nights the group asks for, on top of its allowance")
    earliest: date
    latest: date
    aim: str
    received: date
    status: RequestStatus
    remark: str = Field(description="The reason for the decision")


class Group(GroupSummary):
    email: str
    usual_visitors: int = Field(description="How many people come along as a rule; 0 where they observe remotely")
    trained_on: list[str] = Field(description="Ids of the telescopes that its members are trained on")
    fees_due: float = Field(description="What the group still owes, in pounds")
    notes: str
    nights: list[NightSummary] = Field(description="Past and coming ones, oldest first")
    requests: list[TimeRequest]


class Fault(BaseModel):
    id: str
    telescope_id: str
    telescope: str
    reported: date
    reported_by: str
    severity: Severity
    state: FaultState
    description: str
    progress: str = Field(description="What has been done about it so far")


class Forecast(BaseModel):
    id: str
    night: date = Field(description="The evening on which the night begins")
    outlook: Outlook = Field(description="Whether it is worth opening the domes")
    cloud_percent: int
    seeing_arcsec: float = Field(description="How much the air blurs a star; less is better")
    wind_kmh: int
    dark_from: time = Field(description="When it is fully dark")
    dark_until: time = Field(description="Until when it is fully dark, next morning")
    moon_percent: int = Field(description="How much of the Moon is lit")
    moon_sets: time = Field(description="When the Moon goes down, next morning")


TelescopeId = Annotated[str, Field(description="Id of a telescope, such as TEL-1", pattern=r"^TEL-\d+$")]
GroupId = Annotated[str, Field(description="Id of a group, such as G-101", pattern=r"^G-\d+$")]
NightId = Annotated[str, Field(description="Id of a booked night, such as N-501", pattern=r"^N-\d+$")]
OnlyTelescope = Annotated[str | None, Field(description="Only those of this telescope, such as TEL-1")]
OnlyGroup = Annotated[str | None, Field(description="Only those of this group, such as G-101")]


def make_server(data: dict[str, Any]) -> MCPServer:
    """The server of an observatory with this data."""

    def by_id(group: str) -> dict[str, dict[str, Any]]:
        return {item["id"]: dict(item) for item in data[group]}

    telescopes, groups, nights = by_id("telescopes"), by_id("groups"), by_id("nights")
    requests, faults, forecasts = by_id("requests"), by_id("faults"), by_id("forecasts")

    server = MCPServer(
        "harrow-fell-observatory",
        title="Harrow Fell Observatory",
        instructions="The booking office of an observatory that lends telescope nights to research groups, schools and "
        "societies: telescopes, groups, booked nights, requests for more nights, faults and the weather. "
        f"It is {NOW:%A, %d %B %Y, %H:%M}. A night is named after the evening on which it begins.",
    )

    def find(things: dict[str, dict[str, Any]], thing_id: str, word: str) -> dict[str, Any]:
        try:
            return things[thing_id]
        except KeyError:
            raise ToolError(f"There is no {word} {thing_id}.") from None

    def check(telescope_id: str | None, group_id: str | None = None) -> None:
        """Raises where a filter names something that does not exist."""
        if telescope_id:
            find(telescopes, telescope_id, "telescope")
        if group_id:
            find(groups, group_id, "group")

    def next_id(things: dict[str, Any], prefix: str) -> str:
        return f"{prefix}-{1 + max(int(one.rpartition('-')[2]) for one in things)}"

    def night_of(item: dict[str, Any]) -> date:
        return date.fromisoformat(item["night"])

    def names(item: dict[str, Any]) -> dict[str, str]:
        found = {"telescope": telescopes[item["telescope_id"]]["name"]}
        return {**found, "group": groups[item["group_id"]]["name"]} if "group_id" in item else found

    def brief(chosen: Iterable[dict[str, Any]]) -> list[NightSummary]:
        ordered = sorted(chosen, key=lambda item: (item["night"], item["id"]))
        return [NightSummary.model_validate({**item, **names(item)}) for item in ordered]

    def full(item: dict[str, Any]) -> Night:
        return Night.model_validate({**item, **names(item)})

    def shown_requests(chosen: Iterable[dict[str, Any]]) -> list[TimeRequest]:
        ordered = sorted(chosen, key=lambda item: (item["received"], item["id"]))
        return [TimeRequest.model_validate({**item, **names(item)}) for item in ordered]

    def worth(part: str) -> float:
        return 1 if part == "whole" else 0.5

    def account(item: dict[str, Any]) -> dict[str, float]:
        counted = ("booked", "confirmed", "observed")
        mine = [one for one in nights.values() if one["group_id"] == item["id"] and one["status"] in counted]
        used = sum(worth(one["part"]) for one in mine)
        return {"nights_used": used, "nights_left": item["nights_allowed"] - used}

    @server.tool(annotations=LOOK_UP)
    def list_telescopes(
        state: Annotated[TelescopeState | None, Field(description="Only those in this state")] = None,
    ) -> list[Telescope]:
        """List the telescopes: size, instruments, how many visitors they take, fees, and whether they can be used."""
        return [Telescope.model_validate(item) for item in telescopes.values() if state in (None, item["state"])]

    @server.tool(annotations=LOOK_UP)
    def get_forecast(
        night: Annotated[date | None, Field(description="Only this night, YYYY-MM-DD. Default: all seven")] = None,
    ) -> list[Forecast]:
        """The weather, darkness and Moon of the coming nights: the seven from tonight on."""
        found = [Forecast.model_validate(item) for item in forecasts.values()]
        if night is None:
            return found
        chosen = [one for one in found if one.night == night]
        if not chosen:
            raise ToolError(f"The forecast only covers the nights from {found[0].night} to {found[-1].night}.")
        return chosen

    @server.tool(annotations=LOOK_UP)
    def find_groups(
        search: Annotated[str, Field(description="Part of the name, the town or the contact's name")] = "",
        kind: Annotated[GroupKind | None, Field(description="Only groups of this kind")] = None,
    ) -> list[GroupSummary]:
        """Find the groups that borrow telescopes, with their contact and how many nights they have left. By default
        all of them. `get_group` has the rest."""
        wanted = " ".join(search.casefold().split())
        return [
            GroupSummary.model_validate({**item, **account(item)})
            for item in groups.values()
            if any(wanted in item[field].casefold() for field in ("name", "town", "contact"))
            and kind in (None, item["kind"])
        ]

    @server.tool(annotations=LOOK_UP)
    def get_group(group_id: GroupId) -> Group:
        """Everything about one group: e-mail, training, fees due, notes, its nights and its requests."""
        item = find(groups, group_id, "group")
        own_nights = brief(one for one in nights.values() if one["group_id"] == group_id)
        own_requests = shown_requests(one for one in requests.values() if one["group_id"] == group_id)
        return Group.model_validate({**item, **account(item), "nights": own_nights, "requests": own_requests})

    @server.tool(annotations=LOOK_UP)
    def list_nights(
        first: Annotated[date | None, Field(description="The first night to show, YYYY-MM-DD")] = None,
        last: Annotated[date | None, Field(description="The last night to show, YYYY-MM-DD")] = None,
        telescope_id: OnlyTelescope = None,
        group_id: OnlyGroup = None,
        status: Annotated[NightStatus | None, Field(description="Only those with this status")] = None,
    ) -> list[NightSummary]:
        """List the nights that were lent, past and coming, oldest first. `get_night` also has arrangements and log."""
        check(telescope_id, group_id)
        return brief(
            item
            for item in nights.values()
            if (first is None or first <= night_of(item))
            and (last is None or night_of(item) <= last)
            and telescope_id in (None, "", item["telescope_id"])
            and group_id in (None, "", item["group_id"])
            and status in (None, item["status"])
        )

    @server.tool(annotations=LOOK_UP)
    def get_night(night_id: NightId) -> Night:
        """One night with all there is about it: what was arranged with the group, and the log."""
        return full(find(nights, night_id, "night"))

    @server.tool(annotations=LOOK_UP)
    def list_requests(
        status: Annotated[RequestStatus | None, Field(description="Only those with this status")] = None,
        telescope_id: OnlyTelescope = None,
    ) -> list[TimeRequest]:
        """List the requests of groups for more nights than they have, in the order in which they came in."""
        check(telescope_id)
        return shown_requests(
            item
            for item in requests.values()
            if status in (None, item["status"]) and telescope_id in (None, "", item["telescope_id"])
        )

    @server.tool(annotations=LOOK_UP)
    def list_faults(
        telescope_id: OnlyTelescope = None,
        state: Annotated[FaultState | None, Field(description="Only those in this state")] = None,
        severity: Annotated[Severity | None, Field(description="Only those of this severity")] = None,
    ) -> list[Fault]:
        """List the faults of the telescopes, fixed ones too, oldest first, with what has been done about them."""
        check(telescope_id)
        return [
            Fault.model_validate({**item, **names(item)})
            for item in sorted(faults.values(), key=lambda item: (item["reported"], item["id"]))
            if telescope_id in (None, "", item["telescope_id"])
            and state in (None, item["state"])
            and severity in (None, item["severity"])
        ]

    @server.tool(annotations=ADDS)
    def book_night(
        group_id: GroupId,
        telescope_id: TelescopeId,
        night: Annotated[date, Field(description="The evening on which the night begins, YYYY-MM-DD")],
        part: Annotated[Part, Field(description="first_half: dusk to midnight; second_half: midnight to dawn")],
        target: Annotated[str, Field(description="What the group wants to observe, if known", max_length=120)] = "",
    ) -> Night:
        """Book a telescope for a group, for a night or half of one. It comes off the nights that the group has left."""
        group, telescope = find(groups, group_id, "group"), find(telescopes, telescope_id, "telescope")
        if night < NOW.date():
            raise ToolError("That night is over.")
        if telescope["state"] == "out_of_service":
            raise ToolError(f"The {telescope['name']} is out of service. {telescope['remark']}")
        if telescope["needs_training"] and telescope_id not in group["trained_on"]:
            raise ToolError(f"Nobody of {group['name']} is trained on the {telescope['name']}.")
        if account(group)["nights_left"] < worth(part):
            raise ToolError(f"{group['name']} does not have enough nights left.")
        for other in nights.values():
            clashes = part == other["part"] or "whole" in (part, other["part"])
            same = other["telescope_id"] == telescope_id and night_of(other) == night
            if same and clashes and other["status"] != "withdrawn":
                raise ToolError(f"The {telescope['name']} is taken then: {other['id']}.")
        item = {
            "id": next_id(nights, "N"),
            "night": night.isoformat(),
            "part": part,
            "telescope_id": telescope_id,
            "group_id": group_id,
            "target": target,
            "assistant": "",
            "status": "booked",
            "arrangements": "",
            "log": "",
        }
        nights[item["id"]] = item
        return full(item)

    @server.tool(annotations=OVERWRITES)
    def set_night_status(
        night_id: NightId,
        status: Annotated[
            Literal["confirmed", "observed", "clouded_out", "withdrawn"],
            Field(description="confirmed: the group will come; withdrawn: it will not, the telescope is free again"),
        ],
        log: Annotated[str, Field(description="What happened, or why; replaces the log", max_length=400)] = "",
    ) -> Night:
        """Set how a night stands. Coming ones can be confirmed or withdrawn, past ones observed or clouded out."""
        item = find(nights, night_id, "night")
        is_past = night_of(item) < NOW.date()
        if item["status"] not in ("booked", "confirmed"):
            raise ToolError(f"{night_id} is {item['status'].replace('_', ' ')} already and stays so.")
        if is_past and status in ("confirmed", "withdrawn"):
            raise ToolError(f"{night_id} is over: it was either observed or clouded out.")
        if not is_past and status in ("observed", "clouded_out"):
            raise ToolError(f"{night_id} is still to come, on {item['night']}.")
        item["status"] = status
        item["log"] = log or item["log"]
        return full(item)

    @server.tool(annotations=OVERWRITES)
    def decide_request(
        request_id: Annotated[str, Field(description="Id of a request, such as RQ-31", pattern=r"^RQ-\d+$")],
        decision: Literal["granted", "declined"],
        remark: Annotated[str, Field(description="The reason, for the group to read", max_length=300)] = "",
    ) -> TimeRequest:
        """Decide on a request that is waiting. If it is granted, the group has so many nights more; none is booked."""
        item = find(requests, request_id, "request")
        if item["status"] != "waiting":
            raise ToolError(f"{request_id} has been {item['status']} already.")
        item["status"], item["remark"] = decision, remark
        if decision == "granted":
            groups[item["group_id"]]["nights_allowed"] += item["nights"]
        return shown_requests([item])[0]

    @server.tool(annotations=ADDS)
    def report_fault(
        telescope_id: TelescopeId,
        severity: Annotated[
            Severity,
            Field(description="minor: observing goes on; serious: some work can't be done; blocking: none can"),
        ],
        description: Annotated[str, Field(description="What is wrong", min_length=5, max_length=400)],
    ) -> Fault:
        """Report a new fault of a telescope to the workshop. The telescope stays in the state that it is in."""
        find(telescopes, telescope_id, "telescope")
        item = {
            "id": next_id(faults, "F"),
            "telescope_id": telescope_id,
            "reported": NOW.date().isoformat(),
            "reported_by": "Booking office",
            "severity": severity,
            "state": "open",
            "description": description,
            "progress": "",
        }
        faults[item["id"]] = item
        return Fault.model_validate({**item, **names(item)})

    return server
