"""Who is with the person that asks, and how they ask: `got a lady on the phone wanting to know …`. It says nothing."""

from __future__ import annotations

import re

from assistant.planner.english.remarks import asks, is_remark, without_remarks

GREETED = re.compile(
    r"^\s*(?:(?:hi|hiya|hello|hey)(?: (?:there|all|team|again))?|good (?:morning|afternoon|evening|day)|morning"
    r"|afternoon|evening)(?: (?:there|all|team|everyone|again))?\s*[,!.:]+\s*(?=\S)",
    re.IGNORECASE,
)
SIGHED = re.compile(
    r"^\s*(?:(?:ugh|argh|aargh|hm+|erm+|um+|uh+|oh|ah|right|ok|okay|so|well|sigh|phew|yikes|damn|great|oh dear|oh no)"
    r"\s*[,!.:\u2026-]+\s*)+(?=\S)",
    re.IGNORECASE,
)
HAVING = (
    r"(?:(?:so|and|because|cos|as)\s+)?"
    r"(?:(?:i|we)(?:'ve| have)?(?: just)? got|(?:i|we)(?:'ve| have)|ive|weve|got|have|there(?:'s| is)|theres)"
)
PERSONS = (
    r"(?:somebody|someone|customers?|clients?|guests?|patients?|callers?|visitors?|members?|lady|ladies|gentleman|guy|man"
    r"|woman|person|people|couple|family|lad|girl|boy|kid|mum|mom|dad|mother|father|parents?|owner|student|tenant"
    r"|passenger|driver|boss|manager|colleague|friend|neighbour)"
)
ANYBODY = r"(?:an?|the|some|my|our|another|one of (?:the|our|my))\s+(?-i:[a-z]+(?:\s+[a-z]+)?)\s+"
SOMEBODY = (
    rf"(?:(?:a|an|the|this|that|some|another|one|two|three|my|our|his|her)\s+)*(?:[a-z]+\s+)?{PERSONS}\s+"
    r"(?:with (?:(?:a|an|two|three|their|his|her|some)\s+)(?:[a-z]+\s+){1,2}?)?"
)
WAITING = (
    r"(?:on the (?:phone|line|other line|blower)|at (?:the|my) (?:front |reception |service )?"
    r"(?:desk|counter|door|till|gate|window|reception|bar)|in front of me|(?:standing|sitting|waiting) (?:here|outside)"
    r"|(?:right )?here(?: with me| now)?|waiting)"
)
BYSTANDER = (
    rf"(?:{HAVING}\s+(?:{SOMEBODY}|{ANYBODY}){WAITING}|{SOMEBODY}(?:is )?{WAITING}|{PERSONS}(?:'s| is) {WAITING})"
)
ALONE = re.compile(rf"^\W*(?:{BYSTANDER}|ugh|argh|hm+|sigh|oh (?:dear|no)|phew|yikes|damn)\W*$", re.IGNORECASE)
BESIDE = re.compile(
    rf"^\W*{BYSTANDER}\s*[,;\u2013-]+\s*(?=(?:wh\w+|how|is|are|was|do|does|did|has|have|can|could|any|got|anything)\b)"
    rf"|\s*[,;\u2013-]+\s*{BYSTANDER}\W*$",
    re.IGNORECASE,
)
ASKS = re.compile(r"\?|^\W*(?:wh(?:at|ich|o|ose|en|ere|y)s?|how)\b", re.IGNORECASE)
PLAINLY = (
    r"(?-i:(?:[Aa]n?|[Tt]he|[Mm]y|[Oo]ur|[Tt]his|[Ss]ome|[Oo]ne of (?:the|our)|[Ss]omebody|[Ss]omeone)"
    r"(?: [a-z]+){0,4}?)"
)
"""Somebody without a name: one with a name may be whom it is asked of."""
ASKING = (
    r"(?:asking(?: me| us)?|asks|(?:just )?(?:wants?|wanting|needs?|needing|wishes) to (?:know|find out|hear)"
    r"|(?:would|'d) (?:like|love|want) to (?:know|find out|hear)|wondering|wonders)"
)
WANTING = re.compile(
    rf"^\W*(?:{BYSTANDER}(?:\s+(?:right now|now|again))?\W*(?:(?:who|that|and|(?:and )?(?:he|she|they))\b\s*)?"
    rf"|{PLAINLY}\s+)"
    rf"(?:(?:(?:is|are|was|keeps)\b|'s)\s+)?{ASKING}(?: about)?\s+(?=\w)",
    re.IGNORECASE,
)
SORRY = r"^\W*(?:(?:i'm|i am|im)\s+)?(?:(?:so|very|really|terribly)\s+)?(?:sorry|apologies|excuse me|pardon)\b"
SORRY_THAT = re.compile(
    rf"{SORRY}(?:,?\s+(?:i'm|im|i am|we're|we are|it's|to|about|for|if|but i'm)\b[^,;:\d]*)?\W*$", re.IGNORECASE
)
"""`Sorry, I'm new at the desk.`"""
EXCUSE = re.compile(
    rf"{SORRY}[^,.?!\d]*[,:;\u2013-]\s*(?=(?:wh\w+|how|is|are|was|do|does|did|has|have|can|could|any|got)\b)",
    re.IGNORECASE,
)
"""`Sorry to bother you, which …?`"""
ON_THE_LINE = re.compile(
    rf"^\W*(?i:{HAVING})\s+(?P<who>.*?\s+(?i:on the (?:phone|line|other line))"
    r"|[A-Z]\w+(?: [A-Z]\w+)*\s+at (?:the|my) \w+)"
    r"\b[\s,]*(?P<rest>\w.+)$",
    re.DOTALL,
)
AT = re.compile(r"\s+(?:on the (?:phone|line|other line)|at (?:the|my) \w+)$", re.IGNORECASE)
UNSURE = re.compile(
    r"[\s,]*\b(?:i (?:think|guess|believe|reckon|suppose)|if i remember (?:right(?:ly)?|correctly)"
    r"|by any chance|off the top of your head|out of (?:interest|curiosity)|as far as you know"
    r"|just (?:curious|wondering)|real quick|be honest)(?=\s*(?:[,.?!]|$))",
    re.IGNORECASE,
)
WHO_WAS = re.compile(
    r"^\W*(?P<one>somebody|someone|something)(?P<verb>'s| is| was| has| had| are)\b (?P<rest>[^,.?!]+?)[,.;\s\u2013-]+"
    r"(?:but |and )?(?:who|what|which(?: one)?)(?: (?:was|is) (?:it|that|he|she|this))?(?: (?:again|now))?\W*$",
    re.IGNORECASE,
)
"""`Somebody is at the dentist, who was it again?`"""
REACHED = re.compile(r"\b(?:numbers?|phone|mobile|tel|e-?mail|contact|address)\b", re.IGNORECASE)
TO_REACH = re.compile(
    r"(?:^|[,;\u2013-])\s*(?:(?:because|cos|as|so)\s+)?(?:(?:i|we)(?:'ve| have|'d| ought| really)?\s+)?"
    r"(?:need|want|have|got|ought|should|must|gotta|like|going|wanna)\s*(?:to)?\s+"
    r"(?:ring|phone|call|text|e-?mail|message|contact|write to|give \w+ (?:\w+ )?an?"
    r" (?:ring|call|bell|shout|buzz))"
    r"\b[^,?\d]*$",
    re.IGNORECASE,
)
"""`…, need to ring Grace`: why a number is asked for."""
OF_ONE = {"somebody": "who", "someone": "who", "something": "what"}
WISE = re.compile(r"[\s,]*\b(?P<what>[a-z]{3,})[- ]wise\b", re.IGNORECASE)
"""`salary-wise`: what is asked about."""


def without_bystanders(sentences: list[str]) -> list[str]:
    """The sentences without those that say only who waits for an answer, and without greetings and sighs."""
    kept = [one for one in sentences if not (ALONE.match(one) or SORRY_THAT.match(one) or is_remark(one))]
    is_asked = any(ASKS.search(one) or asks(one) for one in kept)
    if kept and REACHED.search(kept[0]):
        cut = [one for one in (TO_REACH.sub("", each) for each in kept) if one]
        is_asked = is_asked or (cut != kept and bool(cut))
        kept = cut or kept
    return [_bare(without_remarks(_ungreeted(one))) for one in (kept if is_asked else sentences)]


def _ungreeted(text: str) -> str:
    return SIGHED.sub("", GREETED.sub("", text))


def _bare(text: str) -> str:
    text = EXCUSE.sub("", UNSURE.sub("", _ungreeted(text)))
    asked = WANTING.match(text)
    if asked:
        return f"tell me {text[asked.end() :]}"
    if told := WHO_WAS.match(text):
        return f"{OF_ONE[told['one'].casefold()]} {told['verb'].replace(chr(39) + 's', 'is')} {told['rest']}?"
    text = BESIDE.sub("", text) or text
    said = ON_THE_LINE.match(text)
    text = f"{AT.sub('', said['who'])}, {said['rest']}" if said else text
    return WISE.sub(lambda match: f" {match['what']}", text)
