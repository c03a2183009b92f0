"""Small talk, and questions about the server itself: what it is, its tools, its resources and prompts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.asides import is_aside, is_greeting, is_thanks
from assistant.planner.english.likeness import likeness
from assistant.planner.english.stems import content_stems, identifier_words, plural, stem
from assistant.planner.english.vocabulary import STOPWORDS
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.records import fields_of
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.deeds import find_deed
from assistant.planner.wishes.wishes import is_naming
from assistant.planner.wishes.wording import bold, counted, joined, plain, spoken, value_text

NOT_OF = r"(?! (?:about|of|on|at|in|for|to|with) )"
"""`What do we know about the pump?` is about the pump."""
ABLE = re.compile(
    r"\bwhat (?:can|could|do) (?:you|i|we|this server) (?:do|help|ask|know|offer|say)\b"
    rf"{NOT_OF}"
    r"|\bhow can you help\b|^help(?: me)?$"
    r"|\bwhat are you able\b|\byour (?:capabilities|abilities|skills)\b|\bwhat (?:are|is) (?:you|your job)\b"
    r"|\bwhat can (?:be done|it do)\b|\bwhat do you (?:know|have)\b"
    rf"{NOT_OF}|^who are you$|\bwhat else can you\b"
)
LISTING = re.compile(r"\b(tools?|functions?|actions?|commands?|resources?|prompts?)\b")
OFFERED = re.compile(r"\b(?:which|what|list|show|available|have|are there|offer|offers|your|all|how many)\b")
OVERVIEW = ("summary", "overview", "briefing", "know", "report")
HOW_TO = re.compile(
    r"^(?:how (?:do|can|could|would|should|to)(?: (?:i|we|you|one))?|(?:should|shall|may|must) (?:i|we)) "
)


def small_talk(text: str, catalog: Catalog) -> Reply | None:
    """The answer to a turn that wants nothing of the server."""
    if is_greeting(text):
        return Reply(f"Hello! {_offer(catalog)}")
    if is_thanks(text):
        return Reply("You are welcome.")
    if is_aside(text):
        return Reply("All right. What would you like to know?")
    if not re.search(r"[a-z0-9]", text.casefold()):
        return Reply(f"What would you like to know? {_offer(catalog)}")
    return None


def about_server(clause: Clause, catalog: Catalog) -> Reply | None:
    """The answer to a question about what there is to be asked."""
    words = " ".join(re.findall(r"[a-z']+", " ".join(clause.words)))
    if ABLE.search(words):
        return Reply(abilities(catalog))
    found = LISTING.search(words)
    kinds = {noun for source in catalog.sources for noun in source.nouns}
    if found and OFFERED.search(words) and stem(found[1]) not in kinds and clause.mood in ("asks", "reads", "states"):
        rest = set(words.split()) - STOPWORDS - {found[1], "show", "list", "give", "tell", "describe", "server"}
        return Reply(_listed(found[1], catalog)) if not rest - {"available", "offer", "offers", "provide"} else None
    return None


def how_to(clause: Clause, catalog: Catalog) -> Reply | None:
    """A question how or whether to do something is no order to do it."""
    asked = HOW_TO.match(" ".join(clause.words[clause.begin :]) + " ")
    if asked is None:
        return None
    begin = clause.begin + len(asked[0].split())
    verb = clause.tokens[begin : begin + 1]
    deed = find_deed(replace(clause, mood="orders", begin=begin, verb=verb[0]), catalog) if verb else None
    if deed is None:
        return None
    needs = joined([spoken(param.name) for param in deed.required])
    judged = "" if asked[0].startswith("how") else "That is for you to judge, I can't. "
    return Reply(f"{judged}Tell me to, and I call {bold(deed.title)}{f' (needed: {needs})' if needs else ''}.")


def abilities(catalog: Catalog) -> str:
    looks = [deed for deed in catalog.deeds if deed.reads]
    lines = [_offer(catalog)]
    if looks:
        lines += ["", "I can look up:", *map(_line, looks)]
    if catalog.acts:
        lines += ["", "I can do, when you tell me to:", *map(_line, catalog.acts)]
    return "\n".join(lines)


def _offer(catalog: Catalog) -> str:
    name = bold(catalog.offer.server) if catalog.offer.server else "a server"
    about = f" Ask me about {joined(catalog.topics)}." if catalog.topics else ""
    return f"I am connected to {name}, which offers {len(catalog.deeds)} tools.{about}"


def _line(deed: Deed) -> str:
    first = re.split(r"(?<=[.!?])\s", " ".join(deed.description.split()))[0]
    return f"- {bold(deed.title)}{f': {plain(first)}' if first else ''}"


def _listed(kind: str, catalog: Catalog) -> str:
    offer = catalog.offer
    if kind.startswith("resource"):
        named = [(one.title or one.name, str(one.uri)) for one in offer.resources]
        named += [(one.title or one.name, one.uri_template) for one in offer.templates]
    elif kind.startswith("prompt"):
        named = [(one.title or one.name, one.description or "") for one in offer.prompts]
    else:
        return abilities(catalog)
    if not named:
        return f"This server has no {plural(kind.rstrip('s'))}."
    return "\n".join(f"- {bold(name)}{f': {plain(text)}' if text else ''}" for name, text in named)


async def offered(desk: Desk, clause: Clause) -> Reply | None:
    """What a resource says, or what a prompt is about, where one is asked for by its name."""
    words = {token.stem for token in clause.tokens if token.is_content}
    offer = desk.catalog.offer
    for prompt in offer.prompts:
        if _is_named(words, f"{prompt.name} {prompt.title or ''}") and clause.mood != "orders":
            return await _briefing(desk, prompt.title or spoken(prompt.name))
    if clause.has(*OVERVIEW) and not any(is_naming(token) for token in clause.tokens):
        return await _briefing(desk, "Overview")
    if not clause.has("resource", "resources"):
        return None
    for resource in offer.resources:
        names = identifier_words(str(resource.uri).partition("://")[2])
        if _is_named(words, f"{resource.name} {resource.title or ''}") or words & set(map(stem, names)):
            return Reply(_quoted(await desk.read(str(resource.uri))))
    return None


def _is_named(words: Iterable[str], name: str) -> bool:
    keys = set(content_stems(name))
    return bool(keys) and all(any(likeness(word, key) == 1 for word in words) for key in keys)


def _quoted(text: str) -> str:
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}"


async def _briefing(desk: Desk, name: str) -> Reply:
    """A prompt is for other models; what it would be about is told from the tools."""
    lines: list[str] = []
    for source in desk.catalog.sources:
        if not source.needs and source.fields:
            things, is_complete, _ = await desk.all(source, {})
            text = _summary(things, source.is_list, is_complete)
            lines += [f"- {text}"] if text else []
    return (
        Reply(f"{bold(name)}, from what the tools say:\n\n" + "\n".join(lines))
        if lines
        else Reply(f"{bold(name)} is a prompt of this server. I can't fetch prompts, and no tool makes up for it.")
    )


def _summary(things: list, is_list: bool, is_complete: bool) -> str:
    if not things:
        return ""
    choices = [slot for slot in fields_of(things[0]) if slot.choices]
    if not is_list:
        return ", ".join(f"{spoken(slot.name)}: {value_text(things[0].get(slot.name), slot)}" for slot in choices)
    counts = f"{'' if is_complete else 'at least '}{counted(len(things), things[0].source)}"
    if not choices:
        return counts
    values = [str(one.get(choices[0].name)) for one in things]
    parts = [f"{values.count(choice)} {spoken(choice)}" for choice in choices[0].choices if choice in values]
    return f"{counts}: {joined(parts)}" if parts else counts
