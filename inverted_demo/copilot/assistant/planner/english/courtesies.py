"""What people wrap their questions and orders in: `I'd be ever so grateful if you could …`. It says nothing."""

from __future__ import annotations

import re

from assistant.planner.english.answer_form import without_form
from assistant.planner.english.bystanders import without_bystanders

KINDLY = r"(?:(?:please|kindly|possibly|maybe|perhaps|just|quickly|briefly|also|then|ever so) )*"
OPENINGS = (
    rf"(?:would|could) you (?:please )?be (?:so|very) kind (?:as to|and|enough to) {KINDLY}",
    r"(?:would|could|can) you be a (?:dear|darling|star|love|sweetheart) and ",
    r"^(?:if you (?:could|can) (?:please |just )?(?=\w+ )|go ahead and )",
    r"(?:could|can|would) you do me a favou?r and |do me a favou?r and |be a (?:dear|star) and ",
    rf"(?:i would|i'd|we would|we'd|i will|i'll) (?:really |be |much |very |ever so |so |most |a lot )*"
    rf"(?:grateful|thankful|happy|glad|obliged|appreciate it|appreciate) (?:it )?if you (?:could|would|can) {KINDLY}",
    rf"it would be (?:really |very |so )?(?:great|nice|lovely|good|helpful|kind|wonderful) if you (?:could )?{KINDLY}",
    rf"(?:(?:i was|i am|i'm) (?:just )?wondering|i wonder) (?:if|whether) you could {KINDLY}",
    r"(?:would|is|might) (?:it|there) be (?:any )?(?:possible|a chance|a way|any way) (?:for you to|to|you could) "
    rf"{KINDLY}",
    rf"is it possible for you to {KINDLY}|(?:is there )?any chance (?:that )?you (?:could|can) {KINDLY}",
    rf"(?:may|can|could|might) i (?:please )?(?:ask|trouble|bother) you to {KINDLY}",
)
HALVES = re.compile(r"(?<=\d)( ?[ap])\. ?m\.?", re.IGNORECASE)
HUMMED = re.compile(r"(?:(?<=^)|(?<=[\s,]))(?:um+|uh+m?|erm+|hm+)\b[,.\u2026]*\s+(?=\w)")
WE_ARE = re.compile(
    r"(?:^|(?<=[.!?;,] ))were(?= (?:nearly |almost |about |clean |completely |totally )?"
    r"(?:out|low|short|running|down to|getting|gonna|going to|not going)\b)",
    re.IGNORECASE,
)
"""`were nearly out of it`: written in a hurry."""
COMING_BY = re.compile(
    r"\b(?P<come>com(?:e|es|ing)|drop(?:s|ping)|pop(?:s|ping)|stopping|swing(?:s|ing)) (?:by|round|over)"
    r"(?= (?:today|tonight|this|on|at|later)\b|\s*[?.!]*$)",
    re.IGNORECASE,
)
"""`Who's coming by today?`: today, and not until then."""
I_WOULD = re.compile(r"(?:^|(?<=[.!?;,] ))id (?=(?:like|love|rather|prefer)\b)", re.IGNORECASE)
COUNTED = re.compile(
    r"^\W*(?:(?:what(?:'s| is)|give me|tell me|i need|do you know|can you) )?(?:(?:the|what) )?(?:total )?"
    r"(?:(?:number|count) of|count) (?:the |all )?(?P<things>[a-z][a-z -]*?s) (?:(?:that|which|who) )?"
    r"(?P<so>(?:are|have|were|had|do not)\b.*)$",
    re.IGNORECASE,
)
"""`the number of boats that are late`: how many."""
OPENING = re.compile(rf"\b(?:{'|'.join(OPENINGS)})", re.IGNORECASE)
SHOWING = re.compile(
    r"^(?P<before>\W*(?:(?:please|pls|ok|okay|and|now|so|then|just|can you|could you|would you|can u|cud you)\s+)*)"
    r"(?:(?:take|walk|talk|run|guide) (?:me|us) through |let(?:'s| me| us) (?:just )?(?:see|have a look at|look at) "
    r"|(?:pass|hand|shoot|grab|fetch) (?:me|us) (?=the |all |a list|that list|her |his |their ))(?!if\b|what\b|who|wh)",
    re.IGNORECASE,
)
"""`walk me through it`, `let me see it`: it is to be shown."""
HOLDING_ON = re.compile(r"^\W*(?:hold on|hang on|one sec(?:ond)?|just a sec(?:ond)?|go on),\s*(?=\w)", re.IGNORECASE)
ASIDES = (
    r"(?:(?:i am|i'm|im) )?(?:so |very |really |awfully |terribly )?sorry "
    r"(?:to (?:bother|trouble|disturb|interrupt|pester|be a (?:pain|bother|nuisance))|"
    r"(?:for|about) (?:bothering|troubling|disturbing|interrupting|pestering))"
    r"(?: (?:you|u|ya))?(?: all)?(?: (?:again|with this|about this|so early|so late))*,?(?: but)?",
    r"if (?:it|that)(?: is not|'s not| isn't| is| wouldn't be| would not be) (?:too much )?"
    r"(?:trouble|bother|possible|ok|okay|all right|alright)",
    r"if you (?:do not|don't|wouldn't|would not) mind|if you would(?: be so kind)?|if i may(?: ask)?",
    r"if you (?:can|could) spare (?:a|the) \w+",
    r"when(?:ever)? you (?:have|get|find) (?:a|the) (?:minute|moment|chance|second|time)",
    r"thanks (?:ever so much|so much|a lot|a bunch|in advance)|thank you (?:(?:so|very|ever so) much|in advance)",
    r"many thanks|would you believe it|do you (?:happen to )?know(?=\s*[?.!]*$)",
    r"(?:could|can) you help(?: me)?(?: out)?(?: with that)?(?=\s*[?.!]*$)",
)
ASIDE = re.compile(rf"[\s,]*\b(?:{'|'.join(ASIDES)})\b[\s,]*", re.IGNORECASE)
ASKING = re.compile(
    r"^.*?\b(?:know|tell (?:me|us)|remind (?:me|us)|check|look up|find out|see|say|wonder(?:ing)?|remember|ask|confirm"
    r"|curious|figure out|(?:have|having|take|taking) a look|looking|checking|telling (?:me|us)|sure|idea|clue)"
    r"(?: (?:for me|please|again|quickly|to see|into|about|at|of|up))* "
    r"(?P<question>(?:what|which|who|whom|whose|when|where|how|whether|if)\b.*)$",
    re.IGNORECASE | re.DOTALL,
)
WHETHER = re.compile(
    r"^(?:whether|if) (?P<subject>.+?)(?P<short>'s|'re| is| are| has| have| was| were| does| do)\b (?P<rest>.*)$",
    re.IGNORECASE,
)
SHORT = {"'s": "is", "'re": "are"}
SENTENCE = re.compile(r"(?<=[.!?;])\s+")
LEADING_TO = re.compile(
    r"^\W*(?:(?:hello|hi|hiya|hey|so|and|please|pls|well|but|ok|okay|oh|now|also|just|there)\W+)*"
    r"(?:i|we|you|it|be|good|great|nice|handy|useful|help"
    r"|my|could|can|would|will|do|does|may|let me|any|is there|have you|not|no|everybody|everyone"
    r"|(?:tell|remind) (?:me|us)|say|check|look|find|see|know|wonder|curious|figure)\b"
    r"(?!.*\b(?:because|note|reason|saying|that)\b)"
    r"[^\d]*$",
    re.IGNORECASE | re.DOTALL,
)
"""What may stand before a question that is asked within a sentence: no order, and no report."""
COLON = re.compile(
    r":\s+(?=(?:is|are|was|were|has|have|does|do|did|what|which|who|whose|when|where|how|can|could)\b)", re.IGNORECASE
)


def unwrapped(text: str) -> str:
    """What is asked or ordered, sentence by sentence, without what it is wrapped in."""
    text = COMING_BY.sub(r"\g<come>", I_WOULD.sub("i'd ", HUMMED.sub("", text)))
    text = WE_ARE.sub("we are", HALVES.sub(r"\1m", text))
    if any(mark in text for mark in '"“„«`'):
        return text
    whole = COLON.sub(". ", text.replace("\u2019", "'"))
    result = " ".join(_sentence(one) for one in without_bystanders(without_form(SENTENCE.split(whole))))
    return re.sub(r"\s+(?=[?!.,](?:\s|$))", "", result) or text


def _sentence(text: str) -> str:
    text = ASIDE.sub(lambda match: " " if match.start() else "", text).strip()
    text, is_polite = OPENING.subn("please ", SHOWING.sub(r"\g<before>show me ", HOLDING_ON.sub("", text)), count=1)
    text = COUNTED.sub(r"how many \g<things> \g<so>", text)
    asked = ASKING.match(text)
    if asked is None or not LEADING_TO.match(text[: asked.start("question")]):
        return re.sub(r"\?\s*$", ".", text) if is_polite else text
    question = asked["question"]
    if said := WHETHER.match(question):
        verb = said["short"].strip().casefold()
        question = f"{SHORT.get(verb, verb)} {said['subject']} {said['rest']}"
    return question
