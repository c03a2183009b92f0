"""What went wrong, in the words and with the next steps that a person sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp import MCPError
from pydantic import ValidationError
from transom import PageUnreachable, PopupBlocked, SessionEnded, SetupError, TransomError, reason_of

Step = Literal["connect", "set-up", "edit", "open-page", "remove"]
"""What a person may do next, as buttons beside the text."""

TITLES = {
    "PAGE_UNREACHABLE": "The page can't be loaded",
    "PAGE_FAILED": "The page could not start",
    "NO_ANSWER": "No answer",
    "SPEAKS_OTHERWISE": "This page is no MCP server",
    "VERSION_MISMATCH": "No common protocol version",
    "ORIGIN_NOT_ALLOWED": "The server does not allow this host",
    "POPUP_BLOCKED": "The window was blocked",
    "REFUSED": "The server refused",
    "USER_CANCELLED": "The setup was cancelled",
    "TIMEOUT": "The setup took too long",
    "INSUFFICIENT_PERMISSIONS": "A permission is missing",
    "SETUP_REQUIRED": "The server has to be set up again",
    "PEER_CRASHED": "The page crashed",
    "PEER_RELOADED": "The page was loaded again",
    "PEER_NAVIGATED": "The page left",
    "PEER_REMOVED": "The page is gone",
    "PEER_CLOSED": "The server ended the session",
    "PEER_SILENT": "The server does not answer",
}


@dataclass(frozen=True, slots=True)
class Problem:
    title: str
    text: str
    code: str = "ERROR"
    steps: tuple[Step, ...] = ()


def leaves(error: BaseException) -> list[BaseException]:
    """The errors in a group; the SDK's client raises groups."""
    if isinstance(error, BaseExceptionGroup):
        return [leaf for part in error.exceptions for leaf in leaves(part)]
    return [error]


def main_cause(error: BaseException) -> BaseException:
    """The error of a group that says most: ours, then the protocol's, then any."""
    found = leaves(error)
    for kind in (TransomError, MCPError):
        for leaf in found:
            if isinstance(leaf, kind):
                return leaf
    return found[0]


def code_of(error: BaseException) -> str:
    if isinstance(error, TransomError):
        return error.code
    if isinstance(error, MCPError):
        return reason_of(error) or str(error.error.code)
    return type(error).__name__


def steps_for(error: BaseException, code: str) -> tuple[Step, ...]:
    if code in ("SETUP_REQUIRED", "INSUFFICIENT_PERMISSIONS") or isinstance(error, SetupError):
        return ("set-up",)
    if isinstance(error, PageUnreachable | ValueError) or code in ("SPEAKS_OTHERWISE", "NO_ANSWER"):
        return ("connect", "edit", "open-page", "remove")
    if isinstance(error, PopupBlocked):
        return ("connect",)
    return ("connect", "open-page")


def problem_of(error: BaseException) -> Problem:
    """An error of a setup or a session, for the person."""
    cause = main_cause(error)
    code = code_of(cause)
    title = TITLES.get(code, "The session ended" if isinstance(cause, SessionEnded) else "That did not work")
    return Problem(title, text_of(cause), code, steps_for(cause, code))


def text_of(error: BaseException) -> str:
    cause = main_cause(error)
    if isinstance(cause, ValidationError):
        return f"The server sent something that is no {cause.title}: {cause.errors()[0]['msg']}."
    if isinstance(cause, TimeoutError):
        return str(cause) or "It took too long, and was given up."
    return str(cause) or type(cause).__name__
