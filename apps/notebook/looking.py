"""Tools that look at the table: queries, plots, SQL, files."""

from __future__ import annotations

from base64 import b64encode
from typing import Annotated

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp_types import CallToolResult, EmbeddedResource, ImageContent, TextResourceContents
from pydantic import Field

from columns import DataError
from drawing import svg
from figures import FigureKind
from notebook import Notebook
from plotting import Plot, draw
from queries import Aggregate, Filter, Function, Question, Sort, ask
from reading import Syntax
from results import ExportResult, Limit, PlotResult, QueryResult, SqlResult, as_rows, markdown
from telling import LOOKS, result, teller
from writing import MEDIA_TYPES, misread, write

EMBEDDED_CHARS = 1_000_000

Filters = Annotated[list[Filter], Field(title="Filters", description="Rows must pass all of them.", max_length=20)]
Names = Annotated[list[str], Field(max_length=200)]
ColumnName = Annotated[str, Field(title="Column", description="As `describe` names it.")]


def add_looking(mcp: MCPServer[None], notebook: Notebook) -> None:
    _add_query(mcp, notebook)
    _add_plot(mcp, notebook)
    _add_sql(mcp, notebook)
    _add_export(mcp, notebook)


def _add_query(mcp: MCPServer[None], notebook: Notebook) -> None:
    @mcp.tool(title="Query", annotations=LOOKS)
    async def query(
        context: Context,
        columns: Annotated[Names, Field(title="Columns", description="All, unless given.")] = [],  # noqa: B006
        filters: Filters = [],  # noqa: B006
        group_by: Annotated[Names, Field(title="Group by", description="A row for each combination.")] = [],  # noqa: B006
        aggregates: Annotated[list[Aggregate], Field(title="Figures of groups", max_length=20)] = [],  # noqa: B006
        sort: Annotated[list[Sort], Field(title="Sort by", max_length=10)] = [],  # noqa: B006
        limit: Limit = 50,
        offset: Annotated[int, Field(title="Rows to skip", ge=0)] = 0,
    ) -> Annotated[CallToolResult, QueryResult]:
        """Filter, group and sort the table's rows.

        With `group_by` or `aggregates`, a row of the result is a group; its columns are those grouped by, then
        figures such as `mean of rain`, which is also their name in `sort`. Figures leave missing values out.

        Example: {"filters": [{"column": "rain", "op": ">", "value": 5}], "group_by": ["town"],
        "aggregates": [{"function": "mean", "column": "temperature"}]}
        """
        question = Question(columns, filters, group_by, aggregates, sort, offset, limit)
        answer = await ask(notebook.table, question, teller(context))
        rows = as_rows(answer.table)
        more = max(0, answer.total - offset - len(rows))
        message = f"{len(rows)} of {answer.total} rows." + (f" {more} more follow: ask with `offset`." if more else "")
        message = notebook.with_warning(message)
        found = QueryResult(columns=answer.table.names, rows=rows, total=answer.total, more=more, message=message)
        return result(found, f"{markdown(found.columns, rows)}\n\n{message}")


def _add_plot(mcp: MCPServer[None], notebook: Notebook) -> None:
    @mcp.tool(title="Plot", annotations=LOOKS)
    async def plot(
        context: Context,
        x: Annotated[ColumnName, Field(title="Across")],
        y: Annotated[ColumnName, Field(title="Upwards")],
        kind: Annotated[FigureKind, Field(title="Kind")] = "line",
        by: Annotated[str | None, Field(title="Series", description="One for each value of this column.")] = None,
        each: Annotated[
            Function, Field(title="Figure", description="For rows with the same x, in lines and bars.")
        ] = "mean",
        filters: Filters = [],  # noqa: B006
        title: Annotated[str, Field(title="Title", max_length=100)] = "",
    ) -> Annotated[CallToolResult, PlotResult]:
        """Draw two columns: here as an image, and in the page as a plot to look into.

        Lines are for dates and numbers, bars for up to 40 values side by side, scatters for single rows.

        Example: {"x": "day", "y": "temperature", "by": "town"}
        """
        drawn = await draw(notebook.table, Plot(kind, x, y, by, each, filters, title), teller(context))
        figure = drawn.figure
        if not figure.points:
            raise DataError("No row passes the filters with values in both columns. Filter less, or choose others.")
        await notebook.page.show_figure(figure)
        message = notebook.with_warning(drawn.note)
        described = PlotResult(
            title=figure.title,
            points=figure.points,
            rows=drawn.rows,
            description=figure.description,
            message=message,
        )
        return result(described, f"{figure.title}. {figure.description} {message}".strip(), image(svg(figure)))


def image(picture: str) -> ImageContent:
    return ImageContent(data=b64encode(picture.encode()).decode(), mime_type="image/svg+xml")


def _add_sql(mcp: MCPServer[None], notebook: Notebook) -> None:
    @mcp.tool(title="SQL", annotations=LOOKS)
    async def sql(
        context: Context,
        statement: Annotated[str, Field(title="Statement", description="One that reads.", min_length=1)],
        limit: Limit = 50,
    ) -> Annotated[CallToolResult, SqlResult]:
        """Ask SQLite, which runs in the page: the table is called `data`. Dates are texts, booleans 1 and 0.

        Example: {"statement": "SELECT town, max(temperature) FROM data GROUP BY town"}
        """
        found = await notebook.page.run_sql(notebook.table, statement, limit, teller(context))
        message = f"{len(found.rows)} rows." + ("" if found.is_all else " More follow: raise `limit`, or add OFFSET.")
        message = notebook.with_warning(message)
        given = SqlResult(columns=found.columns, rows=found.rows, more=not found.is_all, message=message)
        return result(given, f"{markdown(found.columns, found.rows)}\n\n{message}")


def _add_export(mcp: MCPServer[None], notebook: Notebook) -> None:
    @mcp.tool(title="Export", annotations=LOOKS)
    async def export(
        context: Context,
        file_format: Annotated[Syntax, Field(title="Format")] = "csv",
        columns: Annotated[Names, Field(title="Columns", description="All, unless given.")] = [],  # noqa: B006
        filters: Filters = [],  # noqa: B006
        sort: Annotated[list[Sort], Field(title="Sort by", max_length=10)] = [],  # noqa: B006
    ) -> Annotated[CallToolResult, ExportResult]:
        """Write the table, or some of it, as a CSV or JSON file: given back here, and offered for download in the page.

        Nothing is rounded. In CSV, texts such as `12` look like numbers to who reads them: such columns are named.

        Example: {"file_format": "csv", "filters": [{"column": "town", "value": "Fjordby"}]}
        """
        answer = await ask(notebook.table, Question(columns, filters, sort=sort), teller(context, 0, 0.5))
        table = answer.table
        text = await write(table, file_format, teller(context, 0.5, 1))
        file, alike = f"{file_name(table.name)}.{file_format}", await misread(table) if file_format == "csv" else []
        notebook.page.offer_file(file, text, MEDIA_TYPES[file_format])
        message = f"{file} has {table.rows} rows, {len(text)} characters."
        if alike:
            message += f" A reader would take these columns for others: {', '.join(alike)}. JSON keeps them apart."
        message = notebook.with_warning(message)
        given = ExportResult(file=file, rows=table.rows, characters=len(text), misread=alike, message=message)
        if len(text) > EMBEDDED_CHARS:
            given.message += " It is too large to be sent: the page of this server offers it for download."
            return result(given, given.message)
        contents = TextResourceContents(uri=f"notebook://export/{file}", mime_type=MEDIA_TYPES[file_format], text=text)
        return result(given, message, EmbeddedResource(resource=contents))


def file_name(name: str) -> str:
    """A table's name, as a file may be called anywhere."""
    stem = name.rpartition(".")[0] if name.lower().endswith((".csv", ".json", ".tsv", ".txt")) else name
    plain = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-_") else "-" for letter in stem)
    return plain.strip("-")[:60] or "data"
