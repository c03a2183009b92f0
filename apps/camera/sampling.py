"""Asks the host's model something: in the older protocol within a call, in the newer one between two rounds of it.

The SDK's resolvers do the same, but all that they do is done again in the second round: the picture would be another.
"""

from __future__ import annotations

import warnings

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPDeprecationWarning, MCPError
from mcp_types import CreateMessageRequest, CreateMessageRequestParams, CreateMessageResult, InputRequiredResult
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

ANSWER = "answer"
NO_MODEL = (
    "This host has no model that a server may ask. Choose one in its settings, or use take_snapshot and look at the "
    "picture yourself."
)


def answer_of(context: Context) -> CreateMessageResult | None:
    """The model's answer, in the second round of the newer protocol."""
    answer = (context.input_responses or {}).get(ANSWER)
    if answer is None or isinstance(answer, CreateMessageResult):
        return answer
    raise ToolError("The host's model gave no answer.")


def check_model(context: Context) -> None:
    """Raises a `ToolError` if nobody can be asked."""
    capabilities = context.client_capabilities
    if capabilities is None or capabilities.sampling is None:
        raise ToolError(NO_MODEL)


async def ask_model(
    context: Context, asked: CreateMessageRequestParams, state: str
) -> CreateMessageResult | InputRequiredResult:
    """The answer; or what a tool has to return so that it is called again, with the answer and `state`."""
    if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
        return InputRequiredResult(input_requests={ANSWER: CreateMessageRequest(params=asked)}, request_state=state)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MCPDeprecationWarning)
        asking = context.session.create_message(
            asked.messages,
            max_tokens=asked.max_tokens,
            system_prompt=asked.system_prompt,
            related_request_id=context.request_id,
        )
    try:
        return await asking
    except MCPError as error:
        raise ToolError(f"The host's model gave no answer: {error.error.message}") from error
