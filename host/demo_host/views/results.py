"""Results, messages and resources: each part by its kind. All of it is foreign, and shows as what it is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from mcp_types import BlobResourceContents, CallToolResult, PromptMessage, SamplingMessage, TextResourceContents
from transom_page.dom import Element, add, forget, h, link, remove, replace, safe_url

from ..state.amounts import count_words, size_words
from ..state.content import (
    Block,
    Broken,
    Link,
    Media,
    Other,
    Text,
    block_of,
    block_of_contents,
    file_name,
    repeats_structured,
    wraps_one,
)
from .copying import copy_button, download_button, small_button
from .json_tree import JsonTree
from .page import blob_url, data_url, revoke
from .text_block import TextBlock, plain

ReadResource = Callable[[str], Awaitable[None]]
SVG = "image/svg+xml"
OWN_META = "io.modelcontextprotocol/"
RAW_CHARACTERS = 2000
BLOCKS = 30
"""So many parts of a result are shown before the person asks for more."""


class Shown:
    """Content on the page. Close it to give back what it holds."""

    def __init__(self, read_resource: ReadResource | None = None) -> None:
        self.element: Element = h("div", class_="result", testid="result")
        self._read_resource = read_resource
        self._ends: list[Callable[[], None]] = []

    def close(self) -> None:
        ends, self._ends = self._ends, []
        for end in ends:
            end()
        forget(self.element)

    def fill(self, *parts: Element | None) -> Shown:
        replace(self.element, *parts)
        return self

    def tree(self, value: Any, label: str) -> Element:
        tree = JsonTree(value, label)
        self._ends.append(tree.close)
        return tree.element

    def blocks(self, blocks: list[Block]) -> Element:
        """Each by its kind; the first of many, with a button for the next."""
        place = h("div")
        self._add_blocks(place, blocks)
        return place

    def _add_blocks(self, place: Element, blocks: list[Block]) -> None:
        def more(event: object) -> None:
            remove(button)
            self._add_blocks(place, blocks[BLOCKS:])

        add(place, [self.block(block) for block in blocks[:BLOCKS]])
        if len(blocks) > BLOCKS:
            left = count_words(len(blocks) - BLOCKS, "part")
            button = small_button(f"Show more of {left} that are left", more, "more-blocks")
            add(place, button)

    def block(self, block: Block) -> Element:
        body, controls = self._body(block)
        kind = block.body.modes[0] if isinstance(block.body, Text) else type(block.body).__name__.lower()
        head = h(
            "div",
            h("strong", block.title),
            h("code", block.uri) if block.uri else None,
            *(h("span", note, class_="note") for note in block.notes),
            h("span", *controls, class_="buttons"),
            class_="block-head",
        )
        return h("div", head, body, class_="block", data_kind=kind, testid="block")

    def _body(self, block: Block) -> tuple[Element, list[Element]]:
        match block.body:
            case Text() as body:
                return self._text(block, body)
            case Media() as body:
                size = h("span", f"{body.media_type}, {size_words(len(body.data))}", class_="note")
                return self._media(block, body), [size, download_button(file_name(block), lambda: body.data)]
            case Link() as body:
                return self._link(body)
            case Broken() as body:
                raw = plain(body.raw[:RAW_CHARACTERS], "raw")
                return h("div", h("p", body.reason), raw), []
            case Other() as body:
                return h("div", h("p", f"Of a kind that this host does not know: {body.kind}"), self._other(body)), []

    def _text(self, block: Block, body: Text) -> tuple[Element, list[Element]]:
        shown = TextBlock(body)
        self._ends.append(shown.close)
        controls = [
            *([shown.controls] if shown.controls else []),
            copy_button("Copy", lambda: body.text, "copy-text"),
            *([download_button(file_name(block), lambda: body.text)] if body.is_long else []),
        ]
        return shown.element, controls

    def _other(self, body: Other) -> Element:
        return self.tree(body.value, "Content")

    def _media(self, block: Block, body: Media) -> Element:
        if body.kind == "file":
            return h("p", "Bytes, which can't be shown here. Download them to open them elsewhere.", class_="note")
        url = self._address(body)
        failed = {"error": lambda event: replace(holder, f"The browser can't show this as {body.media_type}.")}
        if body.kind == "audio":
            shown = h("audio", src=url, controls=True, preload="metadata", aria_label=file_name(block), on=failed)
        else:
            words = f"Image that the server sent: {file_name(block)}"
            shown = h("img", src=url, alt=words, class_="picture", testid="image", on=failed)
        holder = h("div", shown, class_="media")
        return holder

    def _address(self, body: Media) -> str:
        # A blob belongs to our origin: a drawing opened from one in a tab of its own could run scripts in it.
        if body.media_type == SVG:
            return data_url(body.data, SVG)
        url = blob_url(body.data, body.media_type)
        self._ends.append(lambda: revoke(url))
        return url

    def _link(self, body: Link) -> tuple[Element, list[Element]]:
        read, controls = self._read_resource, []
        if read is not None:
            controls.append(small_button("Read", lambda event: read(body.uri), "read"))
        controls.append(copy_button("Copy address", lambda: body.uri))
        address = link(body.uri, body.uri) if safe_url(body.uri) else h("code", body.uri)
        about = [h("p", text, class_="note") for text in body.about]
        return h("div", h("p", body.name), h("p", address, class_="address"), *about), controls


def result_view(
    result: CallToolResult,
    *,
    output_schema: Mapping[str, Any] | None = None,
    schema_problem: str | None = None,
    read_resource: ReadResource | None = None,
) -> Shown:
    """What a tool answered."""
    shown = Shown(read_resource)
    blocks = [block_of(content) for content in result.content]
    has_structured = result.structured_content is not None or "structured_content" in result.model_fields_set
    repeats = [block for block in blocks if has_structured and repeats_structured(block, result.structured_content)][:1]
    parts: list[Element | None] = [_error_word(blocks) if result.is_error else None]
    parts.append(shown.blocks([block for block in blocks if block not in repeats]))
    if schema_problem is not None:
        parts.append(_schema_problem(shown, schema_problem, output_schema))
    if has_structured:
        fits = output_schema is not None and schema_problem is None and not result.is_error
        parts.append(_structured(shown, result.structured_content, fits, folded=len(blocks) > len(repeats)))
    parts += [_folded("The same as text", shown.block(block), "repeat") for block in repeats]
    if not blocks and not has_structured and not result.is_error:
        parts.append(h("p", "The tool answered with nothing.", class_="note", testid="empty"))
    parts.append(_meta(shown, result.meta or {}))
    shown.element.setAttribute("data-status", "tool-error" if result.is_error else "done")
    return shown.fill(*parts)


def _error_word(blocks: list[Block]) -> Element:
    words = "The tool says that it failed:" if blocks else "The tool says that it failed, and nothing else."
    return h("p", h("strong", "Error"), f" {words}", class_="error-word", testid="error")


def _structured(shown: Shown, value: Any, fits: bool, *, folded: bool) -> Element:
    summary = h("summary", "Structured content", h("span", "Fits the output schema", class_="fits") if fits else None)
    opened = not (folded and wraps_one(value))
    return h("details", summary, shown.tree(value, "Structured content"), open=opened, testid="structured")


def _schema_problem(shown: Shown, problem: str, schema: Mapping[str, Any] | None) -> Element:
    schema_tree = _folded("Output schema", shown.tree(dict(schema), "Output schema"), "schema") if schema else None
    return h("div", h("p", problem), schema_tree, class_="schema-problem", testid="schema-problem")


def _meta(shown: Shown, meta: Mapping[str, Any]) -> Element | None:
    foreign = {key: value for key, value in meta.items() if not key.startswith(OWN_META)}
    return _folded("More from the server (_meta)", shown.tree(foreign, "_meta"), "meta") if foreign else None


def _folded(words: str, content: Element, testid: str) -> Element:
    return h("details", h("summary", words), content, testid=testid)


def contents_view(
    contents: TextResourceContents | BlobResourceContents | Iterable[TextResourceContents | BlobResourceContents],
) -> Shown:
    """What was read from a resource: one part, or all of them."""
    shown = Shown()
    parts = [contents] if isinstance(contents, TextResourceContents | BlobResourceContents) else list(contents)
    if not parts:
        return shown.fill(h("p", "The resource is empty.", class_="note", testid="empty"))
    return shown.fill(shown.blocks([block_of_contents(part) for part in parts]))


def message_view(message: PromptMessage | SamplingMessage, *, read_resource: ReadResource | None = None) -> Shown:
    """A message of a prompt or of a conversation: who says it, and what."""
    shown = Shown(read_resource)
    content = message.content if isinstance(message.content, list) else [message.content]
    role = h("p", message.role.capitalize(), class_="role", testid="role")
    shown.element.setAttribute("data-role", message.role)
    return shown.fill(role, shown.blocks([block_of(part) for part in content]))
