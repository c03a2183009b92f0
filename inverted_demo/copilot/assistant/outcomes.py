"""What a tool's result, or an error in its place, comes to in words."""

from __future__ import annotations

from collections.abc import Iterable

import mcp_types as types
from mcp import MCPError
from pydantic import ValidationError
from transom import HandshakeError, SessionEnded, TransomError, reason_of

from assistant.conversation import Outcome

MAX_CHARACTERS = 100_000
"""Of a result's text. More is cut, and said to be."""
ENDS = {kind.code for kind in SessionEnded.__subclasses__()} | {SessionEnded.code}
REFUSED = "Refused: "
"""How the text of an error begins, where the server's person or policy said no."""

DAY_SECONDS = 86_400
RETRY_AFTER = "transom/retry_after_seconds"
"""Where the `_meta` of an error says that time alone cures it."""


def outcome_of(tool: str, result: types.CallToolResult) -> Outcome:
    text = cut("\n\n".join(_words(result.content)))
    if not result.is_error:
        return Outcome("done", text, result.structured_content)
    text = text.removeprefix(f"Error executing tool {tool}: ")  # which the SDK's servers put before every error
    return failure(text or "The tool failed without a word.", _retry_after(result))


def _retry_after(result: types.CallToolResult) -> float:
    said = (result.meta or {}).get(RETRY_AFTER)
    if isinstance(said, bool) or not isinstance(said, int | float):
        return 0.0
    return float(said) if 0 < said < DAY_SECONDS else 0.0


def outcome_of_error(error: BaseException) -> Outcome:
    return failure(words_of(error))


def failure(text: str, retry_after: float = 0.0) -> Outcome:
    """What has no result, of a tool or a resource: refused by somebody, or failed."""
    return Outcome("refused" if text.startswith(REFUSED) else "failed", text, retry_after=retry_after)


def text_of_resource(result: types.ReadResourceResult) -> str:
    return cut("\n\n".join(_contents(one) for one in result.contents))


def text_of_prompt(result: types.GetPromptResult) -> str:
    """What a prompt asks for. What it has the assistant say is left out: the assistant has not said it."""
    asked = [message.content for message in result.messages if message.role == "user"]
    return cut("\n\n".join(_words(asked)))


def words_of(error: BaseException) -> str:
    cause = main_cause(error)
    if isinstance(cause, ValidationError):
        return f"The server sent something that is no {cause.title}: {cause.errors()[0]['msg']}."
    if isinstance(cause, TimeoutError):
        return "The server took too long to answer, and was not waited for any more."
    return str(cause) or type(cause).__name__


def main_cause(error: BaseException) -> BaseException:
    """The error of a group that says most: the session's, then the protocol's, then any."""
    found = _leaves(error)
    for kind in (TransomError, MCPError):
        for leaf in found:
            if isinstance(leaf, kind):
                return leaf
    return found[0]


def is_end(error: BaseException) -> bool:
    """Whether an error means that the session is over, rather than that one request failed."""
    cause = main_cause(error)
    if isinstance(cause, MCPError):
        return reason_of(cause) in ENDS
    return isinstance(cause, SessionEnded | HandshakeError)


def _leaves(error: BaseException) -> list[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        return [leaf for part in error.exceptions for leaf in _leaves(part)]
    return [error]


def cut(text: str, limit: int = MAX_CHARACTERS) -> str:
    return text if len(text) <= limit else f"{text[:limit]}\n… ({len(text) - limit} more characters)"


def _words(blocks: Iterable[types.ContentBlock]) -> list[str]:
    return [text for block in blocks if (text := _text(block))]


def _text(block: types.ContentBlock) -> str:
    match block:
        case types.TextContent():
            return block.text
        case types.ImageContent() | types.AudioContent():
            return f"[{block.mime_type}, which is not shown here]"
        case types.EmbeddedResource():
            return _contents(block.resource)
        case types.ResourceLink():
            return f"{block.title or block.name}: {block.uri}"


def _contents(contents: types.TextResourceContents | types.BlobResourceContents) -> str:
    if isinstance(contents, types.TextResourceContents):
        return contents.text
    return f"[{contents.mime_type or 'binary data'}, which is not shown here]"
