"""One answer, of at most six calls: what is called, looked up, asked back or declined."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime

from assistant.conversation import Candidate, LanguageModelNeeded, Outcome, Piece
from assistant.matcher.arguments import Filled, fill, leftover, takes_id, wants_id
from assistant.matcher.catalog import Catalog, Item
from assistant.matcher.rows import Fields, Result, Table, result_of
from assistant.matcher.telling import MOST_TEXT, Telling, called, quoted
from assistant.matcher.words import ONLY, POINTING, REASONS, Sentence, stems, without_quotes
from assistant.model import Server
from assistant.outcomes import cut
from assistant.schema import Property
from assistant.values import identity, label, named

MOST_CALLS, MOST_CANDIDATES, MOST_NAMES = 6, 3, 10
CLEAR, NEARLY, WORSE = 1.15, 0.8, 0.5
"""How much better the first has to be than the second; what counts that has to be looked up, or to be filled in."""


@dataclass
class Answering:
    server: Server
    catalog: Catalog
    now: datetime
    kept: dict[str, Outcome]
    last: Telling | None
    calls: int = 0

    async def pick(self, picked: Candidate) -> list[Piece]:
        """Make the call whose form the person has sent."""
        item = next((one for one in self.catalog.items if (one.kind, one.name) == (picked.kind, picked.name)), None)
        if picked.kind == "resource":
            return await self._resource(picked.name)
        if item is None:
            return ["The application no longer offers this, so I can't call it."]
        return await self._call_and_tell(Filled(item, picked.arguments), Sentence("", self.now))

    async def answer(self, sentence: Sentence) -> list[Piece]:
        """What comes of one step."""
        if REASONS.search(without_quotes(sentence.text.casefold())):
            words = "I match words with tools; this takes a language model, so I can't answer it."
            return [words, LanguageModelNeeded(), *self._nearest(sentence)]
        verbs = self.catalog.orders(sentence).keys()  # before anything foreign stands in it
        is_order = bool(verbs)
        sentence, unclear = self._pointed(sentence, is_order=is_order)
        if unclear:
            return [f"What is “{unclear}”? I told of no such thing just before: please say its name or id."]
        plain, last = [word.plain for word in sentence.words], self.last
        if last and not is_order and (ONLY.intersection(plain[:1]) or "things" in map(POINTING.get, plain)):
            result = Result("", [Table(last.best.table.name, last.best.rows, len(last.best.rows))])
            telling = Telling(Filled(last.filled.item), sentence, result, "Of what I told last")
            if ONLY.intersection(plain) and len(telling.best.rows) == len(last.best.rows):
                return [f"I can't tell which of these: no word of “{sentence.text}” parts them."]
            return self._tell(telling)
        return await self._choose(sentence, verbs)

    def _pointed(self, sentence: Sentence, *, is_order: bool) -> tuple[Sentence, str]:
        """With “it” and “the first one” replaced by what they stand for; and the one that stands for nothing."""
        words, text, rows = sentence.words, sentence.text, self.last.best.rows if self.last else []
        for at, word in reversed([*enumerate(words)]):
            is_first = [one.plain for one in words[at : at + 2]] == ["first", "one"]
            kind = "first" if is_first else POINTING.get(word.plain)
            if kind is None or word.is_quoted or (kind == "things" and not is_order):
                continue
            meant = rows if kind == "things" else rows[:1] if is_first or len(rows) == 1 else []
            if meant:
                names = " ".join(_referent(row) for row in meant)
                text = f"{text[: word.start]}{names}{text[words[at + is_first].end :]}"
            elif not is_order or len(sentence.meant) < 2:
                return sentence, word.text
        return replace(sentence, text=text), ""

    def _ranked(self, sentence: Sentence, verbs: Set[str]) -> list[tuple[float, Filled]]:
        """What may be meant, the best first: by its words, by what of it was said in full, and by what it lacks."""
        found: list[tuple[float, Filled]] = []
        for score, item in self.catalog.rank(sentence.words):
            if item.reads is bool(verbs) or (verbs and not verbs & item.verbs):
                continue
            filled = fill(item, sentence)
            certain = len(filled.arguments) + any(word.stem in item.lists for word in sentence.words)
            for parameter in filled.missing:
                score *= NEARLY if wants_id(item, parameter) else WORSE if item.reads else 1
            score = (score + certain * self.catalog.idf()) * (1 if item.kind == "tool" else WORSE)
            found.append((score, filled))
        return sorted((one for one in found if one[0]), key=lambda one: -one[0])

    async def _choose(self, sentence: Sentence, verbs: Set[str]) -> list[Piece]:
        ranked, words = self._ranked(sentence, verbs), [sentence.words[at] for at in sorted(sentence.meant)]
        if not ranked:
            return [f"I can't answer that: I find no tool for {quoted(words)}.", *self._nearest(sentence)]
        item, best = ranked[0][1].item, [one for score, one in ranked[:MOST_CANDIDATES] if score > WORSE * ranked[0][0]]
        if len(ranked) > 1 and ranked[1][0] * CLEAR > ranked[0][0]:
            unknown = [word for word in words if not self.catalog.known(word) and not word.is_quoted]
            hedge = f"I can't place {quoted(unknown)}. " if unknown else ""
            candidates = [one.item.candidate(one.arguments) for one in best]
            return [f"{hedge}I am not sure which of these you mean. Which one?", *candidates]
        if item.kind == "resource" and "{" not in item.name:
            return await self._resource(item.name)
        if item.kind != "tool":
            return ["This comes closest, and has to be filled in. Is it what you mean?", item.candidate()]
        return await (self._read(best, sentence) if item.reads else self._act(best[0], sentence))

    def _nearest(self, sentence: Sentence) -> list[Piece]:
        return [item.candidate() for score, item in self.catalog.rank(sentence.words)[:MOST_CANDIDATES] if score]

    async def _read(self, best: Sequence[Filled], sentence: Sentence) -> list[Piece]:
        """Call the first of a few that can be filled; where a name is of several things, ask which one."""
        problems: list[list[Piece]] = []
        for filled in [one for one in best if one.item.kind == "tool"]:
            problems.append(await self._complete(filled, sentence))
            if not problems[-1]:
                return await self._call_and_tell(filled, sentence)
        return max(problems, key=len)

    async def _act(self, filled: Filled, sentence: Sentence) -> list[Piece]:
        """Carried out only if all was said, and nothing was said beside it that has no place."""
        if problem := await self._complete(filled, sentence):
            return problem
        item, words = filled.item, sentence.words
        explained = item.own | item.verbs | stems(*(one.name for one in item.parameters))
        free = {at for at in sentence.meant - filled.used if not {words[at].stem, words[at].plain} & explained}
        lost = [word for at, word in enumerate(words) if at in free or word.denies]
        is_harmless = item.tool and item.tool.annotations and item.tool.annotations.destructive_hint is False
        if lost or not is_harmless or sentence.text.endswith("?"):
            hedge = f"I can't place {quoted(lost)}. " if lost else ""
            return [f"{hedge}Is this what I am to do?", item.candidate(filled.arguments)]
        return await self._call_and_tell(filled, sentence)

    async def _complete(self, filled: Filled, sentence: Sentence) -> list[Piece]:
        """Fill in what is missing; what to ask back where that can't be done."""
        item = filled.item
        for parameter in filled.missing:
            if wants_id(item, parameter):
                if problem := await self._look_up(filled, parameter, sentence):
                    return problem
            elif item.reads and parameter.is_text:
                own = {at for at in sentence.meant if sentence.words[at].stem in item.own | item.verbs}
                if found := leftover(sentence, filled.used | own):
                    filled.put(parameter, *found)
        if not filled.missing:
            return []
        lacking = ", ".join(named(one.name) for one in filled.missing)
        return [f"For “{item.title}” I still need: {lacking}. Please fill it in.", item.candidate(filled.arguments)]

    async def _look_up(self, filled: Filled, parameter: Property, sentence: Sentence) -> list[Piece]:
        """Put the id of what was named, out of the list that has such ids; or what to ask back."""
        item, words = filled.item, sentence.words
        lister = self._lister(item, parameter, sentence)
        if lister is None:
            return []
        kept = [at for at in range(len(words)) if at not in filled.used and words[at].stem not in item.verbs]
        said = [f"“{words[at].text}”" if words[at].is_quoted else words[at].text for at in kept]
        rest = replace(sentence, text=" ".join(said))
        telling = await self._listed(fill(lister, rest), rest)
        if not telling.result.tables and telling.result.text:
            return [f"{called(telling.filled)}: {telling.result.text}"]
        fits = [one for one in telling.result.tables if takes_id(item, parameter, identity(next(iter(one.rows), {})))]
        telling = replace(telling, result=Result("", fits))
        best, is_narrowed = telling.best, bool(telling.filled.used)
        ids = [(one, label(row)) for row in best.rows if (one := identity(row))]
        if len(ids) == 1 and (best.by_value or is_narrowed or len(best.table.rows) == 1):
            filled.put(parameter, ids[0][0], {kept[at] for at in best.by_value | telling.filled.used})
            is_sure = item.reads or (not is_narrowed and rest.says(ids[0][1]))
            return [] if is_sure else [f"Is it {ids[0][1]}?", item.candidate(filled.arguments, ids[0][1])]
        if not ids or not (best.by_value or is_narrowed):
            return []
        names = ", ".join([f"{name} ({one})" for one, name in ids[:MOST_NAMES]] + ["…"] * (len(ids) > MOST_NAMES))
        candidates = [item.candidate({**filled.arguments, parameter.name: one}, name) for one, name in ids]
        return [f"Which one: {names}?", *candidates[:MOST_CANDIDATES]]

    def _lister(self, item: Item, parameter: Property, sentence: Sentence) -> Item | None:
        """The tool whose list most likely has the ids that a parameter wants."""
        about = replace(sentence, text=f"{named(parameter.name)} {parameter.description}")
        ranked = self.catalog.rank([*about.words, *sentence.words]) if wants_id(item, parameter) else []
        fit = (one for _, one in ranked if one.kind == "tool" and one.reads and not one.needs and one is not item)
        return next(fit, None)

    async def _listed(self, filled: Filled, sentence: Sentence) -> Telling:
        """A list, whole if it can be had; each is read once, until something changes."""
        key = json.dumps([filled.item.name, filled.arguments], sort_keys=True, default=str)
        outcome = self.kept.get(key) or await self._call(filled)
        if outcome.state == "done":
            self.kept[key] = outcome
        telling = Telling(filled, sentence, result_of(outcome))
        more = telling.larger()
        return await self._listed(more, sentence) if more else telling

    async def _call(self, filled: Filled) -> Outcome:
        self.calls += 1
        if self.calls > MOST_CALLS:
            return Outcome("failed", f"I can't go on: a question has {MOST_CALLS} calls. Ask for less at once.")
        if not filled.item.reads:
            self.kept.clear()
            self.last = None
        return await self.server.call(filled.item.name, filled.arguments)

    async def _resource(self, uri: str) -> list[Piece]:
        self.calls += 1
        try:
            return [cut(await self.server.read(uri), MOST_TEXT) if self.calls <= MOST_CALLS else "I can't go on."]
        except LookupError as error:
            return [f"“{uri}”: {error}"]

    async def _call_and_tell(self, filled: Filled, sentence: Sentence) -> list[Piece]:
        outcome = await self._call(filled)
        if outcome.state != "done":
            return [f"{called(filled)}: {outcome.text}"]
        telling = Telling(filled, sentence, result_of(outcome))
        if not filled.item.reads:
            rows = [row for table in telling.result.tables for row in table.rows]
            summary = next((str(row["summary"]) for row in rows if row.get("summary")), outcome.text)
            return [f"{cut(summary, MOST_TEXT) or 'Done.'}\n\n*From {called(filled)}.*"]
        for page in (Telling.narrower, Telling.larger, Telling.narrower):
            if more := page(telling):
                larger = Telling(more, sentence, result_of(await self._call(more)))
                telling = larger if larger.best.table.rows else telling
        details = self._details(telling)
        return await self._call_and_tell(details, sentence) if details else self._tell(telling)

    def _details(self, telling: Telling) -> Filled | None:
        """Where one thing was found that lacks what was asked: the tool that tells more of such a thing."""
        is_one = len(telling.best.rows) == 1 and not telling.filled.item.needs
        key = identity(telling.best.rows[0]) if is_one else ""
        lost = {word.stem for word in telling.lost}
        for item in self.catalog.items:
            is_of_one = item.reads and len(item.needs) == 1 and takes_id(item, item.needs[0], key)
            if is_of_one and any(lost & (stems(name) | about) for name, about in item.fields.items()):
                return Filled(item, {item.needs[0].name: key}, telling.filled.used | telling.best.by_value)
        return None

    def _tell(self, telling: Telling) -> list[Piece]:
        sentence, lost = telling.sentence, telling.lost
        is_ordered = (
            bool(lost) and lost[0] is sentence.words[min(sentence.meant, default=0)] and not sentence.is_question
        )
        if lost and (is_ordered or any(word.is_name for word in lost) or not telling.is_about):
            words = f"I can't answer that: I don't find {quoted(lost)} in {called(telling.filled)}."
            return [words, *self._nearest(sentence)]
        self.last = telling if telling.best.rows else self.last
        hedge: list[Piece] = [f"I can't place {quoted(lost)}. Without that:\n\n"] if lost else []
        return [*hedge, *telling.pieces()]


def _referent(row: Fields) -> str:
    """A thing in a person's sentence: nothing of it may be read as more than a name."""
    key, name = identity(row), re.sub(r"[“”«»\"]", " ", label(row))
    return key if re.fullmatch(r"[\w-]+", key) else f"“{name}”"
