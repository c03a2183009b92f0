# ruff: noqa: E501 (a template is a line)
"""What people say in conversations: by template the turns, each in several wordings, and what the last answer says.

The words in braces are of the server's data: of things `a` and `b` the fields `f` and `g`, and of lists the choice `w` of `f`.
"""

from __future__ import annotations

from string import Formatter
from typing import NamedTuple

ASK = "What is the {f} of {a}?|what's the {f} of {a}|Tell me the {f} of {a}."
AND_B = "And {b}?|what about {b}"
LIST = (
    "Which {things} have the {f} {w}?|which {things} have {f} {w}|Show me the {things} with the {f} {w}."
    "|list all {things} with {f} {w}"
)
OTHER = "And {v}?|what about {v}?|and the {v} ones?|And which have the {f} {v}?|and those with {v}|how about {v}"
COUNT = "How many {things} have the {f} {w}?|how many {things} have {f} {w}"
TOP = "Which {thing} has the highest {n}?|which {thing} has the highest {n}|the {thing} with the highest {n}?"
HELD = "Which has the higher {n}, {a} or {b}?|which of {a} and {b} has the higher {n}"
OF_LIST = (
    "Which of them has the highest {n}?|which of those has the highest {n}|and which one has the highest {n}"
    "|the one with the highest {n}?|Of those, which has the highest {n}?"
)
LOWEST = "And the lowest?|and the lowest|and which has the lowest?|and the one with the lowest {n}?|and lowest?"
ITS = "What's its {g}?|and the {g}?|and its {g}|And the {g} of that one?|what is the {g}"
HOW_MANY = "How many are there?|how many is that|So how many are those?|how many are they|how many in total?|how many altogether"


class Form(NamedTuple):
    template: str
    turns: tuple[str, ...]
    has: str
    lacks: str = ""

    @property
    def words(self) -> set[str]:
        """The words that any of its wordings takes."""
        return {name for _, name, _, _ in Formatter().parse("".join(self.turns)) if name}


OF_THINGS = (
    Form("t and b", (ASK, "And {b}?|and {b}|And of {b}?|and for {b}?"), "bf"),
    Form("t what about b", (ASK, "What about {b}?|how about {b}|what about {b}"), "bf"),
    Form("t same for b", (ASK, "Same for {b}?|and the same for {b}|Same for {b}, please.|ok now {b}|{b}?"), "bf"),
    Form("t no b", (ASK, "No, I meant {b}.|sorry, i mean {b}|oops, {b} i mean|not {a}, {b}|Sorry, {b}."), "bf"),
    Form("t and b again", (ASK, AND_B, "and {a} again?|And what was it for {a}?|and {a} was?"), "af"),
    Form("t and c", (ASK, AND_B, "And {c}?|and {c}|what about {c}?|and for {c}"), "cf"),
    Form("t and g", (ASK, "And the {g}?|and the {g}|what about the {g}?|And its {g}?|what's its {g}|and {g}?"), "ag"),
    Form("t g of other", (ASK, AND_B, "And what is the {g} of the other one?|what's the other one's {g}"), "ag"),
    Form("t g of first", (ASK, AND_B, "What is the {g} of the first one?|and the first one's {g}?"), "ag"),
    Form("t g of both", (ASK, AND_B, "And the {g} of both?|and their {g}?|whats the {g} of the two"), "ag+bg"),
    Form("t g of last", (ASK, AND_B, ITS), "bg"),
    Form("t g of two named", ("What is the {f} of {a} and {b}?|{f} of {a} and {b}?", "And the {g}?|and their {g}"), "ag+bg"),
    Form("t change and back", (ASK, "How many {things} are there?", "And the {g} of {a}?|back to {a}: what's the {g}?"), "ag"),
    Form("t tell me about", ("Tell me about {a}.|what do you know about {a}|Show me {a}.", "And the {g} of {b}?"), "bg"),
    Form("t about, its f", ("Tell me about {a}.|what do you know about {a}|{a}?", "What's its {f} again?|and the {f} was?|what was the {f} again"), "af"),
    Form("t what else", (ASK, "What else do you know about it?|tell me more|any more details?|Tell me more about it.|show me everything on it"), "ag"),
    Form("t its id", (ASK, "And its id?|what's its id|What id does it have?|and the id of that one"), "aid"),
    Form("t asked back", ("What is the {f}?|what's its {f}", "{a}|the one of {a}|I mean {a}.|of {a}|{a} of course|for {a}"), "af"),
    Form("t asked back id", ("What is the {f} of it?|what's its {f}", "{aid}|i mean {aid}|{aid} please"), "af"),
    Form("t of two", (ASK, AND_B, "Which of the two has the higher {n}?|which of them has the higher {n}|which one has the higher {n}?"), "hi", "lo"),
    Form("t of three", (ASK, AND_B, "And {c}?", "Which of the three has the highest {n}?|and which of them has the highest {n}"), "hi3"),
    Form("t held, other", (HELD, "And what is the {g} of the other one?|and the {g} of the other one?|what's the other one's {g}"), "log"),
    Form("t held, second", (HELD, "And the {g} of the second one?|and the {g} of the second?|What's the {g} of the latter?"), "bg"),
    Form("t held, its", (HELD, "And what is its {g}?|and the {g} of that one?|and its {g}"), "hig"),
    Form("t is it", (ASK, "Is it {w}?|is it {w}|so is it {w}?"), "is"),
    Form("t is b", ("Is {a} {w}?|is {a} {w}", "And {b}?|and {b}|what about {b}?|and is {b}?"), "isb"),
)  # fmt: skip

OF_LISTS = (
    Form("l how many", (LIST, HOW_MANY), "count"),
    Form("l and other", (LIST, OTHER), "others", "names"),
    Form("l no, other", (LIST, "No, I meant {v}.|sorry, the {v} ones|no, {v} i mean|not {w}, {v}"), "others", "names"),
    Form("l two, how many", (LIST, OTHER, HOW_MANY), "other count"),
    Form("l their g", (LIST, "and the {g} of each?|with the {g} please|and their {g}?|Show me the {g} of each of them.|What {g} do they have?"), "gs"),
    Form("l g of second", (LIST, "What's the {g} of the second one?|and the {g} of the second|the second one's {g}?|and the {g} of number 2?"), "g2"),
    Form("l g of last", (LIST, "What's the {g} of the last one?|and the {g} of the last|last one's {g}?"), "gl"),
    Form("l about first", (LIST, "Tell me about the first one.|more on the first one|show me the first|the first one?"), "g1"),
    Form("l g of named", (LIST, "and the {g} of {a}?|what's the {g} of {a}|{a}'s {g}?"), "ag"),
    Form("l highest", (LIST, OF_LIST), "top", "low"),
    Form("l highest, lowest", (LIST, OF_LIST, LOWEST), "low", "top"),
    Form("l highest, second", (LIST, OF_LIST, "And the second highest?|and which one comes second?"), "next", "top"),
    Form("l highest, its g", (LIST, OF_LIST, ITS), "top g"),
    Form("l total", (LIST, "What is their total {n}?|and the total {n} of those?|what's the {n} of all of them together"), "total"),
    Form("l over", (LIST, "Which of those have a {n} over {x}?|only those with a {n} over {x}|just the ones with a {n} above {x}|which of them have the {n} over {x}"), "over", "under"),
    Form("l only", (LIST, "Only the {w2} ones.|only those with the {f2} {w2}|just the {w2} ones|Which of them have the {f2} {w2}?|and which of those are {w2}?|only {w2} ones please"), "those", "rest"),
    Form("l how many of those", (LIST, "How many of those have the {f2} {w2}?|how many of them are {w2}|and how many of those are {w2}?"), "those count"),
    Form("l minus", (LIST, "Minus the {w2} ones.|without the ones with {f2} {w2}|Leave out those with the {f2} {w2}.|which of them are not {w2}?|but not the {w2} ones|and the ones that aren't {w2}?"), "rest", "those"),
    Form("l only, how many", (LIST, "Only the {w2} ones.|just those with {f2} {w2}", HOW_MANY), "those count"),
    Form("l any of them", (LIST, "Are any of them {w2}?|any of those {w2}?|is any of them {w2}"), "those", "rest"),
    Form("l the one, its g", (LIST, "Which of them is {w1}?|which one has the {f1} {w1}", ITS), "g of one"),
    Form("l g of the one", (LIST, "What is the {g} of the {w1} one?|and the {g} of the one with {f1} {w1}?|what's the {w1} one's {g}"), "g of one"),
    Form("c which ones", (COUNT, "Which ones?|which ones|Which are they?|which are those?|and which ones are they|list them|Show me them.|What are they?|namely?"), "names", "outside"),
    Form("c and other", (COUNT, "And {v}?|and how many are {v}|what about {v}?|and with the {f} {v}?|and how many with {v}"), "other count"),
    Form("c and in all", (COUNT, "And how many {things} are there in all?|and how many {things} in total"), "all"),
    Form("c how many of those", (COUNT, "How many of those have the {f2} {w2}?|and how many of them are {w2}"), "those count"),
    Form("s others same", ("What is the {f} of {a}?|what's the {f} of {a}", "Which other {things} have that {f}?|which others have the same {f}|and which other {things} have the same {f}?"), "same", "outside"),
    Form("s anything else", ("What is the {f} of {a}?|what's the {f} of {a}", "What else has that {f}?|anything else with that {f}?|Any other {things} with the same {f}?"), "same", "outside"),
)  # fmt: skip

OF_FIGURES = (
    Form("f and lowest", (TOP, LOWEST), "low", "top"),
    Form("f second", (TOP, "And the second highest?|and the second highest|which one comes second?|and which one has the second highest?"), "next", "low"),
    Form("f its g", (TOP, ITS), "top g"),
    Form("f lowest, its g", (TOP, LOWEST, ITS), "low g"),
    Form("f lowest, first's g", (TOP, LOWEST, "And the {g} of the first one?|and the other one's {g}?"), "top g"),
    Form("f of its n", (TOP, "And the highest {m}?|and the highest {m}|and which has the highest {m}?"), "top m"),
    Form("f than", ("What is the {n} of {a}?", "And which {things} have a lower {n} than that|which ones have a lower {n} than that?"), "below", "above"),
)  # fmt: skip

OF_LINKS = (
    Form("k their h", ("{Ask} is the {k} of {a}?|{ask} is the {k} of {a}", "And {their} {h}?|what's {their} {h}|What is {their} {h}?"), "ah"),
    Form("k h of k", ("What is the {g} of {a}?|what's the {g} of {a}", "And the {h} of its {k}?|and what's the {h} of the {k}?|what is the {k}'s {h}"), "ah"),
    Form("k b, their h", ("{Ask} is the {k} of {a}?", "And of {b}?|and {b}?", "And {their} {h}?|what's {their} {h}"), "bh"),
    Form("k the k's h", ("{Ask} is the {k} of {a}?", "And what is the {h} of the {k}?|and the {k}'s {h}?"), "ah"),
    Form("k what else", ("{Ask} is the {k} of {a}?", "Which other {things} have that {k}?|what other {things} have the same {k}"), "same", "outside"),
    Form("k of x, of y", ("Which {things} have the {k} {x}?|which {things} have {x} as {k}", "And {y}?|what about {y}?|and which have {y}?"), "of y", "of x"),
    Form("k of x, how many", ("Which {things} have the {k} {x}?", "And how many have {y}?|and how many has {y}?"), "count of y"),
    Form("k of x, its h", ("Which {things} have the {k} {x}?", "And what is the {h} of {x}?|and {x}'s {h}?"), "xh"),
)  # fmt: skip
