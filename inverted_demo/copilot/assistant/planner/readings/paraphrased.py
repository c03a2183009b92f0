"""What people say for what a server calls otherwise, where either takes several words: `off sick`, `annual_leave`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from assistant.planner.english.stems import identifier_words
from assistant.planner.english.thesaurus import is_done, opposed, phrases_at, related
from assistant.planner.english.vocabulary import AUXILIARIES, STOPWORDS, SUPERLATIVES, WH, wordset
from assistant.planner.facts.things import Field, Kind, Thing, folded
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.lexical import SURELY
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.values import Value, Values

LEAST = 0.55
"""How near what is said has to be to what there is."""
COUNTS = 0.95
BETWEEN = wordset("it them him her us me that this one")
"""`signed it off`, `give them a ring`."""
LEADING = AUXILIARIES | wordset("needs need")
"""What the name of a switch begins with: `is_active`, `needs_repair`."""
ASKED = WH | set(SUPERLATIVES) | wordset("most least")
"""Words for what is asked, or how much of it: no names of anything."""
INSIDE = frozenset({"name", "id", "value"})


@dataclass(frozen=True)
class Said:
    """Words of the thesaurus, and where they are said."""

    span: range
    listed: str

    @property
    def is_phrase(self) -> bool:
        return " " in self.listed


def paraphrased_atoms(phrase: Phrase, kinds: Iterable[Kind], values: Values, told: Sequence[Atom]) -> Iterator[Atom]:
    """All but what others have told better of the same kind by these words: `not paid` is not paid, and not overdue."""
    better: dict[Kind, list[Atom]] = {}
    for one in told:
        if one.side in ("no", "state"):
            better.setdefault(one.kind, []).append(one)
    for atom in _atoms(phrase, kinds, values):
        others = better.get(atom.kind, ()) if atom.role == "these" else ()
        if not any(set(atom.span) <= set(one.span) and one.strength > atom.strength for one in others):
            yield atom


def _atoms(phrase: Phrase, kinds: Iterable[Kind], values: Values) -> Iterator[Atom]:
    said = [*_phrases(phrase), *_words(phrase)]
    by_field: dict[Field, list[Value]] = {}
    for value in values.all:
        if value.sort == "choice":
            by_field.setdefault(value.field, []).append(value)
    for one in said:
        for kind in kinds:
            if (near := _near(one, _nouns(kind.source.noun))) >= LEAST and kind.source.noun:
                yield Atom(one.span, "kind", kind, COUNTS * near)
            for field in kind.fields:
                yield from _of_field(phrase, one, kind, field, by_field.get(field, ()))


def _of_field(phrase: Phrase, said: Said, kind: Kind, field: Field, choices: Sequence[Value]) -> Iterator[Atom]:
    if field.slot.form == "truth":
        yield from _switch(phrase, said, kind, field)
        return
    if (near := _near(said, _names(field.path))) >= LEAST:
        yield Atom(said.span, "field", kind, COUNTS * near, field)
    told = [(near, value) for value in choices if (near := _near(said, _called(value.words))) >= LEAST]
    if told:
        best = max(near for near, _ in told)
        things = frozenset(thing for near, value in told if near == best for thing in value.things)
        yield _state(phrase, said, kind, field, COUNTS * best, things)


def _switch(phrase: Phrase, said: Said, kind: Kind, field: Field) -> Iterator[Atom]:
    names = _names(field.path)
    near = _near(said, names)
    is_opposed = near < LEAST and any(opposed(said.listed, name) for name in names)
    if near >= LEAST or is_opposed:
        things = frozenset(thing for thing in kind.things if (thing.values(field) == [True]) != is_opposed)
        yield _state(phrase, said, kind, field, COUNTS * (SURELY if is_opposed else near), things)


def _state(phrase: Phrase, said: Said, kind: Kind, field: Field, strength: float, things: frozenset[Thing]) -> Atom:
    atom = Atom(said.span, "these", kind, strength, field, things, side="state")
    no = phrase.negated(said.span.start)
    if no is None:
        return atom
    return replace(atom, span=range(no, said.span.stop), things=frozenset(kind.things) - things, side="no")


def _near(said: Said, names: Sequence[str]) -> float:
    """How near it is to one of these; of single words others know that."""
    return max((related(said.listed, one) for one in names if said.is_phrase or " " in one), default=0.0)


@lru_cache(4096)
def _names(path: tuple[str, ...]) -> tuple[str, ...]:
    name = path[-2:][0] if path[-1] in INSIDE else path[-1]
    words = identifier_words(name)
    bare = words[1:] if words and words[0] in LEADING else words
    return _called(words) if bare == words else tuple(dict.fromkeys((*_called(words), *_called(bare))))


@lru_cache(4096)
def _called(words: tuple[str, ...]) -> tuple[str, ...]:
    """In full, and without small words: `on sick leave`, `sick leave`."""
    bare = [word for word in words if word not in STOPWORDS]
    return tuple(dict.fromkeys(one for one in (" ".join(words), " ".join(bare)) if one))


@lru_cache(4096)
def _nouns(noun: str) -> tuple[str, ...]:
    return (" ".join(identifier_words(noun)),)


def _phrases(phrase: Phrase) -> Iterator[Said]:
    """The phrases of the thesaurus, as the words are read and as they are written, with a pronoun in them or not."""
    found: dict[tuple[range, str], Said] = {}
    for places in (_read(phrase), _written(phrase)):
        words = [word for word, _ in places]
        for at in range(len(places)):
            skipped = [here for here in range(at, len(places)) if here != at + 1 or words[here] not in BETWEEN]
            for line in dict.fromkeys((tuple(range(at, len(places))), tuple(skipped))):
                for hit in phrases_at([words[here] for here in line], 0):
                    span = range(places[at][1], places[line[hit.end - 1]][1] + 1)
                    is_parted = any(token.is_name or token.is_known for token in phrase.tokens[span.start : span.stop])
                    if _is_meant(words[at], hit.listed) and not is_parted:
                        found.setdefault((span, hit.listed), Said(span, hit.listed))
    return iter(found.values())


def _is_meant(word: str, listed: str) -> bool:
    """`who is living in it` is what somebody does, and not that it is lived in; other words are asked with."""
    return not ASKED & set(listed.split()) and (is_done(word) or not is_done(listed))


def _read(phrase: Phrase) -> list[tuple[str, int]]:
    return [("" if token.is_quoted else token.word, at) for at, token in enumerate(phrase.tokens) if at >= phrase.begin]


def _written(phrase: Phrase) -> list[tuple[str, int]]:
    """`looks after`, which is read as one word for both."""
    found: list[tuple[str, int]] = []
    for word, at in _read(phrase):
        token = phrase.tokens[at]
        written = folded(phrase.text[token.start : token.end]) if word else ()
        found += [(one, at) for one in written] if len(written) > 1 else [(word, at)]
    return found


def _words(phrase: Phrase) -> Iterator[Said]:
    for at, token in enumerate(phrase.tokens):
        if at >= phrase.begin and phrase.weights[at] >= 1 and token.word.isalpha() and not token.is_quoted:
            yield Said(range(at, at + 1), token.word)
