"""A model behind an endpoint that speaks the OpenAI API."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

import mcp_types as types

from .chat import ANSWER_SECONDS, Draft, ModelError, late, turns

STOP_REASONS = {"stop": "endTurn", "length": "maxTokens"}


class Reply(NamedTuple):
    status: int
    text: str


class Fetch(Protocol):
    async def __call__(self, url: str, headers: Mapping[str, str], body: str) -> Reply:
        """POST something. Raises `OSError` where no answer comes."""
        ...


@dataclass(frozen=True)
class EndpointModel:
    """Any endpoint that has `/chat/completions`."""

    fetch: Fetch
    url: str
    name: str
    key: str = ""

    async def complete(self, params: types.CreateMessageRequestParams) -> Draft:
        body = self._body(params)
        reply = await self._post(body)
        if reply.status == 400 and "max_completion_tokens" in reply.text:  # what newer models call it
            body["max_completion_tokens"] = body.pop("max_tokens")
            reply = await self._post(body)
        if reply.status != 200:
            raise ModelError(_refusal(reply))
        return _draft(reply.text, self.name)

    def _body(self, params: types.CreateMessageRequestParams) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self.name, "messages": turns(params), "max_tokens": params.max_tokens}
        if params.temperature is not None:
            body["temperature"] = params.temperature
        if params.stop_sequences:
            body["stop"] = params.stop_sequences
        return body

    async def _post(self, body: dict[str, Any]) -> Reply:
        headers = {"content-type": "application/json"}
        if self.key:
            headers["authorization"] = f"Bearer {self.key}"
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await self.fetch(completions_url(self.url), headers, json.dumps(body))
        except TimeoutError:
            raise late() from None
        except OSError as error:
            raise ModelError(
                "The endpoint can't be reached from this page. Check its address and whether it runs; "
                "it must also allow this origin (CORS)."
            ) from error


def is_endpoint(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def completions_url(url: str) -> str:
    base = url.strip().rstrip("/")
    return base if base.endswith("/chat/completions") else f"{base}/chat/completions"


def _draft(text: str, asked: str) -> Draft:
    try:
        reply = json.loads(text)
        choice = reply["choices"][0]
        content, model, reason = choice["message"]["content"], reply.get("model"), choice.get("finish_reason")
    except (ValueError, LookupError, TypeError, AttributeError):
        content = model = reason = None
    if not isinstance(content, str):
        raise ModelError("The endpoint answered, but not with a chat completion. Check that the address is its API's.")
    stop_reason = STOP_REASONS.get(reason, reason) if isinstance(reason, str) else None
    return Draft(content, model if isinstance(model, str) else asked, stop_reason)


def _refusal(reply: Reply) -> str:
    said = _said(reply.text)
    match reply.status:
        case 401 | 403:
            advice = "The endpoint refused the key. Check it in the settings."
        case 404:
            advice = "The endpoint has no such address or no such model. Check both in the settings."
        case 429:
            advice = "The endpoint has had enough requests for now. Wait a moment, or check your quota."
        case status if status >= 500:
            advice = f"The endpoint failed (status {status}). Try again later."
        case status:
            advice = f"The endpoint refused the request (status {status})."
    return f"{advice} It says: {said}" if said else advice


def _said(text: str) -> str:
    try:
        error = json.loads(text)["error"]
        message = error["message"] if isinstance(error, dict) else error
    except (ValueError, LookupError, TypeError):
        return ""
    return message[:300] if isinstance(message, str) else ""
