"""Words that are values of the data: ids, names in whole or in part, choices, and what texts mention."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from assistant.planner.english.common import is_common_word
from assistant.planner.english.numbers import number
from assistant.planner.english.stems import stem
from assistant.planner.english.vocabulary import STOPWORDS, wordset
from assistant.planner.english.words import Token
from assistant.planner.facts.things import WORD, Field, Kind, Thing, folded
from assistant.planner.offer.people import is_person
from assistant.planner.offer.records import is_sentence
from assistant.planner.readings.attributes import EVENTS
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.lexical import AKIN, SURELY, is_plain, is_slip, lexical
from assistant.planner.readings.phrase import Phrase

WITH_ID = re.compile(r"(?<=\w)\s*\([A-Z]{1,5}-?\d+\)$")
"""`Atlas migration (P-102)`: its name, and which that is."""
MAX_CHOICES = 15
MAX_CHOICE_WORDS = 4
SHARED = 1.2
"""So many things have each of a few values at least, where these are choices and not texts of their own."""
WIDE = 2
FROM = frozenset({"from", "out"})
INTO = frozenset({"to", "into", "towards", "for"})
SOURCES = wordset("source from origin start departure collect pickup sender")
TARGETS = wordset("target to destination dest arrival deliver delivery end recipient")
MENTIONED = 0.45
EXACT = 0.89
SAID_SO = 0.97
"""How well a choice is said word for word."""
NEARLY = 0.02
"""Where a value is said as it is, what is only like it is not meant: hot water is no cold water."""
WHOLE = 0.85
"""From here on a text is said as a whole."""
ALIKE = 0.12
"""Values of which the words say as much, but for that, are meant alike."""
ADJECTIVE = 1.02
SURELY_SAID = 0.95
BETWEEN = wordset("the a an of as in to is set by from for at")
"""May stand between a field's name and its value."""
BEING = wordset("is are was were be been being still")
CALLED_SO = 1.05
"""A value behind the name of its field is that, whatever else is called so."""
RELATING = wordset("with to for against near from")
UNSAID = 0.1
"""What it takes from a value of such a field when its name is not said."""
TURNED = ALIKE + 0.02
"""What it takes from a value when its words stand in another order."""


@dataclass(frozen=True, eq=False)
class Value:
    """One value of a field, and the things that have it."""

    field: Field
    text: str
    words: tuple[str, ...]
    things: frozenset[Thing]
    sort: str
    """`id`, `name`, `choice`, `text`, `prose`, or `other`: what something else is called."""

    @property
    def kind(self) -> Kind:
        return self.field.kind


class Values:
    """All values of some kinds, by their words."""

    def __init__(self, kinds: Iterable[Kind]) -> None:
        self.all = [value for kind in kinds for value in values_of(kind)]
        self._by_stem: dict[str, list[Value]] = defaultdict(list)
        for value in self.all:
            for key in {stem(word) for word in value.words if value.sort != "id"}:
                self._by_stem[key].append(value)
        self.words = {word for value in self.all for word in value.words}
        self.ids = _by_id(value for value in self.all if value.sort == "id")

    def with_word(self, word: str) -> list[Value]:
        return self._by_stem.get(stem(word), [])

    def meant(self, word: str) -> set[str]:
        """The words of the data that one may be: itself, or those that it is a slip of."""
        if stem(word) in self._by_stem:
            return {word}
        return {other for other in self.words if is_slip(word, other)}


def _by_id(values: Iterable[Value]) -> dict[str, list[Value]]:
    found: dict[str, list[Value]] = defaultdict(list)
    for value in values:
        found["".join(value.words)].append(value)
    return found


def values_of(kind: Kind) -> Iterator[Value]:
    for field in kind.fields:
        if not field.is_text:
            continue
        groups: dict[str, set[Thing]] = defaultdict(set)
        for thing in kind.things:
            for one in thing.values(field):
                if isinstance(one, str):
                    groups[one].add(thing)
        for choice in field.slot.choices:
            groups.setdefault(choice, set())
        told = sum(map(len, groups.values()))
        is_few = len(groups) <= MAX_CHOICES and told > SHARED * len(groups)
        for text, things in groups.items():
            yield Value(field, text, folded(WITH_ID.sub("", text)), frozenset(things), _sort(field, text, is_few))


def _sort(field: Field, text: str, is_few: bool) -> str:
    kind = field.kind
    if field.slot.is_id or field is _id_field(kind):
        return "id"
    if WITH_ID.search(text):
        return "other"
    thing = kind.things[0] if kind.things else None
    if thing is not None and thing.record.name_field == field.path[-1] and len(field.path) == 1:
        return "name"
    if is_sentence(text):
        return "prose"
    if is_person(field.slot) and not field.slot.choices:
        return "name"
    if field.slot.choices or (is_few and len(folded(text)) <= MAX_CHOICE_WORDS):
        return "choice"
    return "name" if field.path[-1] == "name" else "text"


def _id_field(kind: Kind) -> Field | None:
    own = kind.source.id_field
    return kind.field((own.name,)) if own else None


def value_atoms(phrase: Phrase, values: Values) -> list[Atom]:
    hits: dict[tuple[Kind, Field, range], list[tuple[float, Value]]] = defaultdict(list)
    for value, places in _touched(phrase, values).items():
        told = _match(phrase, value, places)
        if told is not None:
            strength, span = told
            hits[value.kind, value.field, span].append((strength, value))
    found = [atom for (kind, field, span), told in hits.items() for atom in _atoms(phrase, kind, field, span, told)]
    return [*_id_atoms(phrase, values), *found]


def _id_atoms(phrase: Phrase, values: Values) -> Iterator[Atom]:
    """`K-15`, `k15`, `K 15`."""
    for at, token in enumerate(phrase.tokens):
        said = "".join(folded(token.text))
        after = "".join(folded(phrase.tokens[at + 1].text)) if at + 1 < len(phrase.tokens) else ""
        for code, span in ((said, range(at, at + 1)), (said + after, range(at, at + 2))):
            if any(map(str.isdigit, code)) or token.is_name or token.is_known:
                for value in values.ids.get(code, ()):
                    yield Atom(span, "these", value.kind, 1.0, value.field, value.things, is_name=True)


def _touched(phrase: Phrase, values: Values) -> dict[Value, dict[str, list[tuple[int, float]]]]:
    """The values that have words of the question, and where and how well each is said."""
    found: dict[Value, dict[str, list[tuple[int, float]]]] = defaultdict(lambda: defaultdict(list))
    choices = [value for value in values.all if value.sort == "choice"]
    ongoing = {at for span, when in phrase.times if when.side != "within" for at in span}
    for at, token in enumerate(phrase.tokens):
        if at < phrase.begin or token.is_id or at in ongoing or phrase.is_count(at) or _is_on(token):
            continue
        for said in dict.fromkeys((*folded(token.text), token.word)):
            for meant in values.meant(said):
                for value in values.with_word(meant):
                    for word in value.words:
                        alike = lexical(meant, word)
                        if alike > 0.9:
                            found[value][word].append((at, alike if meant == said else 0.85))
            if said in STOPWORDS:
                continue
            least = AKIN if phrase.weights[at] >= 1 else SURELY
            for value in choices:
                for word in value.words:
                    if least < (alike := lexical(said, word)) <= 0.9:
                        found[value][word].append((at, alike))
    return found


def _is_on(token: Token) -> bool:
    """`what's on`, which is read as an event: nothing is called so."""
    return token.word in EVENTS and token.word not in folded(token.text)


def _match(phrase: Phrase, value: Value, places: dict[str, list[tuple[int, float]]]) -> tuple[float, range] | None:
    words = [word for word in value.words if word not in STOPWORDS or _is_letter(word, value)]
    words = words or list(value.words)
    told = [word for word in words if word in places]
    if not told:
        return None
    best = _nearest([places[word] for word in told[:6]])
    if best is None:
        return None
    span = range(min(at for at, _ in best), max(at for at, _ in best) + 1)
    if len(span) > len(value.words) + WIDE:
        return None
    alike = sum(one for _, one in best) / len(best)
    share = sum(map(_heft, told)) / sum(map(_heft, words))
    strength = _strength(phrase, value, span, share, [phrase.tokens[at].word for at, _ in best])
    strength = min(strength, 0.97) if alike < SURELY_SAID and value.sort == "choice" else strength
    if len(told) == len(words) > 1 and not _is_in_order(words, best):
        strength -= TURNED
    if value.sort == "choice" and any(word not in places and word not in phrase.words for word in value.words):
        strength -= NEARLY  # `fixed` is rather that than `being_fixed`
    if strength and _is_unsaid_relation(phrase, value.field):
        strength -= UNSAID
    return (strength * alike, span) if strength else None


def _is_letter(word: str, value: Value) -> bool:
    """`hall A`: but not the article in a sentence."""
    return len(value.words) == 1 or (len(word) == 1 and value.sort != "prose")


def _is_unsaid_relation(phrase: Phrase, field: Field) -> bool:
    """`donkeys`, of which something `gets_on_with`: other things, unless that is said."""
    own = field.words
    return len(own) > 1 and own[-1] in RELATING and not all(stem(word) in phrase.stems for word in own)


def _is_in_order(words: Sequence[str], best: Sequence[tuple[int, float]]) -> bool:
    """`from English into German` is not `German > English`."""
    found = [at for at, _ in best]
    return len(words) != len(found) or len(set(words)) < len(words) or found == sorted(found)


def _heft(word: str) -> float:
    return 1.0 if len(word) > 1 else 0.5


def _nearest(places: Sequence[Sequence[tuple[int, float]]]) -> list[tuple[int, float]] | None:
    """One place for each word, close together."""
    near = [one for one in product(*(each[:3] for each in places)) if len({at for at, _ in one}) == len(one)]
    return list(min(near, key=_spread)) if near else None


def _spread(places: Sequence[tuple[int, float]]) -> tuple[int, float]:
    found = [at for at, _ in places]
    return max(found) - min(found), -sum(alike for _, alike in places)


def _strength(phrase: Phrase, value: Value, span: range, share: float, said: Sequence[str]) -> float:
    if share > 0.99:
        if value.sort == "choice" and _is_adjective(phrase, value.kind, span):
            return ADJECTIVE
        return {"name": 1.0, "choice": 0.97, "text": 0.93, "prose": 0.9, "other": 0.88}[value.sort]
    is_rare = any(not (is_plain(word) or is_common_word(word) or number(word) is not None) for word in said)
    bare = {part for word in said for part in folded(word)}
    if value.sort == "name":
        titled = {folded(word)[0] for word in WORD.findall(value.text) if word[:1].isupper()}
        is_proper = is_rare and bool(titled & bare)
        return (0.72 if is_proper else 0.55 if is_rare else 0.45) + 0.2 * share
    if value.sort == "choice":
        return 0.3 + 0.5 * share if share >= 0.5 else 0.0
    if value.sort in ("text", "other"):
        return (0.62 if is_rare else 0.4) + 0.2 * share
    return MENTIONED + (0.1 if is_rare else 0.0 if len(said) > 1 else -0.15)


def _is_adjective(phrase: Phrase, kind: Kind, span: range) -> bool:
    """`are paid`, `the paid bookings`: the state, and no figure of that name."""
    before = phrase.words[span.start - 1] if span.start > phrase.begin else ""
    is_before = span.stop < len(phrase.tokens) and phrase.tokens[span.stop].stem in kind.nouns
    is_open = phrase.has("much") or phrase.words[phrase.begin : span.start - 1] == ["what"]
    return not is_open and (before in BEING or is_before)


def leaning(phrase: Phrase, words: Sequence[str], span: range) -> float:
    """`from Hull`, `into German`: what the word before says of a field for where something comes from or goes."""
    before = {phrase.words[at] for at in range(max(0, span.start - 2), span.start)}
    is_source, is_target = bool(SOURCES & set(words)), bool(TARGETS & set(words))
    if is_source == is_target or not before & (FROM | INTO):
        return 0.0
    return 0.02 if bool(before & FROM) == is_source else -0.3


def _atoms(
    phrase: Phrase, kind: Kind, field: Field, span: range, told: Sequence[tuple[float, Value]]
) -> Iterator[Atom]:
    top = max(strength for strength, _ in told)
    best = top + leaning(phrase, field.words, span)
    near = [value for strength, value in told if _is_meant(strength, value, top)]
    things = frozenset(thing for value in near for thing in value.things)
    is_name = near[0].sort in ("id", "name")
    start = _behind_field(phrase, field, span.start)
    no = None if is_name and start == span.start else phrase.negated(start)  # `not owned by Ada`
    if no is not None:
        best = max(best, CALLED_SO) if start < span.start and best >= WHOLE else best
        yield Atom(range(no, span.stop), "these", kind, best, field, frozenset(kind.things) - things, side="no")
        return
    if start < span.start and near[0].sort == "choice":  # `the status available`
        yield Atom(range(start, span.stop), "these", kind, best, field, things, is_name=is_name)
    side = "state" if near[0].sort == "choice" and best >= WHOLE and _is_predicate(phrase, span) else ""
    yield Atom(span, "these", kind, best, field, things, is_name=is_name, side=side)


def _behind_field(phrase: Phrase, field: Field, at: int) -> int:
    """`don't have the status active`: where the field begins that is named before its value."""
    start = at
    for before in range(at - 1, phrase.begin, -1):
        word = phrase.words[before]
        if any(lexical(word, own) >= EXACT for own in field.words):
            start = before
        elif word not in BETWEEN:
            break
    return start


def _is_predicate(phrase: Phrase, span: range) -> bool:
    """`which are out?`: a small word that says how they are, and not where."""
    is_small = len(span) == 1 and phrase.weights[span.start] == 0
    is_last = span.stop == len(phrase.tokens) or any(one.start == span.stop for one, _ in phrase.times if one)
    return is_small and is_last and span.start > phrase.begin and phrase.words[span.start - 1] in BEING


def _is_meant(strength: float, value: Value, best: float) -> bool:
    """As well as any other; all texts in which something is mentioned mention it, however long they are."""
    is_mention = value.sort in ("text", "prose") and best < WHOLE
    if best >= SAID_SO and value.sort == "choice":
        return strength > best - NEARLY  # `picking`, and not `picked`
    return is_mention or strength > (best - ALIKE if best < EXACT else EXACT)
