"""Tools that ask back, in either protocol era: the person which column is meant, the host's model for names.

In the newer era a call ends with the question, and comes again with the answer. What asks, and what comes before it,
are resolvers: they run each time, and the tool itself once.
"""

# Annotations are not deferred here: those of the tools name resolvers, which are made beside them.

from typing import Annotated

from mcp.server import MCPServer
from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.resolve import Elicit, Resolve, Sample
from mcp_types import CallToolResult, CreateMessageResult
from pydantic import Field

from clusters import Clusters, find_clusters
from columns import DataError, listed, quoted
from drawing import svg
from looking import ColumnName, image
from naming import plain_names, question_for, read_names
from notebook import Notebook
from queries import Function
from results import Cluster, ClusterResult, PeriodValue, TrendResult, markdown
from telling import LOOKS, can_ask_model, can_ask_person, result, teller
from trends import DateChoice, Period, choice_of, trend_figure, trend_of

NO_MODEL = "This host has no model to ask: the names say where they lie."

PERIODS_GIVEN = 400
CLUSTERS_MOST = 6

DateColumn = Annotated[
    str | None, Field(title="Date column", description="Only needed to skip the question, where several could be it.")
]
Count = Annotated[int, Field(title="How many", ge=2, le=CLUSTERS_MOST)]


def add_asking(mcp: MCPServer[None], notebook: Notebook) -> None:
    _add_trend(mcp, notebook)
    _add_clusters(mcp, notebook)


def _add_trend(mcp: MCPServer[None], notebook: Notebook) -> None:
    async def which_date(context: Context, date_column: str | None) -> DateChoice | Elicit[DateChoice]:
        table = notebook.table
        dates = table.of_kind("date")
        if date_column is not None and table.column(date_column).name not in dates:
            raise DataError(
                f"The column {quoted(date_column)} holds no dates. Those that do: {listed(dates) or 'none'}."
            )
        if not dates:
            raise DataError("No column holds dates such as 2025-03-01. Load data with one, or use `query` to group.")
        if date_column is not None or len(dates) == 1:
            return DateChoice(column=date_column or dates[0])
        if not can_ask_person(context):
            advice = f"This host cannot ask you which is meant. Call again with `date_column`: {quoted(dates[0])}, say."
            raise DataError(f"Several columns hold dates: {listed(dates)}. {advice}")
        question = notebook.with_warning("Several columns hold dates. By which one shall the trend go?")
        return Elicit(question, choice_of(dates))

    @mcp.tool(title="Trend", annotations=LOOKS)
    async def trend(
        context: Context,
        column: ColumnName,
        chosen: Annotated[ElicitationResult[DateChoice], Resolve(which_date)],
        date_column: DateColumn = None,
        period: Annotated[Period, Field(title="Period")] = "month",
        each: Annotated[Function, Field(title="Figure", description="Of each period.")] = "mean",
    ) -> Annotated[CallToolResult, TrendResult]:
        """Follow a column over days, weeks, months or years. Asks by which dates, if several columns have some.

        Example: {"column": "temperature", "period": "month"}
        """
        if not isinstance(chosen, AcceptedElicitation):
            raise DataError("No column was chosen. Call again and choose one, or give `date_column`.")
        by = chosen.data.column
        found = await trend_of(notebook.table, column, by, period, each, teller(context))
        if not found:
            raise DataError(f"No row has a date in {quoted(by)}. Choose another column, or load data with dates.")
        figure = trend_figure(found, column, by, period, each)
        if figure.points:
            await notebook.page.show_figure(figure)
        given = found[:PERIODS_GIVEN]
        more = len(found) - len(given)
        message = f"{figure.title}: {len(found)} periods.{f' {more} more are in the plot alone.' if more else ''}"
        message = notebook.with_warning(message)
        periods = [PeriodValue(period=one.period, value=one.value, rows=one.rows) for one in given]
        structured = TrendResult(date_column=by, column=column, periods=periods, more=more, message=message)
        rows = markdown([period, figure.y_title, "rows"], [[one.period, one.value, one.rows] for one in given])
        return result(structured, f"{rows}\n\n{message}", image(svg(figure)))


def _add_clusters(mcp: MCPServer[None], notebook: Notebook) -> None:
    async def clusters_of(context: Context, x: str, y: str, count: int) -> Clusters:
        return await find_clusters(notebook.table, x, y, count, teller(context))

    async def names_for(
        context: Context, found: Annotated[Clusters, Resolve(clusters_of)]
    ) -> CreateMessageResult | Sample | None:
        return question_for(found) if can_ask_model(context) else None

    @mcp.tool(title="Name clusters", annotations=LOOKS)
    async def name_clusters(
        x: Annotated[ColumnName, Field(title="First column")],
        y: Annotated[ColumnName, Field(title="Second column")],
        found: Annotated[Clusters, Resolve(clusters_of)],
        answer: Annotated[CreateMessageResult | None, Resolve(names_for)],
        count: Count = 3,
    ) -> Annotated[CallToolResult, ClusterResult]:
        """Find rows that lie together in two columns of numbers, and ask the host's model what to call them.

        The clusters are the same each time. Without a model they are named by their place.

        Example: {"x": "temperature", "y": "sun", "count": 3}
        """
        names, named_by, message = (
            plain_names(found),
            "",
            NO_MODEL,
        )
        if answer is not None:
            try:
                names, named_by, message = read_names(answer, len(found.groups)), answer.model, "The model named them."
            except DataError as error:
                message = str(error)
        if found.left_out:
            message += f" {found.left_out} rows without both values were left out."
        message = notebook.with_warning(message)
        figure = found.figure(f"Clusters of {x} and {y}", names)
        await notebook.page.show_figure(figure)
        clusters = [
            Cluster(name=name, rows=one.rows, x=one.centre[0], y=one.centre[1])
            for name, one in zip(names, found.groups, strict=True)
        ]
        structured = ClusterResult(x=x, y=y, clusters=clusters, named_by=named_by, message=message)
        rows = markdown(["cluster", "rows", x, y], [[one.name, one.rows, one.x, one.y] for one in clusters])
        return result(structured, f"{rows}\n\n{message}", image(svg(figure)))
