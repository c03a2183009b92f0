"""The tools and resources of the JSON analyzer.

In the browser, and only there:
    page          the page's script: brings the others together, and serves
    form          the setup, in which a person chooses the documents
    examples      those that are beside the page
    shelf         keeps a session's files in IndexedDB, and gives them part by part
Without it, as this module:
    library       the session's documents, each read when the first tool needs it
    reading       from a file to a document: reader, with text, batches and files
    shapes, querying, searching, pointers, differences
                  what a tool does, each
    walking, pausing, writing
                  go through all values: in their order, for a query, to make text of them
    excerpts      values as results have them: bounded, and legible
    slices        has long work pause; progress tells of it

For a server of your own, copy page, form, and the shape of this module: what has to be had of the browser is a
parameter of `make_server`, and what can take long is a generator that `in_slices` runs. Keep shelf where
`session.storage`, of a few MB and for JSON, is too small.
"""

from __future__ import annotations

from typing import Annotated

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp.server.mcpserver.resources import ResourceSecurity
from mcp_types import (
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceTemplateReference,
    ToolAnnotations,
)
from pydantic import BaseModel, Field

from differences import Comparison, compare
from excerpts import Excerpt, excerpt, legible
from files import BytesFile
from library import Library
from pointers import BadPointer, completions, resolve
from progress import Progress
from querying import BadQuery, QueryResult, query
from reading import Document, read_document
from searching import SearchResult, Where, search
from shapes import Description, describe
from slices import in_slices, tell_nobody
from text import NotJson
from writing import TooLong, json_text

INSTRUCTIONS = """A person has chosen a JSON document, and perhaps a second one to compare it with. Start with
`describe`: it says which places the document has. Then ask for values with `query`, `search` or `pointer`. Results are
bounded: each says how much more there is."""

READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
RESOURCE_CHARS = 1_000_000
COMPLETIONS = 100
NO_DOCUMENT = "The document is not in this browser's storage any more. Set the server up again, and choose it."
NO_SECOND = "No second document was chosen. Give one as JSON text in `other`, or choose one when you set the server up."

Limit = Annotated[int, Field(description="How many to give at most", ge=1, le=500)]


class PointerResult(BaseModel):
    """The value at a pointer."""

    pointer: str
    value: Excerpt


def make_server(library: Library) -> MCPServer:
    mcp = MCPServer("JSON analyzer", instructions=INSTRUCTIONS)
    _add_looking(mcp, library)
    _add_comparing(mcp, library)
    _add_resources(mcp, library)
    return mcp


async def _document(library: Library, progress: Progress) -> Document:
    try:
        document = await library.document("first", progress.stage("Reading the document"))
    except NotJson as error:
        raise ToolError(f"The document can't be read. {error}") from error
    if document is None:
        raise ToolError(NO_DOCUMENT)
    return document


def _add_looking(mcp: MCPServer, library: Library) -> None:
    @mcp.tool(name="describe", title="Describe the document", annotations=READS)
    async def describe_document(context: Context, limit: Limit = 60) -> Description:
        """Say what the document consists of: size, types, and which places it has, as JSONPaths. Example: limit=20"""
        progress = Progress(context)
        document = await _document(library, progress)
        return await in_slices(describe(document, limit), progress.stage("Counting"))

    @mcp.tool(name="query", title="Query with JSONPath", annotations=READS)
    async def query_document(
        context: Context,
        path: Annotated[str, Field(description="A JSONPath, RFC 9535", examples=["$.books[?@.price < 10].title"])],
        limit: Limit = 20,
        max_chars: Annotated[int, Field(description="Length of each value at most", ge=20, le=20_000)] = 1000,
    ) -> QueryResult:
        """Select values of the document with a JSONPath. Example: $.books[?@.price < 10].title"""
        progress = Progress(context)
        document = await _document(library, progress)
        try:
            return await query(document.value, path, limit, max_chars, progress.count("Values looked at"))
        except BadQuery as error:
            raise ToolError(str(error)) from error

    @mcp.tool(name="search", title="Search for a text", annotations=READS)
    async def search_document(
        context: Context,
        text: Annotated[str, Field(description="What to find", examples=["tide"], min_length=1, max_length=1000)],
        where: Annotated[Where, Field(description="Where to look")] = "everywhere",
        limit: Limit = 20,
    ) -> SearchResult:
        """Find a text in the document's keys and values, in upper or lower case. Example: tide"""
        progress = Progress(context)
        document = await _document(library, progress)
        return await in_slices(search(document, text, where, limit), progress.stage("Searching"))

    @mcp.tool(title="Follow a JSON Pointer", annotations=READS)
    async def pointer(
        context: Context,
        pointer: Annotated[str, Field(description="A JSON Pointer, RFC 6901", examples=["/books/0/title"])],
        max_chars: Annotated[int, Field(description="Length of the value at most", ge=20, le=100_000)] = 4000,
    ) -> PointerResult:
        """Give the value that a JSON Pointer leads to; an empty one is the whole document. Example: /books/0/title"""
        document = await _document(library, Progress(context))
        try:
            return PointerResult(pointer=legible(pointer), value=excerpt(resolve(document.value, pointer), max_chars))
        except BadPointer as error:
            raise ToolError(str(error)) from error


def _add_comparing(mcp: MCPServer, library: Library) -> None:
    @mcp.tool(title="Compare two documents", annotations=READS)
    async def diff(
        context: Context,
        other: Annotated[
            str, Field(description="JSON text of the second document; without it, the one that was chosen in the setup")
        ] = "",
        limit: Limit = 50,
    ) -> Comparison:
        """Say what a second document adds, removes and changes. Example: other={"books": []}"""
        progress = Progress(context)
        first = await _document(library, progress)
        try:
            second = await _second(library, other, progress)
        except NotJson as error:
            raise ToolError(f"The second document can't be read. {error}") from error
        if second is None:
            raise ToolError(NO_SECOND)
        return await in_slices(compare(first.value, second.value, limit), progress.stage("Comparing"))


async def _second(library: Library, other: str, progress: Progress) -> Document | None:
    tell = progress.stage("Reading the second document")
    if not other:
        return await library.document("second", tell)
    return await read_document(BytesFile("The second document", legible(other).encode()), tell)


def _add_resources(mcp: MCPServer, library: Library) -> None:
    async def text_at(pointer: str) -> str:
        try:
            document = await library.document("first", tell_nobody)
        except NotJson as error:
            raise ResourceError(f"The document can't be read. {error}") from error
        if document is None:
            raise ResourceError(NO_DOCUMENT)
        try:
            value = resolve(document.value, pointer)
            return legible(await in_slices(json_text(value, RESOURCE_CHARS), tell_nobody))
        except BadPointer as error:
            raise ResourceError(str(error)) from error
        except TooLong as error:
            words = "This part has more than a million characters. Read parts of it, or use the tools."
            raise ResourceError(words) from error

    @mcp.resource("json://document", title="The document", mime_type="application/json")
    async def document() -> str:
        """The whole document."""
        return await text_at("")

    # A pointer is no path in a file system: it may begin with "/", and have ".." in it
    @mcp.resource(
        "json://document{+pointer}",
        title="A part of the document",
        mime_type="application/json",
        security=ResourceSecurity(exempt_params={"pointer"}),
    )
    async def part(pointer: str) -> str:
        """The value at a JSON Pointer. Example: /books/0"""
        return await text_at(pointer)

    @mcp.completion()
    async def complete(
        ref: PromptReference | ResourceTemplateReference,
        argument: CompletionArgument,
        context: CompletionContext | None,
    ) -> Completion:
        document = await library.document("first", tell_nobody)
        if document is None:
            return Completion(values=[])
        found = await in_slices(completions(document.value, argument.value), tell_nobody)
        return Completion(values=found[:COMPLETIONS], total=len(found), has_more=len(found) > COMPLETIONS)
