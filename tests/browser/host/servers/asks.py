"""Tools that ask the client for something, in either protocol era."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.elicitation import ElicitationResult
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.resolve import Elicit, ListRoots, Resolve, Sample
from mcp_types import (
    CreateMessageResult,
    ElicitRequest,
    ElicitRequestURLParams,
    ElicitResult,
    InputRequiredResult,
    ListRootsResult,
    ModelHint,
    ModelPreferences,
    SamplingMessage,
    TextContent,
)
from pydantic import BaseModel, Field

from .eras import is_modern

URL = "https://example.com/sign-in?from=kitchen"


class Order(BaseModel):
    """Every kind of value that an elicitation may ask for."""

    name: str = Field(title="Your name", description="Example: Ada", min_length=1, max_length=40)
    email: str = Field(json_schema_extra={"format": "email"})
    website: str = Field(default="https://example.com/", json_schema_extra={"format": "uri"})
    day: date
    moment: datetime | None = None
    loaves: int = Field(default=1, ge=1, le=9)
    kilos: float = Field(default=0.5, gt=0)
    sliced: bool = False
    kind: Literal["rye", "wheat"] = "rye"
    size: str = Field(
        default="s",
        json_schema_extra={"oneOf": [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}]},
    )
    extras: list[Literal["seeds", "nuts"]] = []


class Confirm(BaseModel):
    sure: bool


def ask_order() -> Elicit[Order]:
    return Elicit("What shall be baked?", Order)


def ask_confirm(what: str) -> Elicit[Confirm]:
    return Elicit(f"Throw {what} away?", Confirm)


def ask_model(question: str) -> Sample:
    return Sample(
        [SamplingMessage(role="user", content=TextContent(text=question))],
        max_tokens=100,
        system_prompt="You are a baker.",
        temperature=0.5,
        stop_sequences=["END"],
        model_preferences=ModelPreferences(hints=[ModelHint(name="small")], speed_priority=0.9),
    )


def ask_roots() -> ListRoots:
    return ListRoots()


def outcome(result: Any) -> dict[str, Any]:
    """The person's action, and what they entered."""
    data = getattr(result, "data", None)
    return {"action": result.action, "data": data.model_dump(mode="json") if data is not None else None}


def add_asks(mcp: MCPServer) -> None:
    @mcp.tool()
    async def ask_form(order: Annotated[ElicitationResult[Order], Resolve(ask_order)]) -> dict[str, Any]:
        """Ask the person for an order, with every kind of field."""
        return outcome(order)

    @mcp.tool()
    async def ask_sure(
        what: str, confirm: Annotated[ElicitationResult[Confirm], Resolve(ask_confirm)]
    ) -> dict[str, Any]:
        """Ask the person for one yes or no."""
        return {"what": what, **outcome(confirm)}

    @mcp.tool()
    async def ask_page(context: Context) -> str | InputRequiredResult:
        """Ask the person to open a page."""
        message = "Sign in at the bakery."
        if not is_modern(context):
            return (await context.elicit_url(message, URL, "sign-in")).action
        answer = (context.input_responses or {}).get("page")
        if isinstance(answer, ElicitResult):
            return answer.action
        request = ElicitRequest(params=ElicitRequestURLParams(message=message, url=URL))
        return InputRequiredResult(input_requests={"page": request})

    @mcp.tool()
    async def ask_sampling(question: str, answer: Annotated[CreateMessageResult, Resolve(ask_model)]) -> dict[str, Any]:
        """Ask the client's model."""
        return {"question": question, **answer.model_dump(mode="json", by_alias=True, exclude_none=True)}

    @mcp.tool()
    async def list_roots(roots: Annotated[ListRootsResult, Resolve(ask_roots)]) -> list[str]:
        """The client's roots."""
        return [f"{root.name}: {root.uri}" for root in roots.roots]
