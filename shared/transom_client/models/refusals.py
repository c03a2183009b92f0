"""Why a model did not answer, in words for the person."""

from __future__ import annotations

import json
import re
from typing import Any


class ModelError(Exception):
    """A model did not answer; the text is for the person, and says what to do."""


class Refusal(ModelError):
    """An endpoint answered with a status of its own. What it says may tell what it does not take."""

    def __init__(self, status: int, body: str, retry_after: str = "") -> None:
        self.status = status
        self.body = body
        says, advice = said(json_or_none(body)), _advice(status, retry_after)
        super().__init__(f"{advice} It says: “{says}”" if says else advice)

    def objects_to(self, *words: str) -> bool:
        """Whether the endpoint speaks of something that is called by one of these words."""
        return self.status in (400, 404, 405, 415, 422, 501) and any(word in self.body.lower() for word in words)

    def quoted(self) -> str:
        says = re.sub(r"[\s*_`<>\[\]]+", " ", said(json_or_none(self.body)))[:120].strip()
        return f" (it says: “{says}”)" if says else ""


def said(body: object) -> str:
    """What an error of an endpoint says, in whichever of the usual forms."""
    error = body.get("error", body.get("detail", body.get("message"))) if isinstance(body, dict) else None
    message = error.get("message") if isinstance(error, dict) else error
    return message.strip()[:300] if isinstance(message, str) else ""


def json_or_none(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def unreachable(origin: str) -> ModelError:
    return ModelError(
        f"{origin} can't be reached from this page. Check the address and whether it runs; it must also allow "
        "this page's origin (CORS), and must not send on to another address."
    )


def broken_off(origin: str) -> ModelError:
    return ModelError(f"The connection to {origin} broke off in the middle of the answer. Try again.")


def unanswered(origin: str) -> ModelError:
    return ModelError(
        f"{origin} was asked, and has not begun to answer for too long. Check there whether it works and has "
        "its model loaded, then ask again; or choose another model."
    )


def late() -> ModelError:
    return ModelError("Nothing more came from the endpoint for too long. Try again, or ask for less.")


def no_completion() -> ModelError:
    return ModelError("The endpoint answered, but not with a chat completion. Check that the address is its API's.")


def _advice(status: int, retry_after: str) -> str:
    match status:
        case 401 | 403:
            return "The endpoint refused the key. Check it in the settings."
        case 404:
            return "The endpoint has no such address or no such model. Check both in the settings."
        case 408 | 504:
            return "The endpoint took too long. Try again, or ask for less."
        case 413:
            return "The conversation is too long for the endpoint. Begin a new one."
        case 429:
            when = _when(retry_after)
            return f"The endpoint has had enough requests for now. {when} If it stays so, check your quota."
        case status if status >= 500:
            return f"The endpoint failed (status {status}). Try again in a while."
        case status:
            return f"The endpoint refused the request (status {status}). Check the settings."


def _when(retry_after: str) -> str:
    if re.fullmatch(r"[0-9]{1,6}", retry_after):
        return f"Try again in {retry_after} seconds."
    return f"Try again after {retry_after[:40]}." if retry_after else "Try again in a while."
