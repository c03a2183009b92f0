"""The errors that messages and time-outs of a handshake stand for."""

from __future__ import annotations

from transom.errors import (
    NoAnswer,
    OriginNotAllowed,
    PeerClosed,
    Refused,
    SetupCancelled,
    SetupFailed,
    SpeaksOtherwise,
    TransomError,
)
from transom.handshake.machine import (
    ANSWER_SECONDS,
    Machine,
)
from transom.protocol import (
    Failure,
    Goodbye,
    SetupComplete,
)


def no_host(machine: Machine, seconds: float = ANSWER_SECONDS) -> TransomError:
    who = f"The page above, expected from {machine.allow},"
    if machine.heard_foreign:
        return SpeaksOtherwise(who, seconds)
    return NoAnswer(who, seconds, "Check that it is an MCP host, and that its origin is in `allow`.")


def refusal(failure: Failure) -> TransomError:
    """The error that the outer frame's message stands for."""
    match failure.code:
        case "USER_CANCELLED":
            return SetupCancelled(failure.message)
        case "TIMEOUT":
            return SetupFailed("TIMEOUT", failure.message)
        case "INSUFFICIENT_PERMISSIONS":
            return SetupFailed("INSUFFICIENT_PERMISSIONS", failure.message)
        case _:
            return Refused(failure.code, failure.message)


def error_of(result: SetupComplete) -> TransomError:
    problem = result.error
    match problem and problem.code:
        case "USER_CANCELLED":
            return SetupCancelled(problem.message if problem else "")
        case "AUTH_FAILED" | "TIMEOUT" | "VERSION_MISMATCH" | "INSUFFICIENT_PERMISSIONS" as code:
            return SetupFailed(code, problem.message if problem else "")
        case _:
            return SetupFailed("CONFIG_ERROR", problem.message if problem else "")


def farewell(goodbye: Goodbye) -> TransomError:
    return PeerClosed(goodbye.message or ("Its page was left." if goodbye.reason == "unloaded" else ""))


def turned_down_text(error: TransomError) -> str:
    """What a page that is not allowed is told: not who is."""
    if isinstance(error, OriginNotAllowed):
        return f"that page does not allow {error.origin}. Its owner has to add exactly this origin to `allow`"
    return str(error)[:2000]
