"""The notebook: an MCP server for one table at a time, which is loaded, asked, drawn and written in the page.

No browser in it: what it needs of one is `Page` in notebook.py, and tests have another. The other modules:

looking, asking      more tools: those that look at the table, and those that ask somebody first
telling, results     what the tools have in common, and what they give
queries, summaries, plotting, trends, clusters, naming
                     their work
reading, records, headers, columns, examples, writing
                     a text becomes a table of typed columns, and a text again
figures              what is drawn, and as an SVG image
breathing            long work in slices
notebook             the table of the session, and what is kept of it
page, screen, sheet, chart, sqlite with sqlite.js, browser
                     the page; only these need a browser
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import Field

from asking import add_asking
from columns import DataError, Kind
from looking import add_looking
from notebook import KEPT_CHARS, Notebook
from reading import Syntax
from results import Summary
from summaries import in_words, summary
from telling import LOOKS, teller

INSTRUCTIONS = """One table is loaded at a time; an example is there from the start. Call `describe` for its columns
and their kinds, then `query`, `plot`, `trend`, `name_clusters` or `sql`. Dates are ISO 8601 texts. Nothing leaves the
page but the results."""

REPLACES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)
LOADING = ("load_data", "load_example")
MEGABYTES = KEPT_CHARS // 1_000_000
NOT_KEPT = f"Over {MEGABYTES} MB, or without room in the browser, it is not kept: after a reload, load it again."


class NotebookServer(MCPServer[None]):
    """While a table is missed, errors say that: those about the one that is here instead would lead astray."""

    def __init__(self, notebook: Notebook) -> None:
        @asynccontextmanager
        async def lifespan(server: MCPServer[None]) -> AsyncIterator[None]:
            async with notebook.session():
                yield

        super().__init__("Notebook", version="1.0.0", instructions=INSTRUCTIONS, lifespan=lifespan)
        self._notebook = notebook

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            absence = self._notebook.absence
            if absence and name not in LOADING and isinstance(error.__cause__, DataError):
                raise ToolError(absence) from error
            raise


def make_server(notebook: Notebook) -> MCPServer[None]:
    mcp = NotebookServer(notebook)
    _add_loading(mcp, notebook)
    add_looking(mcp, notebook)
    add_asking(mcp, notebook)
    return mcp


def _add_loading(mcp: MCPServer[None], notebook: Notebook) -> None:
    @mcp.tool(title="Load data", annotations=REPLACES)
    async def load_data(
        context: Context,
        text: Annotated[
            str, Field(title="Text", description='CSV or JSON. Example: "name,age\\nAda,36"', min_length=1)
        ],
        name: Annotated[str, Field(title="Name", description="What to call the table.", max_length=200)] = "data",
        file_format: Annotated[
            Syntax | None, Field(title="Format", description="Seen from the text, unless given.")
        ] = None,
        kinds: Annotated[
            dict[str, Kind] | None,
            Field(title="Kinds", description="Columns that must be of a kind. Others are typed."),
        ] = None,
    ) -> Summary:
        """Load a table from CSV or JSON, in the place of the one that is there.

        CSV has the names of its columns in its first line, and commas, semicolons, tabs or bars between cells. JSON
        is an array of objects, or of arrays of which the first has the names. Empty cells are missing values.

        Example: {"text": "name,age\\nAda,36\\nBob,", "name": "people"}
        """
        is_kept = await notebook.load(name, text, file_format, kinds, teller(context, 0, 0.9))
        return await _loaded(context, is_kept)

    @mcp.tool(title="Load the example", annotations=REPLACES)
    async def load_example(context: Context) -> Summary:
        """Load the weather of a year in three towns, made up, in the place of the table that is there.

        Example: {}
        """
        return await _loaded(context, await notebook.load_example(teller(context, 0, 0.9)))

    async def _loaded(context: Context, is_kept: bool) -> Summary:
        message = in_words(notebook.table) + ("" if is_kept else f" {NOT_KEPT}")
        return await summary(notebook.table, message, teller(context, 0.9, 1))

    @mcp.tool(title="Describe the table", annotations=LOOKS)
    async def describe(context: Context) -> Summary:
        """Say what the columns are: their kinds, missing and distinct values, smallest, largest and mean.

        Example: {}
        """
        return await summary(notebook.table, notebook.with_warning(in_words(notebook.table)), teller(context))
