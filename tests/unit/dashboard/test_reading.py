"""What the reading tools answer, and what they say of names and ids that are not there."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta

import pytest
from mcp.shared.exceptions import MCPError

from .boards import call, client_of, read, refused, trusting

pytestmark = pytest.mark.anyio

TOOLS = [
    "get_current_user",
    "get_team_stats",
    "list_projects",
    "get_project",
    "get_system_health",
    "search_activity",
    "acknowledge_incident",
    "update_project_status",
    "schedule_maintenance",
    "highlight",
    "undo",
]


async def test_every_tool_says_what_it_is_and_gives_an_example() -> None:
    async with client_of(trusting()) as client:
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == TOOLS
    for tool in tools:
        assert tool.title
        assert tool.annotations
        assert tool.annotations.read_only_hint == (tool.name in TOOLS[:6])
        assert tool.annotations.destructive_hint is False
        assert "\n\nExample: " in "\n\n".join(part.strip() for part in (tool.description or "").split("\n\n"))
        assert tool.output_schema
        for argument in tool.input_schema["properties"].values():
            assert argument["description"]


async def test_the_server_says_how_it_is_to_be_used() -> None:
    async with client_of(trusting()) as client:
        assert client.server_info
        assert client.server_info.name == "Operations dashboard"
        assert "Refused: " in (client.instructions or "")


async def test_the_user_is_the_person_at_the_dashboard() -> None:
    async with client_of(trusting()) as client:
        user = await call(client, "get_current_user")
    assert (user["id"], user["name"], user["team"]) == ("U-14", "Maya Lindqvist", "Platform")
    assert (user["email"], user["masked"]) == ("maya.lindqvist@northwind.example", [])


async def test_projects_are_found_by_every_filter() -> None:
    async def ids(**arguments: object) -> list[str]:
        found = await call(client, "list_projects", **arguments)
        return [project["id"] for project in found["projects"]]

    async with client_of(trusting()) as client:
        assert await ids(owner="alice") == ["P-104", "P-105", "P-107"]
        assert await ids(owner="alice", overdue=True) == ["P-104", "P-105"]
        assert await ids(owner="alice", overdue=False) == ["P-107"]
        assert await ids(owner="siobhan", status="done") == ["P-116"]
        assert await ids(team="experience", priority="high") == ["P-116", "P-115"]
        assert await ids(status="planned") == ["P-107"]
        assert await ids(owner="Yuki Tanaka") == []


async def test_projects_are_sorted_as_asked() -> None:
    async def first(sort: str) -> str:
        found = await call(client, "list_projects", sort=sort, limit=1)
        return found["projects"][0]["name"]

    async with client_of(trusting()) as client:
        assert await first("name") == "Answers by chat"
        assert await first("due") == "Event archive"
        assert await first("most_overdue") == "Instant refunds"
        assert await first("progress") == "Event archive"
        assert await first("priority") == "Atlas migration"


async def test_pages_follow_each_other_and_give_every_project_once() -> None:
    seen: list[str] = []
    offset: int | None = 0
    async with client_of(trusting()) as client:
        while offset is not None:
            page = await call(client, "list_projects", limit=5, offset=offset, sort="priority")
            assert page["total"] == 16
            seen += [project["id"] for project in page["projects"]]
            offset = page["next_offset"]
        assert sorted(seen) == [f"P-{number}" for number in range(101, 117)]
        assert "Only 16 projects fit" in await refused(client, "list_projects", offset=16)


async def test_a_project_has_its_details() -> None:
    async with client_of(trusting()) as client:
        project = await call(client, "get_project", project_id=" p-104 ")
    assert (project["name"], project["owner"], project["days_overdue"]) == ("Instant refunds", "Alice Moreno", 19)
    assert (project["budget"], project["spent"], project["masked"]) == (180_000, 149_800, [])
    assert project["members"] == ["Alice Moreno", "Kwame Mensah", "Yuki Tanaka"]
    assert project["milestones"][2] == {"name": "Refunds for everyone", "due": "2026-10-30", "done": False}


async def test_health_is_that_of_the_services_with_what_is_wrong_with_them() -> None:
    async with client_of(trusting()) as client:
        health = await call(client, "get_system_health")
        assert (health["overall"], len(health["services"])) == ("down", 10)
        assert [incident["id"] for incident in health["incidents"]] == ["I-31", "I-30", "I-28", "I-29"]
        search = await call(client, "get_system_health", service="search")
        assert [service["status"] for service in search["services"]] == ["degraded"]
        assert search["incidents"][0]["acknowledged_by"] == "Daniel Weiss"
        sign_in = (await call(client, "get_system_health", service="S-2"))["services"][0]
        window = {"start": "2026-11-21T22:00:00Z", "minutes": 90, "reason": "New certificates"}
        assert sign_in["maintenance"] == window


async def test_maintenance_that_is_over_is_not_the_next_one() -> None:
    board = trusting()
    board.state.pass_time(timedelta(days=4))
    async with client_of(board) as client:
        assert (await call(client, "get_system_health", service="S-2"))["services"][0]["maintenance"] is None


async def test_teams_are_counted() -> None:
    async with client_of(trusting()) as client:
        payments = (await call(client, "get_team_stats", team="pay"))["teams"]
        every = (await call(client, "get_team_stats"))["teams"]
    assert payments == [
        {
            "id": "T-2",
            "name": "Payments",
            "lead": "Alice Moreno",
            "members": 3,
            "on_call": "Kwame Mensah",
            "active_projects": 2,
            "overdue_projects": 2,
            "open_incidents": 1,
            "done_this_quarter": 0,
            "average_progress": 51.8,
        }
    ]
    assert [team["done_this_quarter"] for team in every] == [0, 0, 1, 0, 1]
    assert sum(team["members"] for team in every) == 14


async def test_activity_is_found_by_words_kind_person_and_day() -> None:
    async def found(**arguments: object) -> list[str]:
        page = await call(client, "search_activity", **arguments)
        return [activity["id"] for activity in page["activities"]]

    async with client_of(trusting()) as client:
        newest = await call(client, "search_activity", limit=3)
        assert (newest["total"], [one["id"] for one in newest["activities"]]) == (60, ["A-60", "A-59", "A-58"])
        assert await found(text="CERTIFICATE auditor") == ["A-34"]
        assert await found(text="offline mode", kind="status") == ["A-28"]
        assert await found(person="Lucia", since="2026-11-12") == ["A-52", "A-39"]
        assert await found(kind="maintenance", since="2026-11-16") == ["A-47"]
        assert await found(text="unicorn") == []


ASKED = [
    (
        "get_project",
        {"project_id": "Atlas"},
        "Nearest: Atlas migration (P-102), Atlas mobile app (P-108). `list_projects` gives the ids.",
    ),
    ("get_project", {"project_id": "P-999"}, "No project has the id 'P-999'"),
    ("list_projects", {"owner": "Alise"}, "Nobody here is called 'Alise'. Nearest: Alice Moreno (U-1)"),
    ("list_projects", {"team": "Sales"}, "There are: Platform (T-1), Payments (T-2)"),
    ("get_system_health", {"service": "chekout"}, "Nearest: Checkout (S-3)"),
    ("get_team_stats", {"team": "Platfrom"}, "Nearest: Platform (T-1)"),
    ("search_activity", {"person": "Nobody Known"}, "Nobody here is called 'Nobody Known'."),
    ("list_projects", {"status": "late"}, "Mend the arguments. status: Input should be 'planned'"),
    ("list_projects", {"limit": 51}, "limit: Input should be less than or equal to 50"),
    ("get_project", {}, "project_id: Field required"),
]


@pytest.mark.parametrize(("tool", "arguments", "said"), ASKED, ids=[said for _, _, said in ASKED])
async def test_what_is_not_there_is_answered_with_what_to_do(
    tool: str, arguments: dict[str, object], said: str
) -> None:
    async with client_of(trusting()) as client:
        assert said in await refused(client, tool, **arguments)


async def test_resources_say_the_same_as_the_tools() -> None:
    async with client_of(trusting()) as client:
        health = await call(client, "get_system_health")
        assert json.loads(await read(client, "dashboard://health")) == health
        assert json.loads(await read(client, "dashboard://incidents")) == health["incidents"]
        project = await call(client, "get_project", project_id="P-104")
        assert json.loads(await read(client, "dashboard://projects/P-104")) == project
        with pytest.raises(MCPError, match="No project has the id 'P-1'"):
            await client.read_resource("dashboard://projects/P-1")
        with pytest.raises(MCPError, match="Unknown resource"):
            await client.read_resource("dashboard://secrets")


async def test_the_briefing_names_the_team_that_it_is_about() -> None:
    async with client_of(trusting()) as client:
        listed = (await client.list_prompts()).prompts[0]
        assert (listed.name, listed.title) == ("morning_briefing", "Morning briefing")
        plain = await client.get_prompt("morning_briefing")
        focused = await client.get_prompt("morning_briefing", {"focus": "plat"})
        assert "more closely" not in str(plain.messages)
        assert "Look at Platform more closely" in str(focused.messages)
        with pytest.raises(MCPError, match="No team is called 'Sales'"):
            await client.get_prompt("morning_briefing", {"focus": "Sales"})


async def test_many_reads_at_once_are_each_answered() -> None:
    async with client_of(trusting()) as client:
        ids = [f"P-{number}" for number in range(101, 117)]
        found = await asyncio.gather(*(call(client, "get_project", project_id=one) for one in ids))
    assert [project["id"] for project in found] == ids


async def test_the_copilot_hears_what_time_it_is_on_the_dashboard() -> None:
    board = trusting()
    board.simulation.step()
    async with client_of(board) as client:
        assert f"clock said {board.state.now:%Y-%m-%dT%H:%M}" in (client.instructions or "")
