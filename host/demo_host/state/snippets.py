"""A call as JSON, and as the Python that makes the same call."""

from __future__ import annotations

import json
import math
from typing import Any

from mcp_types import CallToolResult

from .calls import Call

PYTHON = """from mcp import Client
from transom import OuterFrame

frame = OuterFrame({url})
setup = await frame.setup()
async with frame.connect(setup.session_id) as transport, Client(transport) as client:
    result = await client.call_tool({name}, {arguments})
print(result)
"""
LINE = 100


def python_call(url: str, name: str, arguments: dict[str, Any]) -> str:
    """The script of a page that makes this call."""
    return PYTHON.format(url=literal(url), name=literal(name), arguments=literal(arguments, 4))


def literal(value: object, indent: int = 0) -> str:
    """A JSON value as Python, on several lines if it is long."""
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    if not isinstance(value, dict | list) or not value:
        return repr(value)
    inner = indent + 4
    if isinstance(value, dict):
        parts, (start, end) = [f"{key!r}: {literal(part, inner)}" for key, part in value.items()], "{}"
    else:
        parts, (start, end) = [literal(part, inner) for part in value], "[]"
    line = f"{start}{', '.join(parts)}{end}"
    if len(line) + indent < LINE and "\n" not in line:
        return line
    lines = "".join(f"{' ' * inner}{part},\n" for part in parts)
    return f"{start}\n{lines}{' ' * indent}{end}"


def json_call(call: Call) -> str:
    """The request with its result, or with what came in its place."""
    entry: dict[str, object] = {
        "request": {"method": "tools/call", "params": {"name": call.tool.name, "arguments": call.arguments}}
    }
    if call.result is not None:
        entry["result"] = result_value(call.result)
    elif call.error is not None:
        entry["error"] = call.error.model_dump(mode="json", exclude_none=True)
    elif call.problem is not None:
        entry["failure"] = {"code": call.problem.code, "message": call.problem.text}
    return pretty(entry)


def result_value(result: CallToolResult) -> dict[str, Any]:
    """A result as it was on the wire."""
    return result.model_dump(mode="json", by_alias=True, exclude_unset=True)


def pretty(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
