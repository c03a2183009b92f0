"""A copilot that does what a test tells it, and nothing else."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Frame, Page

from ...conftest import html, wait_until

INDEX = html(
    '<p data-when="connected">Connected.</p><script type="py" src="./page.py"></script>',
    title="A copilot",
)

SCRIPT = """
import json
from mcp import Client, MCPError
from pyodide.ffi import create_proxy
from pyscript import window
from transom import connect_out, reason_of, served_origin

async def call(name, arguments):
    try:
        result = await client.call_tool(name, json.loads(arguments))
    except MCPError as error:
        return json.dumps({"state": "ended", "text": reason_of(error) or str(error)})
    text = "".join(part.text for part in result.content)
    state = "failed" if result.is_error else "done"
    return json.dumps({"state": state, "text": text, "data": result.structured_content})

async def tools():
    return json.dumps([tool.name for tool in (await client.list_tools()).tools])

async with connect_out([await served_origin("dashboard")]) as transport:
    async with Client(transport) as client:
        window.callTool, window.listTools = create_proxy(call), create_proxy(tools)
        window.sessionOf = transport.session_id
        await transport.wait_ended()
"""

STARTS = """([name, given]) => {
    window.answer = undefined;
    callTool(name, given).then((text) => (window.answer = text));
}"""


@dataclass
class Copilot:
    """In its frame, or in its window."""

    side: Frame | Page

    def ready(self) -> Copilot:
        wait_until(self.side, "'callTool' in window")
        return self

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Make a call, and wait for what comes of it."""
        return json.loads(self.side.evaluate("([name, given]) => callTool(name, given)", [tool, json.dumps(arguments)]))

    def calls_at_once(self, tool: str, times: int) -> list[dict[str, Any]]:
        script = "([name, times]) => Promise.all(Array.from({ length: times }, () => callTool(name, '{}')))"
        return [json.loads(answer) for answer in self.side.evaluate(script, [tool, times])]

    def start(self, tool: str, **arguments: Any) -> None:
        """Make a call whose answer has to wait for the person: `answer` gives it."""
        self.side.evaluate(STARTS, [tool, json.dumps(arguments)])

    def answer(self) -> dict[str, Any]:
        wait_until(self.side, "window.answer !== undefined")
        return json.loads(self.side.evaluate("answer"))

    def tools(self) -> list[str]:
        return json.loads(self.side.evaluate("() => listTools()"))

    @property
    def session(self) -> str:
        return self.side.evaluate("sessionOf")
