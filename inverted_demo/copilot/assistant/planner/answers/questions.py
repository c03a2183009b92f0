"""What kind of answer a question wants: a number, a yes or no, a person, a moment, a sum."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import concept
from assistant.planner.english.vocabulary import AUXILIARIES, PLACE_WORDS, SINCE, wordset
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.whom import whom

Wanted = Literal["things", "count", "average", "sum", "truth"]
AVERAGE = frozenset({"average", "mean", "avg", "averages"})
SUM = frozenset({"sum", "total", "altogether", "combined", "overall"})
RESULTS = wordset("result outcome verdict score")
WENT = wordset("go gone went")
POSTED = wordset("posted written published created updated logged sent")
POSTING = wordset("post write wrote publish create update log send put said say told tell")
MODALS = wordset("can could should shall would will may might must")


@dataclass(frozen=True)
class Question:
    clause: Clause

    @property
    def opening(self) -> str:
        at = self.clause.begin
        return self.clause.tokens[at].word if at < len(self.clause.tokens) else ""

    @property
    def is_truth(self) -> bool:
        return self.clause.mood == "asks" and self.opening in AUXILIARIES - MODALS

    @property
    def is_universal(self) -> bool:
        """`Are all services healthy?`"""
        begin = self.clause.begin
        return self.is_truth and bool({"all", "every", "each"} & set(self.clause.words[begin + 1 : begin + 3]))

    @property
    def is_existence(self) -> bool:
        """`Is there …?`, `Do we have …?`: whether there are such things at all."""
        words = self.clause.words[self.clause.begin : self.clause.begin + 3]
        return words[1:2] == ["there"] or words in (["do", "we", "have"], ["do", "you", "have"], ["have", "we", "got"])

    @property
    def counted(self) -> int | None:
        """The first token of what is to be counted."""
        words = self.clause.words
        for at, word in enumerate(words):
            is_counting = word in ("many", "count") or (word == "number" and words[at + 1 : at + 2] in (["of"], []))
            before = words[at - 1] if at else "how"
            if is_counting and (before in ("how", "the", "a", "number", "me") or at == self.clause.begin):
                return at + 1
        return None

    @property
    def is_amount(self) -> bool:
        """`How many adults arrive today?`: what the figures of several things come to."""
        return self.counted is not None and not self.clause.has("each", "every", "per", "which", "who")

    @property
    def _asks_result(self) -> bool:
        """`How did the fire drill go?`, `how did it turn out`."""
        words = [word for word in self.clause.words[self.clause.begin :] if word not in ("then", "in", "end", "the")]
        return words[:2] in (["how", "did"], ["how", "has"]) and (words[-1] in WENT or words[-2:] == ["turn", "out"])

    def wanted(self, source: Source, has_measure: bool, is_many: bool) -> Wanted:
        if self.clause.has(*AVERAGE) and has_measure:
            return "average"
        is_total = self.clause.has(*SUM) or " ".join(self.clause.words[self.clause.begin :]).startswith("how much")
        if is_total and has_measure and is_many and not self.is_truth:
            return "sum"
        at = self.counted
        if at is not None and source.is_list and (_counts(self.clause, at, source) or not has_measure):
            return "count"
        return "truth" if self.is_truth else "things"

    def implied(self, source: Source, known: Collection[str] = ()) -> Slot | None:
        """The field that `who`, `when` or `where` asks for, and `how did it go`."""
        if self._asks_result:
            return next((slot for slot in source.fields if RESULTS & set(slot.all_words)), None)
        if self.clause.has("who", "whom", "whose"):
            return whom(source, self.clause.tokens, known)
        if self.clause.has("when"):
            return self._moment([slot for slot in source.fields if slot.is_moment])
        if self.clause.has("where"):
            told = (slot for slot in source.fields if slot.description.casefold().startswith("where "))
            named = (slot for slot in source.fields if PLACE_WORDS & set(slot.all_words))
            return next(named, None) or next(told, None)
        return None

    def _moment(self, slots: Sequence[Slot]) -> Slot | None:
        """`Since when` is from where something began; a day on which a text was posted is asked for by its name."""
        begun = [slot for slot in slots if self.clause.has("since") and SINCE & set(slot.all_words)]
        told = [slot for slot in slots if not POSTED & set(slot.all_words) or self._says_posting]
        return next(iter(begun or told), None)

    @property
    def _says_posting(self) -> bool:
        return any(token.word in POSTED | POSTING for token in self.clause.tokens)


def _counts(clause: Clause, at: int, source: Source) -> bool:
    """Whether things of this kind are counted: theirs is the next noun."""
    kinds = source.concepts
    for token in clause.tokens[at : at + 4]:
        if concept(token.stem) in kinds:
            return True
        if token.owns or token.word in ("does", "do", "has", "have", "is", "are"):
            return False
    return False
