"""What people tell of themselves beside a question: `…, need it for the report`, `I keep forgetting, …`."""

from __future__ import annotations

import re

from assistant.planner.english.vocabulary import CHANGE_VERBS, ORDER_VERBS


def _or(*ways: str) -> str:
    return f"(?:{'|'.join(ways)})"


PAPER = _or(
    "reports?|slides?|minutes|newsletter|meetings?|presentation|notes?|records|files?|audit|auditors?|board|boss|manager",
    "summary|spreadsheet|e-?mail|letter|article|website|forms?|call|handover|briefing|paperwork|log|planning|talk|deck",
    "agenda|accounts|accountant|finance|memo|office|team|press|paper|colleague|friend|client|customer",
)
"""What somebody needs to know something for."""
OWN = "(?:the|my|our|an?|his|her|their|some|this|next|new|monthly|weekly|annual|yearly|quarterly|daily|other)"
TO_PAPER = rf"(?:{OWN} )+(?:\w+ ){{0,2}}?{PAPER}(?: (?:for|of|with|about) (?:{OWN} )*\w+)?"
HAVE = r"(?:(?:i|we)(?:'?ve| have)?)"
AM = r"(?:i'?m|i am|we'?re|we are)"
IT = "(?:it|this|that)"
PLACING = "(?:in|on|at|with|for|to|into|onto|around|about|of)"
OTHERS = _or(
    r"(?:the|my|our|an?|one of (?:the|my|our)|some|another) (?:\w+ ){1,2}?",
    r"(?:somebody|someone|people|they|everybody|everyone)(?: \w+)?? ?",
)
KEEPING = "(?:(?:just|always|keeps?|kept|still|now|here|is|are|was|were) |'s |'re )*"
ASKING = _or(
    rf"{KEEPING}(?:ask(?:s|ed|ing)?(?: \w+)?(?: me| us)?|wonder(?:s|ed|ing)?|waiting(?: for {IT})?|nagging(?: me)?)",
    rf"(?:just )?(?:wants?|needs?|wanted|needed|would like|'d like) (?:{IT}\b.*|the answer\b.*)",
    rf"(?:just )?(?:wants?|needs?|wanted|needed|would like|'d like) to know(?: {IT}| now| again)*",
    r"(?:is|are|'s|'re) on the (?:phone|line)|insists?|won'?t stop asking",
)
"""What others do: `my boss wants to know`, `people keep asking me`."""
FORGETTING = _or(
    rf"(?:(?:keep|always|just|totally|completely|clean) )*forg(?:et|ot|etting|otten)(?: {IT}| again| which| who)*",
    r"(?:can'?t|cannot|can not|couldn'?t|don'?t) (?:seem to )?(?:quite )?(?:find|remember|recall|tell|see|figure)"
    rf" ?{IT}?"
    r"(?: (?:out|anywhere|any ?more|myself|again|right now|offhand))*",
    rf"(?:do not|don'?t) (?:know|have a clue)(?: {IT}| any ?more)?|have no idea|never know|los[et] track",
    rf"(?:should|ought to) (?:really |probably )?know(?: {IT})?|looked everywhere",
    "(?:lost|mislaid|don'?t have) my notes?(?: here| with me)?",
)
WRITING = (
    r"(?:just )?(?:working on|writing(?: up)?|preparing|putting together|filling (?:in|out)|getting ready for|doing"
    r"|making|planning|updating|going through|tidying up|finishing|drafting|looking at|sorting out|typing up)"
    rf" (?:up |together )?{TO_PAPER}"
)
BEING = r"(?:(?:just|still|currently|only|right now|also|a bit|a little|quite|so) )*" + _or(
    r"in (?:an?|the|our|my|another)\b.*|on (?:an?|the|my) (?:train|bus|road|phone|call|way|move|break|other line)\b.*",
    r"with (?:an?|the|my)\b.*|new(?: here| at this| to this)?|back(?: from \w+)?|(?:at|away from) (?:the|my) desk",
    r"(?:double-?)?checking(?: \w+)?|confused|curious|wondering|asking(?: (?:for|on behalf of) .*)?",
    r"filling in(?: for .*)?",
    r"not sure(?: (?:about|which|what) .*)?|(?:trying|about|supposed) to .*|going to need (?:it|this|that)\b.*",
    "in a (?:rush|hurry)",
)
"""Behind `I'm`: where one is, and what one is at."""
THANKS = (
    r"(?:please and )?(?:thx|thanks|thank you|ta|cheers|ty)"
    r"(?: (?:a lot|a bunch|so much|very much|in advance|again|all|mate))*"
)
BESIDES = _or(
    r"(?P<story>my) (?:memory|head|brain|screen|laptop|computer|phone|battery|eyes|internet|connection|notes?)\b.*",
    r"(?:it'?s|it has|it is|has) been an?\b.*|long day|bad line(?: here)?|while i remember|before i forget|me again",
    r"just (?:got in|got back|got off .*|started|checking|curious|asking|wondering|a thought|for my (?:own )?\w+)",
    r"(?:(?:it'?s|it is|this is|quite|rather|really|very|a bit|kind of) )*urgent",
    r"(?:there'?s )?no (?:rush|hurry|stress|pressure)(?: at all)?|take your time|don'?t worry.*|one moment",
    rf"{IT}(?:'?d| would|'?ll| will) (?:really )?(?:help|be (?:great|good|helpful|lovely|useful|nice))"
    r"(?: (?:me|us|a lot|a bunch|so much|loads))*",
    rf"(?:much|greatly) appreciated|{THANKS}|if {IT}(?:'s| is)(?: ok| okay| possible| alright| fine)",
    r"hope (?:you|that|this|all)\b.*|help me out(?: here)?|another one|next(?: one)?|quick q",
    r"(?:have|got) a (?:quick |small |short )?question|(?:one )?(?:quick|small|short|last) (?:one|thing|question|q)",
)
OBJECT = _or(
    "it|this|that|these|those|them|him|her|you|someone|somebody|something|people|everyone|everybody",
    rf"my \w+(?: \w+)?|(?:{OWN} )+(?:\w+ )?{PAPER}|order to|early|soon|now|again|out|up|down|back|quickly",
)
NEEDING = _or(
    r"(?:(?:really|just|only|badly|also|actually) )*(?:need|want|have|ought|should|must|got|gotta|promised|tried|like"
    r"|meant|supposed|going|about)(?: to)? (?!be\b|see\b|know\b)\w+"
    rf"(?: {PLACING})?(?: {OBJECT}(?: {PLACING})?)*",
    rf"(?:need|want|must have|have to have|have to know)(?: {IT}| them| the answer| to know| to be sure)+"
    r"(?: (?:for|by|in|because|to|so|asap|now|soon)\b.*)?",
)
"""What one has to do, of which nothing is told but `it` and papers: more may be a condition."""
TELLING = re.compile(
    r"^(?:(?:so|and|but|because|cos|coz|cause|cuz|as|since|well|sorry|sry|apologies|it'?s because) )*"
    + _or(
        rf"{OTHERS} ?{ASKING}|(?:{HAVE} )?{FORGETTING}|(?:{AM} )?{WRITING}|{AM} {BEING}|{BESIDES}",
        "(?:asking|double-?checking|checking|wondering)(?: (?:for|on behalf of|something|this|that)\\b.*)?",
        "(?P<sorry>sorry|sry)(?: (?:if|for|about|to|that)\\b.*)?",
        "so(?: that)? (?:i|we) (?:can|know|could|don'?t|do not|may|will)\\b.*",
        rf"(?:(?:it'?s|it is|this is|that'?s) )?(?:all )?for {TO_PAPER}",
        r"(?:it'?s|it is|this is|need (?:it|this)|want (?:it|this)) for \w[\w ]*",
        rf"(?P<needing>(?:(?:i|we)(?:'ve|'d| have| would|'m| am| was)? )?{NEEDING})",
    )
    + "$"
)
DEED = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, ORDER_VERBS | CHANGE_VERBS)))})\b")
OF_PAPER = re.compile(rf"\b(?:{PAPER}|(?:around|about) {IT})$|\bmy\b")
ASKS = re.compile(
    r"^\W*(?:(?:so|and|or|but|now|um+|uh|well|ok|okay|please|pls|also|then) ,?)*"
    r"(?:(?:(?:by|in|on|at|for|until|till|of|since|from|with|to) )?"
    r"(?:what|which|who|whom|whose|when|where|why|how)(?:'?s|'?re)?|is|are|was|were|do|does|did|has|have|any\w*"
    r"|show|list|give|tell|can|could|need the|i need the|if you could)\b",
    re.IGNORECASE,
)
GAP = re.compile(r"\s*(?:,|;|\s[-\u2013\u2014]+(?=\s))\s*|\s*:\s+")
WHENEVER = re.compile(
    r"[\s,]*\b(?:if|when|whenever|once|as soon as) you(?:'?re| are|'?ve| have| get| got| find| can| could| had)*"
    r" (?:(?:an?|the|some|any|to spare|free|spare|quick|short) )*"
    r"(?:sec(?:ond)?s?|min(?:ute)?s?|mo(?:ment)?|chance|time|opportunity|free|ready|able)"
    r"(?: to spare)?(?=\s*(?:[,.?!;:)\u2013-]|$))",
    re.IGNORECASE,
)
"""`if you get a sec`, `whenever you're free`."""
LOOSE = re.compile(
    r"\s+(?:because|cos|coz|cause|cuz|as|so that|so)\s+(?P<why>(?:i|we|my|our|people|somebody|someone)\b[^,;?!]*)\W*$"
    rf"|\s+(?P<thanks>{THANKS}|asap)\W*$",
    re.IGNORECASE,
)
ASKING_BEHIND = re.compile(
    r"\s(?=(?:what|which|who|whom|whose|when|where|why|how)(?:'?s|'?re)?\b|(?:show|give|tell) me\b)", re.IGNORECASE
)
"""`my boss is asking which …`, without a comma."""
NAMES = re.compile(r"\d|(?<!^)\b(?!I\b|I')[A-Z]")


def without_remarks(text: str) -> str:
    """The sentence without what is told before and behind what it asks, where nothing is named in that."""
    text = WHENEVER.sub("", text)
    loose = LOOSE.search(text)
    if loose and asks(text) and (loose["thanks"] or is_remark("so " + loose["why"])):
        text = text[: loose.start()] + _closing(text)
    behind = ASKING_BEHIND.search(text)
    if behind and is_remark(text[: behind.start()]):
        text = text[behind.end() :]
    gaps = list(GAP.finditer(text))
    begin, end = 0, len(text)
    for gap in gaps:
        told = _told(text[begin : gap.start()])
        is_story = told is not None and bool(told["story"] or told["needing"] or told["sorry"])
        if told is None or (is_story and not asks(text[gap.end() :])):
            break
        begin = gap.end()
    while gaps and gaps[-1].start() > begin and asks(text[begin:]) and is_remark(text[gaps[-1].end() : end]):
        end = gaps.pop().start()
    return text[begin:end] + (_closing(text) if end < len(text) else "")


def asks(text: str) -> bool:
    """Whether it begins as a question does, or as what is to be shown."""
    return ASKS.match(text) is not None


def is_remark(text: str) -> bool:
    """Whether this is told of the person that asks, or of who else wants to know, and names nothing."""
    return _told(text) is not None


def _told(text: str) -> re.Match[str] | None:
    if NAMES.search(text.strip()):
        return None
    words = re.sub(r"[^\w' -]+", "", text.replace("\u2019", "'")).strip().casefold()
    told = TELLING.match(words)
    if told is None or not told["needing"] or not DEED.search(words):
        return told
    return told if OF_PAPER.search(words) else None


def _closing(text: str) -> str:
    return "?" if text.rstrip().endswith("?") else ""
