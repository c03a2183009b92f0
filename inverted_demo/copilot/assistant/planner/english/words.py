"""The words of a text, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from assistant.planner.english.marks import CLOSE, MARKED, OPEN
from assistant.planner.english.spans import QUOTED
from assistant.planner.english.stems import CONCEPTS, MAX_KEPT, stem
from assistant.planner.english.synonyms import PHRASES
from assistant.planner.english.vocabulary import AUXILIARIES, PERSONAL, READ_VERBS, STOPWORDS, WH, WORKING, wordset

PIECE = re.compile(
    r"(?P<dotted>\d{1,2}\.\d{1,2}\.\d{4}\b)"
    r"|(?P<date>\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?)?)"
    r"|(?P<id>(?:\b[A-Za-z]{1,6}-\d[\w-]*\b|\b[A-Za-z]{1,3}\d+\b"
    r"|\b\d{1,3}[A-GIJLN-Z]\b|\b\d{1,2}[abcef]\b)(?:['\u2019]s\b)?)"
    r"|(?P<number>\d(?:[\d,]*\d)?(?:\.\d+)?)"
    r"|(?P<word>[^\W\d_]+(?:['\u2019][^\W\d_]+)*['\u2019]?)"
)
BEGINNING = re.compile(r"(?:^|[.?!;:][\"'\u201d\u00bb)\]>]*|[(>])\s*$")
"""What the first word of a sentence stands behind; a quotation may have ended there."""
SHORT_FORMS = {
    "don't": "do not", "dont": "do not", "doesn't": "does not", "doesnt": "does not", "didn't": "did not",
    "didnt": "did not", "isn't": "is not", "isnt": "is not", "aren't": "are not", "arent": "are not",
    "wasn't": "was not", "weren't": "were not", "hasn't": "has not", "hasnt": "has not", "haven't": "have not",
    "can't": "can not", "cant": "can not", "cannot": "can not", "won't": "will not", "wont": "will not",
    "havent": "have not", "wasnt": "was not", "werent": "were not", "hadn't": "had not", "hadnt": "had not",
    "couldnt": "could not", "shouldnt": "should not", "wouldnt": "would not", "theyre": "they are",
    "shouldn't": "should not", "couldn't": "could not", "wouldn't": "would not", "let's": "let us",
    "lets": "let us", "i'd": "i would", "i'm": "i am", "im": "i am", "we'd": "we would", "i'll": "i will",
    "whats": "what is", "whos": "who is", "hows": "how is", "wheres": "where is", "whens": "when is",
    "whoevers": "whoever is", "thats": "that is", "theres": "there is",
    "teh": "the", "hte": "the", "adn": "and", "nad": "and", "shoud": "should", "shuold": "should", "whcih": "which",
    "waht": "what", "wehn": "when", "wiht": "with", "thier": "their", "tehre": "there",
    "cud": "could", "cld": "could", "wud": "would", "wld": "would", "shud": "should", "cn": "can", "ya": "you",
    "pls": "please", "plz": "please", "ppl": "people", "folks": "people", "hw": "how", "wich": "which", "wat": "what",
    "ext": "extension", "req": "requests", "tel": "telephone", "dept": "department", "qty": "quantity",
    "mgr": "manager", "addr": "address", "appt": "appointment", "adress": "address", "addres": "address",
    "adresses": "addresses",
    "hav": "have", "hve": "have",
    "shouldve": "should have", "couldve": "could have", "wouldve": "would have", "mustve": "must have",
    "mightve": "might have", "ive": "i have", "youve": "you have", "weve": "we have", "theyve": "they have",
    "whove": "who have", "whod": "who would", "wholl": "who will", "youre": "you are", "youll": "you will",
    "theyll": "they will", "itll": "it will", "thatll": "that will", "heres": "here is", "mustnt": "must not",
    "neednt": "need not", "aint": "is not", "ain't": "is not", "mustn't": "must not", "needn't": "need not",
    "til": "until", "'til": "until", "thru": "through", "abt": "about", "alot": "a lot", "quid": "pounds",
    "noones": "nobody is", "nobodys": "nobody is", "someones": "someone is", "somebodys": "somebody is",
    "everyones": "everyone is", "everybodys": "everybody is", "anyones": "anyone is", "anybodys": "anybody is",
    "wanna": "want to", "gonna": "going to", "ur": "your", "thx": "thanks", "gimme": "give me", "u": "you", "r": "are",
    "nr": "number", "nrs": "numbers", "num": "number", "avg": "average", "pct": "percent", "bc": "because",
    "cuz": "because", "coz": "because", "sth": "something", "every1": "everyone", "any1": "anyone",
}  # fmt: skip
POSSESSIVE = ("'s", "\u2019s")
TITLES = wordset("mr mrs ms mx dr prof mister missus")
"""They are no part of a name: `Mrs Crane` may be known as Edith Crane."""
ENDINGS = {"ve": "have", "ll": "will", "d": "would", "re": "are", "m": "am"}
FULLNESS = frozenset({"full"})
"""Empty words, unless they are said of something: `how full is it`."""
BEFORE_NOUNS = wordset("than of in with for the about on at a an by my our is are was does has")
FINITE = wordset("is are was were does did has had can will")
ASKED_TO = wordset("check see tell say find look show")
"""Verbs behind which a question may stand: `check is it done`."""
IS_AFTER = WH | wordset("it that this there here he she whoever someone somebody everyone everybody nobody")


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a text, as written and as compared."""

    text: str
    word: str
    stem: str
    start: int
    end: int
    owns: bool = False
    """It has a possessive 's."""
    is_name: bool = False
    """Written as names are: with a capital within a sentence, quoted, or with digits in it."""
    is_quoted: bool = False
    """It is verbatim: within quotation marks, or in a name that is known."""
    is_known: bool = False
    """It belongs to a name that the server's data have."""
    is_common: bool = False
    """A word of general English or of what is offered: it is no misspelt or shortened name."""
    is_noun: bool = False
    """It stands where only nouns stand, whatever it looks like."""

    @property
    def is_prefix(self) -> bool:
        """The `un` of a word: it turns round only this word."""
        return self.word == "not" and self.text[:2].casefold() == "un"

    @property
    def is_content(self) -> bool:
        if self.is_quoted or self.is_noun or (self.is_name and self.word not in PERSONAL):
            return True
        return self.word not in STOPWORDS and self.word not in READ_VERBS

    @property
    def is_id(self) -> bool:
        return is_code(self.word)

    @property
    def is_number(self) -> bool:
        return self.word[:1].isdigit()


@lru_cache(MAX_KEPT)
def is_code(word: str) -> bool:
    """Letters first, and digits in it."""
    return word[:1].isalpha() and any(map(str.isdigit, word))


@lru_cache(MAX_KEPT)
def tokens(text: str) -> tuple[Token, ...]:
    return tuple(_with_nouns(list(_with_phrases(written(text)))))


def written(text: str) -> list[Token]:
    """Word by word, where `tokens` takes some of them together."""
    quoted = [match.span() for match in QUOTED.finditer(text)]
    known = [match.span() for match in MARKED.finditer(text)]
    found: list[Token] = []
    for match in PIECE.finditer(text):
        is_known = any(start < match.start() < end for start, end in known)
        is_quoted = is_known or any(start < match.end() and match.start() < end for start, end in quoted)
        if found and text[found[-1].end : match.end()] in POSSESSIVE:  # `B-12's`
            found[-1] = replace(found[-1], owns=True)
            continue
        is_first = BEGINNING.search(text[: match.start()]) is not None
        read = _read(match, is_quoted, is_first)
        found += [_widened(one, text) for one in read] if is_known else read
    return found


def _widened(token: Token, text: str) -> Token:
    """With the marks beside it, so that a part of a text has both of them or none."""
    start = token.start - text[: token.start].endswith(OPEN)
    return replace(token, start=start, end=token.end + text.startswith(CLOSE, token.end), is_known=True)


def _with_nouns(found: list[Token]) -> Iterable[Token]:
    for at, token in enumerate(found):
        before = found[at - 1].word if at else ""
        is_last = at + 1 == len(found) and before in ("and", "or")
        is_subject = token.word not in ASKED_TO and at + 1 < len(found) and found[at + 1].word in FINITE
        is_noun = token.word in READ_VERBS and (before in BEFORE_NOUNS or is_last or is_subject)
        is_noun = is_noun or _is_letter(found, at)
        is_said = token.word in FULLNESS and before in (WH | AUXILIARIES)
        yield replace(token, is_noun=True) if is_noun or is_said else token


def _is_letter(found: Sequence[Token], at: int) -> bool:
    """`only hall a`, `is hall A free`: no article has nothing behind it."""
    if found[at].word != "a" or not at or not (found[at - 1].is_content or found[at - 1].is_number):
        return False
    after = found[at + 1] if at + 1 < len(found) else None
    return after is None or (found[at].is_name and not found[at].is_quoted) or after.word in ENDING


def _read(match: re.Match[str], is_quoted: bool, is_first: bool) -> Iterable[Token]:
    text, start, end = match.group().replace("\u2019", "'"), match.start(), match.end()
    word = text.casefold()
    if not match["word"]:
        owns = match["id"] is not None and word.endswith("'s")  # `R-7's day`
        text, word = (text[:-2], word[:-2]) if owns else (text, word)
        return [Token(text, word, word, start, end, owns, is_name=match["id"] is not None, is_quoted=is_quoted)]
    if not is_quoted and word in SHORT_FORMS:
        return [Token(part, part, stem(part), start, end) for part in SHORT_FORMS[word].split()]
    before, apostrophe, after = word.partition("'")
    if apostrophe and after in ("s", "re") and before in IS_AFTER:
        return [Token(before, before, stem(before), start, end), Token("is", "is", "is", start, end)]
    if apostrophe and after in ENDINGS and not is_quoted:
        whole = ENDINGS[after]
        return [Token(before, before, stem(before), start, end), Token(whole, whole, whole, start, end)]
    if not is_quoted and _is_undone(word):
        return [Token(text, part, stem(part), start, end) for part in ("not", word[2:])]
    owns = bool(apostrophe) and after in ("s", "")
    bare = text[: len(before)] if owns else text
    is_title = not is_quoted and bare.casefold() in TITLES
    is_name = is_quoted or (text[0].isupper() and not is_first and bare.casefold() not in WH and not is_title)
    return [Token(bare, bare.casefold(), stem(bare.casefold()), start, end, owns, is_name, is_quoted)]


def _is_undone(word: str) -> bool:
    """`unfinished` is not finished; `unpaid` has a meaning of its own."""
    return word.startswith("un") and stem(word) not in CONCEPTS and stem(word[2:]) in CONCEPTS and word.endswith("ed")


PHRASE_WORDS = {tuple(phrase.split()): word for phrase, word in PHRASES}
CONTACTS = frozenset({"phone", "email"})
"""What several words mean that are no verb: `mobile number`."""
ENDING = AUXILIARIES | wordset("on at from for and or please today tomorrow tonight this next in")
COMING_IN = wordset(
    "came come comes coming arrived arrive get got gets went put pay paid hand handed send sent book booked phone "
    "phoned rang rung ring call called check checked bring brought move moved take took taken drop dropped"
)
"""Verbs with `in`: what came in today is not at work."""
COMING_IN_STEMS = frozenset(map(stem, COMING_IN))
PHRASE_STARTS = frozenset(key[0] for key in (*PHRASE_WORDS, *WORKING))
DAYS_SAID = wordset(
    "today tomorrow tonight monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays "
    "thursdays fridays saturdays sundays weekdays weekends"
)


TAKING_PLACE = wordset("is are was anything something nothing stuff much what got")
WHEN_AND_WHERE = wordset("at in this next over around today tonight tomorrow on for")


def _takes_place(found: Sequence[Token], at: int) -> bool:
    """`What's on at the harbour?`: what takes place there."""
    before = found[at - 1].word if at else ""
    after = found[at + 1].word if at + 1 < len(found) else ""
    asks = any(token.word in TAKING_PLACE - AUXILIARIES for token in found[:at])
    return found[at].word == "on" and before in TAKING_PLACE and asks and (after in WHEN_AND_WHERE or not after)


def _with_phrases(found: list[Token]) -> Iterable[Token]:
    asks_member = any(token.word == "who" for token in found) or _names_what_is_asked(found)
    at = 0
    while at < len(found):
        for length in (4, 3, 2) if found[at].word in PHRASE_STARTS else ():
            part = found[at : at + length]
            key = tuple(token.word for token in part)
            word = PHRASE_WORDS.get(key) or (key in WORKING and ("member" if asks_member else "project")) or None
            if key in WORKING and _is_day(found, at + length):
                word = None
            if word and len({token.is_quoted for token in part}) == 1:
                is_noun = word in CONTACTS
                yield Token(
                    word, word, stem(word), part[0].start, part[-1].end, is_quoted=part[0].is_quoted, is_noun=is_noun
                )
                at += length
                break
        else:
            token = found[at]
            word = "event" if _takes_place(found, at) else "working" if _is_at_work(found, at) else None
            yield replace(token, word=word, stem=stem(word)) if word else token
            at += 1


def _names_what_is_asked(found: Sequence[Token]) -> bool:
    """`which projects does Ada work on`: what she works on is said, and not `what does Ada work on`."""
    asking = next((at for at, token in enumerate(found[:-1]) if token.word in ("which", "what", "many")), None)
    return asking is not None and found[asking + 1].is_content


def _is_day(found: Sequence[Token], at: int) -> bool:
    """`works on Friday`, `works on 2026-11-21`: that is when, and not at what."""
    after = [token.word for token in found[at : at + 2]]
    said = after[1:] if after[:1] in (["the"], ["that"], ["which"], ["this"], ["next"]) else after[:1]
    return bool(said) and (said[0] in DAYS_SAID or said[0] in ("day", "days") or said[0][:1].isdigit())


def _is_at_work(found: Sequence[Token], at: int) -> bool:
    """`who is in today?`, `is Ada in on Friday?`: at work."""
    if found[at].word != "in" or found[at].is_quoted or not at or found[at - 1].stem in COMING_IN_STEMS:
        return False
    after = [token.word for token in found[at + 1 : at + 3]]
    before = [token.word for token in found[:at]]
    is_of_someone = before[-1] in AUXILIARIES or (before[0] in AUXILIARIES and found[at - 1].is_content)
    is_later = after[:1] in (["tomorrow"], ["on"]) and (after[0] == "tomorrow" or _is_day(found, at + 2))
    return after[:1] == ["today"] or (is_later and is_of_someone and "what" not in before)
