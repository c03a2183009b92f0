"""The same questions said otherwise: hurried, polite, misspelt, with who asks and why. Their meaning stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from benchmarks.copilot.drills.drill import Drill

TRIES = 4
"""So many questions at most are said in each way."""
LONG_WORD = 6

Say = Callable[[str, Random], str | None]

BEFORE = (
    "hi, quick q: ", "sorry to bother you but ", "Good morning! ", "excuse me, ", "one quick thing, ", "me again. ",
)  # fmt: skip
BEHIND = (" thx a lot", " if you get a sec", " whenever you're free", ", much appreciated", " - no rush", " asap")
TOLD_BEFORE = (
    "I'm in a meeting with finance, ", "a customer is on the phone and wants to know ", "my boss is asking: ",
    "I'm putting together the slides for the board, ", "just got off a call, ", "I keep forgetting, ",
    "I've got a journalist on the line, ", "writing up the minutes, ",
)  # fmt: skip
TOLD_BEHIND = (
    ", need it for the report", ", a client is asking", ", I have to tell someone", " because I forgot",
    ", people keep asking me", ", so I can plan my day", " - asking for a colleague", ", have to update my spreadsheet",
)  # fmt: skip
SENTENCES = ("My memory is terrible.", "I looked everywhere.", "It's for the report.", "Take your time.", "I forgot.")
LEADING = (
    "can you tell me {}?", "any idea {}?", "do you happen to know {}?", "remind me {}", "let me know {}",
    "I was wondering {}", "be good to know {}", "help me out, {}",
)  # fmt: skip
HUMMED = ("um, ", "so ", "right, ", "ok so ", "actually, ", "well, ", "btw, ", "hmm, ")
WISHED = (
    "I need the {things} that {so}", "get me the {things} that {so}", "I'm looking for the {things} that {so}",
    "the {things} that {so}, please", "can I see the {things} that {so}?", "what are the {things} that {so}?",
    "which of our {things} {so}?", "pull up all {things} that {so}",
)  # fmt: skip
SMALL = re.compile(r"\b(?:which|have|between|highest|with|from|many|show)\b", re.IGNORECASE)
ASKED = re.compile(r"^(?:Which|What|Who|How|When) .*\?$")
CHOOSING = re.compile(r"^Which (?P<things>.+?) (?P<so>(?:have|do not have) .+)\?$")


def _first_lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _behind(text: str, said: str) -> str:
    mark = text[-1] if text[-1] in "?." else ""
    return f"{text.removesuffix(mark)}{said}{mark}"


def _slip(word: str, random: Random) -> str | None:
    """Two letters swapped, one doubled or one left out."""
    at = random.randrange(1, len(word) - 1)
    ways = (
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        word[: at + 1] + word[at:],
        word[:at] + word[at + 1 :],
    )
    slipped = random.choice(ways)
    return None if slipped == word else slipped


def _slipped(text: str, places: Sequence[re.Match[str]], random: Random) -> str | None:
    place = random.choice(places) if places else None
    word = _slip(place[0], random) if place else None
    return text[: place.start()] + word + text[place.end() :] if place and word else None


def _hurried(text: str, _: Random) -> str:
    return re.sub(r"[,?!;]+(?=\s|$)|[.:](?=\s|$)", "", text).lower()


def _misspelt_small(text: str, random: Random) -> str | None:
    return _slipped(text, list(SMALL.finditer(text)), random)


def _misspelt(text: str, random: Random) -> str | None:
    words = re.finditer(rf"\b[a-z]{{{LONG_WORD},}}\b", text)
    return _slipped(text, [word for word in words if not SMALL.fullmatch(word[0])], random)


def _telegraphic(text: str, _: Random) -> str | None:
    short = re.sub(r" (?:the|a|an) (?=[a-z])", " ", text)
    return None if short == text else short


def _wished(text: str, random: Random) -> str | None:
    asked = CHOOSING.match(text)
    return random.choice(WISHED).format(things=asked["things"], so=asked["so"]) if asked else None


def _emphatic(text: str, random: Random) -> str:
    mark = "???" if text.endswith("?") else "!!"
    word = random.choice(re.findall(r"\b[a-z]{4,}\b", text))
    return random.choice((text.rstrip("?.") + mark, text.replace(word, word.upper(), 1)))


def _led(text: str, random: Random) -> str | None:
    return random.choice(LEADING).format(_first_lower(text.rstrip("?"))) if ASKED.match(text) else None


WAYS: dict[str, Say] = {
    "hurried": _hurried,
    "courteous before": lambda text, random: random.choice(BEFORE) + text,
    "courteous behind": lambda text, random: _behind(text, random.choice(BEHIND)),
    "told before": lambda text, random: random.choice(TOLD_BEFORE) + _first_lower(text),
    "told behind": lambda text, random: _behind(text, random.choice(TOLD_BEHIND)),
    "told after": lambda text, random: f"{text} {random.choice(SENTENCES)}",
    "led": _led,
    "hummed": lambda text, random: random.choice(HUMMED) + _first_lower(text),
    "wished": _wished,
    "misspelt small": _misspelt_small,
    "misspelt": _misspelt,
    "telegraphic": _telegraphic,
    "emphatic": _emphatic,
    "hurried, told": lambda text, random: _hurried(random.choice(TOLD_BEFORE) + text, random),
    "misspelt, wished": lambda text, random: _misspelt(_wished(text, random) or "", random),
}
"""Each of them changes how a question is said, and not what it asks."""


def otherwise(asked: Sequence[Drill], random: Random) -> Iterator[Drill]:
    """Some of the questions in each of these ways."""
    plain = [one for one in asked if len(one.turns) == 1 and not one.calls and one.outcome == "answered"]
    for name, say in WAYS.items():
        texts = ((drill, say(drill.turns[0], random)) for drill in random.sample(plain, len(plain)))
        said = (replace(drill, template=f"said {name}", turns=[text]) for drill, text in texts if text is not None)
        yield from islice(said, TRIES)
