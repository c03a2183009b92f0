"""What was done in this conversation: `what did you just change?`, `undo that`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.conversation import Call, Turn
from assistant.planner.clauses.clauses import clauses
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.reply import Reply
from assistant.planner.orders.orders import report, spoken_arguments
from assistant.planner.orders.refusals import LEFT, forbids, is_refusal
from assistant.planner.turns.followups import YES
from assistant.planner.turns.setting_back import opposite_of, way_back
from assistant.planner.wishes.wording import plain

YOU = r"(?:have |did )?(?:you|u)(?: have| did)?"
DONE = r"(?:just |now |actually |already )*(?:do|did|done|change|changed|altered|modified|set|book|booked|made)"
TELLING = re.compile(
    rf"^(?:and |so |ok |okay |wait |please )*(?:(?:tell|remind) me )?what(?: exactly)?(?: (?:have|did) {YOU}| {YOU}) "
    rf"{DONE}(?: (?:just|now|so far|today|there|for me|until now|already|exactly|then|again|in here))*$"
)
BACK = r"(?:undo|revert|reverse|roll back|rollback|take back|put back|change back|set back)"
THING = (
    r"(?:it|that|this|them|all|everything|that one|the (?:last|latest) (?:one|change|step|thing|action)|my last \w+)"
)
UNDOING = re.compile(
    rf"^(?:and |so |ok |okay |wait |oh |no |sorry |oops |please |hm+ |can you |could you |would you |actually )*"
    r"(?:(?:that|this|it) (?:was|is) (?:wrong|a mistake|not right) )*"
    rf"(?:{BACK}(?: {THING})?(?: all)?|(?:take|put|change|set|turn|roll|switch) {THING}(?: all)? back"
    rf"(?: (?:as|to what|to how|the way) it was(?: before)?)?)(?: (?:again|please|now|then|for me))*$"
)
UNDO = frozenset({"undo", "revert", "rollback"})
PLEASE = re.compile(r"\b(?:please|pls|thanks|thank you|do it|do that|go ahead)\b|[\s.,!]+", re.IGNORECASE)


def told_of_acts(desk: Desk, turns: Sequence[Turn], text: str) -> Reply | None:
    """The answer to `what did you just change?`, and to `undo that`."""
    if is_refusal(text):
        return _taken_back(desk.catalog, turns, text)
    words = _words(text)
    if TELLING.match(words):
        return Reply(_summary(desk.catalog, turns))
    if not UNDOING.match(words) or any(UNDO & set(one.name_words) for one in desk.catalog.acts):
        return None
    return Reply(_offer(desk.catalog, turns))


def _taken_back(catalog: Catalog, turns: Sequence[Turn], text: str) -> Reply | None:
    """The answer to `actually leave it`: it may be done already, or only asked about."""
    before = turns[-1] if turns and turns[-1].speaker == "copilot" else None
    if before is None:
        return None
    if before.text.rstrip().endswith("?"):
        return Reply(LEFT)
    is_order = any(one.mood == "orders" and not forbids(one, catalog) for one in clauses(text, catalog))
    return None if is_order or not _last(catalog, [before]) else Reply(_offer(catalog, turns))


async def set_back(desk: Desk, turns: Sequence[Turn], text: str) -> Reply | None:
    """After a yes to what was offered: the call that sets it back."""
    is_offered = len(turns) > 3 and turns[-3].speaker == "person" and _takes_back(turns[-3].text)
    offered = is_offered and (yes := YES.match(text)) is not None and not PLEASE.sub("", yes["rest"])
    done = _last(desk.catalog, turns[:-3]) if offered and not turns[-2].calls else []
    back = way_back(desk.catalog, turns[:-3], done[0]) if len(done) == 1 else None
    if back is None:
        return None
    return Reply(report(back.deed, await desk.call(back.deed, back.arguments)))


def _takes_back(text: str) -> bool:
    return is_refusal(text) or UNDOING.match(_words(text)) is not None


def _words(text: str) -> str:
    return " ".join(re.findall(r"[a-z']+", text.casefold().replace("\u2019", "'")))


def _summary(catalog: Catalog, turns: Sequence[Turn]) -> str:
    done = _last(catalog, turns)
    if not done:
        return "I have changed nothing in this conversation."
    lines = [_line(catalog, call) for call in done]
    several = ["The last time I changed something:", "", *(f"- {one}" for one in lines)]
    return lines[0] if len(lines) == 1 else "\n".join(several)


def _line(catalog: Catalog, call: Call) -> str:
    deed = next(one for one in catalog.past_acts if one.name == call.tool)
    said = report(deed, call.outcome) if call.outcome else ""
    return f"I called “{plain(deed.title)}” ({spoken_arguments(deed, call.arguments)}). {said}".strip()


def _last(catalog: Catalog, turns: Sequence[Turn]) -> list[Call]:
    """What was done in the last turn in which something was."""
    acts = {deed.name for deed in catalog.past_acts}
    for turn in reversed(turns):
        if done := [call for call in turn.calls if call.tool in acts and call.state == "done"]:
            return done
    return []


def _by_hand(catalog: Catalog, call: Call) -> list[str]:
    """What the server says itself of undoing."""
    texts = [one.description for one in catalog.past_acts if one.name == call.tool]
    sentences = (one for text in (*texts, catalog.offer.instructions) for one in re.split(r"(?<=[.!?])\s+", text))
    said = next((one for one in sentences if re.search(r"\b(?:undo|undone|take it back)\b", one)), "")
    return [f"The server says of that: “{plain(said)}”"] if said else []


def _offer(catalog: Catalog, turns: Sequence[Turn]) -> str:
    done = _last(catalog, turns)
    if not done:
        return "I have changed nothing in this conversation, so there is nothing that I could set back."
    summary = " ".join([_summary(catalog, turns), *_by_hand(catalog, done[0])])
    if len(done) > 1:
        return (
            f"{summary}\n\nI can't undo that at once: no tool of this server does. Say one by one what each is to be."
        )
    back = way_back(catalog, turns, done[0])
    if back is not None:
        return f"{summary} No tool of this server undoes that, but I can set it back. Shall I do it: {back.words}?"
    opposite = opposite_of(catalog, done[0])
    if opposite is not None:
        nearest = plain(opposite.title)
        return f"{summary} I can't undo that by itself. What comes nearest is “{nearest}”: tell me to, and for what."
    return f"{summary} I can't undo that: no tool of this server does, and I don't know how it was before."
