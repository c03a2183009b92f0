"""Content blocks as what a person sees."""

from __future__ import annotations

import base64
from typing import Any

import mcp_types as types
import pytest
from hypothesis import given
from hypothesis import strategies as st
from transom_page.markdown_weight import is_light_markdown

from demo_host.state.content import (
    READ_CHARACTERS,
    Broken,
    Link,
    Media,
    Other,
    Text,
    block_of,
    block_of_contents,
    file_name,
    media_body,
    one_line,
    repeats_structured,
    text_body,
    unwrap,
)

PNG = base64.b64encode(b"\x89PNG data").decode()


def text(words: str, **fields: Any) -> types.TextContent:
    return types.TextContent(text=words, **fields)


@pytest.mark.parametrize(
    ("words", "mode"),
    [
        ("hello", "plain"),
        ("2 * 3 * 4 and a_b_c", "plain"),
        ("# Title\n\ntext", "markdown"),
        ("- one\n- two", "markdown"),
        ("some **bold** text", "markdown"),
        ("see [this](https://example.com/)", "markdown"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "markdown"),
        ("```\ncode\n```", "markdown"),
        ('{"a": [1, 2]}', "json"),
        (' [1, "x"]', "json"),
        ("{not json}", "plain"),
        ("", "plain"),
        ("[" * 100_000, "plain"),
        ("{" + " " * READ_CHARACTERS + "}", "plain"),
    ],
)
def test_a_text_is_shown_as_what_it_looks_like(words: str, mode: str) -> None:
    body = block_of(text(words)).body
    assert isinstance(body, Text)
    assert body.modes[0] == mode
    assert body.text == words
    assert body.modes[-1] == "plain"


def test_what_the_server_says_of_a_text_counts_more_than_its_looks() -> None:
    assert text_body("# no heading", "text/x-python").modes == ("plain",)
    assert text_body("plain words", "text/markdown; charset=utf-8").modes == ("markdown", "plain")
    assert text_body('{"a": 1}', "application/geo+json").value == {"a": 1}
    assert text_body("<p>hi</p>", "text/html").modes == ("plain",)


def test_pictures_and_sounds_are_their_bytes() -> None:
    image = block_of(types.ImageContent(data=PNG, mime_type="image/PNG; x=y")).body
    assert image == Media("image", b"\x89PNG data", "image/png")
    sound = block_of(types.AudioContent(data=PNG, mime_type="audio/wav")).body
    assert sound == Media("audio", b"\x89PNG data", "audio/wav")


@pytest.mark.parametrize("kind", ["text/html", "image/x-icon<script>", "", "application/pdf"])
def test_bytes_of_any_other_kind_are_a_file(kind: str) -> None:
    assert media_body(PNG, kind) == Media("file", b"\x89PNG data", kind)


@pytest.mark.parametrize("data", ["not base64!", "AAA", "", "<script>", "\u2603"])
def test_what_is_no_base64_says_so(data: str) -> None:
    assert isinstance(block_of(types.ImageContent(data=data, mime_type="image/png")).body, Broken)


def test_line_breaks_in_base64_are_fine() -> None:
    assert isinstance(media_body(PNG[:8] + "\r\n" + PNG[8:], "image/png"), Media)


def test_a_link_to_a_resource_tells_what_it_is() -> None:
    link = types.ResourceLink(uri="shop://menu", name="menu", title="Menu", description="What there is", size=12)
    assert block_of(link).body == Link("shop://menu", "Menu", ("What there is", "12 B"))


def test_an_embedded_resource_is_shown_by_its_kind() -> None:
    inner = types.TextResourceContents(uri="shop://a.json", mime_type="application/json", text="[1]")
    block = block_of(types.EmbeddedResource(resource=inner))
    assert (block.uri, block.notes) == ("shop://a.json", ("application/json",))
    assert isinstance(block.body, Text)
    assert block.body.value == [1]
    blob = block_of_contents(types.BlobResourceContents(uri="shop://x.png", mime_type="image/png", blob=PNG))
    assert isinstance(blob.body, Media)
    assert file_name(blob) == "x.png"


def test_what_is_not_known_is_shown_as_json() -> None:
    known = block_of(types.ToolUseContent(name="buy", id="1", input={"a": 1})).body
    assert known == Other("tool_use", {"type": "tool_use", "name": "buy", "id": "1", "input": {"a": 1}})
    assert block_of({"type": "hologram", "beam": 1}).body == Other("hologram", {"type": "hologram", "beam": 1})
    assert block_of(3).body == Other("int", 3)


def test_annotations_are_put_into_words() -> None:
    notes = types.Annotations(audience=["user"], priority=0.5, last_modified="2026-01-01")
    assert block_of(text("x", annotations=notes)).notes == ("for the user", "priority 0.5", "changed 2026-01-01")


def test_a_text_that_repeats_the_structured_content_is_known() -> None:
    assert repeats_structured(block_of(text('{"b": 2, "a": 1}')), {"a": 1, "b": 2})
    assert not repeats_structured(block_of(text("null")), None)
    assert not repeats_structured(block_of(text("hi")), {"result": "hi"})


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("file:///a/b/report.pdf", "report.pdf"),
        ("x://..", "resource.bin"),
        ("x://y/<img src=x>", "img-src-x.bin"),
        ("", "resource.bin"),
        ("x://y/" + "a" * 300, "a" * 80 + ".bin"),
    ],
)
def test_a_file_gets_a_harmless_name(uri: str, name: str) -> None:
    assert file_name(block_of_contents(types.BlobResourceContents(uri=uri, mime_type="x/y", blob=PNG))) == name


def test_line_ends_of_an_editor_are_no_line_ends_of_a_text() -> None:
    text = """Draw a diagram: a
    flowchart, say.
    Example: a --> b

    - one
    - two

        code
    """
    assert unwrap(text) == "Draw a diagram: a flowchart, say.\nExample: a --> b\n\n- one\n- two\n\n    code"


def test_arguments_in_one_line_are_short() -> None:
    assert one_line({"city": "Rome", "days": 3}) == 'city: "Rome", days: 3'
    assert one_line({}) == "No arguments"
    assert len(one_line({"text": "x" * 10**6, "more": list(range(10**5))})) <= 120


@given(st.text(), st.sampled_from(["", "text/markdown", "application/json", "\x00", ";;;"]))
def test_any_text_can_be_shown(words: str, media_type: str) -> None:
    assert text_body(words, media_type).text == words


@given(st.text(), st.text())
def test_any_bytes_can_be_shown_or_refused(data: str, media_type: str) -> None:
    assert isinstance(media_body(data, media_type), Media | Broken)


@pytest.mark.parametrize(
    "words",
    [
        "[" * 3000,
        "**a** " * 10_000,
        "> " * 200 + "a\n" * 5000,
        "![" * 200 + "a\n" * 5000,
        "|a" * 18 + "|\n" + "|-" * 18 + "|\n" + "a\n" * 9000,
    ],
)
def test_markdown_that_takes_too_long_is_plain_text(words: str) -> None:
    assert not is_light_markdown(words)
    assert text_body(words, "text/markdown").modes == ("plain",)


def test_a_usual_document_is_markdown() -> None:
    part = "## Title\n\n*Words*, `code` and a [link](https://example.com/).\n\n- one\n- two\n\n|a|b|\n|-|-|\n|1|2|\n\n"
    assert is_light_markdown(part * 150)
