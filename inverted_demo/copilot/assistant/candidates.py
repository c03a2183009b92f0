"""What a candidate is to the person: its title, what it does, and the fields of its form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import mcp_types as types
from mcp.shared.uri_template import UriTemplate

from assistant.conversation import Candidate, told
from assistant.form import Field, arguments_of, fields_of
from assistant.offer import Offer
from assistant.suggestions import first_sentence, only_reads, spoken, title_of

TITLE_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class Described:
    title: str
    about: str
    mark: Literal["reads", "acts", "prompt"]
    fields: list[Field]

    @property
    def is_ready(self) -> bool:
        """It reads, and nothing has to be filled in."""
        return self.mark == "reads" and all(one.text or not one.is_required for one in self.fields)

    @property
    def button(self) -> str:
        return {"reads": "Run", "acts": f"Do it: {self.title}", "prompt": "Write it for me"}[self.mark]


def described(candidate: Candidate, offer: Offer) -> Described | None:
    """Nothing where it is not offered any more."""
    match candidate.kind:
        case "tool":
            if (tool := offer.tool(candidate.name)) is None:
                return None
            fields = fields_of(tool.input_schema, candidate.arguments)
            about = first_sentence(tool.description)
            return Described(titled(candidate, offer), about, "reads" if only_reads(tool) else "acts", fields)
        case "prompt":
            if (prompt := _prompt(candidate.name, offer)) is None:
                return None
            fields = [_asked(argument, candidate) for argument in prompt.arguments or []]
            return Described(titled(candidate, offer), first_sentence(prompt.description), "prompt", fields)
        case "resource":
            if (resource := _resource(candidate.name, offer)) is None:
                return None
            fields = _variables(candidate)
            return Described(titled(candidate, offer), first_sentence(resource.description), "reads", fields)


def titled(candidate: Candidate, offer: Offer) -> str:
    """Also of what has gone."""
    match candidate.kind:
        case "tool":
            return title_of(candidate.name, offer)
        case "prompt":
            prompt = _prompt(candidate.name, offer)
            return ((prompt and prompt.title) or spoken(candidate.name))[:TITLE_CHARACTERS]
        case "resource":
            resource = _resource(candidate.name, offer)
            return ((resource and (resource.title or resource.name)) or candidate.name)[:TITLE_CHARACTERS]


def filled(candidate: Candidate, fields: Iterable[Field], texts: Mapping[str, str]) -> tuple[Candidate, dict[str, str]]:
    """The candidate as it is picked, and what is wrong with which field. Of a template it is the address."""
    arguments, problems = arguments_of([*fields], texts)
    if candidate.kind != "resource" or problems:
        return replace(candidate, arguments=arguments), problems
    address = UriTemplate.parse(candidate.name).expand(arguments) if arguments else candidate.name
    return replace(candidate, name=address, arguments={}), {}


def asked_in_words(candidate: Candidate, picked: Candidate, offer: Offer) -> str:
    """What a person would have said to have it: `Change a project's status: P-104, on hold`."""
    title = titled(candidate, offer)
    about = told(picked.arguments) if picked.name == candidate.name else picked.name
    return f"{title}: {about}" if about else title


def is_picked(candidate: Candidate, picked: Candidate | None) -> bool:
    """An address that was picked begins as its template does."""
    if picked is None or (candidate.kind, candidate.words) != (picked.kind, picked.words):
        return False
    is_template = candidate.kind == "resource" and _variables(candidate)
    return picked.name.startswith(candidate.name.partition("{")[0]) if is_template else picked.name == candidate.name


def _prompt(name: str, offer: Offer) -> types.Prompt | None:
    return next((one for one in offer.prompts if one.name == name), None)


def _resource(address: str, offer: Offer) -> types.Resource | types.ResourceTemplate | None:
    found = next((one for one in offer.resources if str(one.uri) == address), None)
    return found or next((one for one in offer.templates if one.uri_template == address), None)


def _asked(argument: types.PromptArgument, candidate: Candidate) -> Field:
    about, given = first_sentence(argument.description), candidate.arguments.get(argument.name, "")
    return Field(argument.name, "text", spoken(argument.name), about, bool(argument.required), str(given))


def _variables(candidate: Candidate) -> list[Field]:
    """Of a template, what its address lacks: only what stands behind its question mark may be left out."""
    try:
        template = UriTemplate.parse(candidate.name)
    except ValueError:  # no template, but an address with odd characters, say
        return []
    known, optional = candidate.arguments, template.query_variable_names
    return [
        Field(name, "text", spoken(name), is_required=name not in optional, text=str(known.get(name, "")))
        for name in template.variable_names
    ]
