"""What people say besides: greetings, thanks, excuses and wishes, which ask and order nothing."""

from __future__ import annotations

import re

GREETING = re.compile(
    r"^(?:hi|hiya|heya|hullo|hello|hey|(?:good )?(?:morning|day|afternoon|evening)|greetings|howdy)"
    r"(?: (?:there|all|everyone|everybody|team))?$"
)
THANKS = re.compile(
    r"^(?:(?:many )?thanks|thank you|thx|cheers|great|perfect|cool|nice|ok|okay|bye|goodbye)"
    r"(?: (?:a lot|so much|very much|you|thanks|thank you|that is all|that's all|for now|bye|again|in advance))*$"
)
SIGHS = r"(?:(?:oh|ah|hm+|oops|whoops|wow|ugh|argh|damn|hey|hi|hiya|hello|so|and|but|well|no|wait|ok|okay) )*"
ASIDES = (
    r"(?:i am |i'm |im )?(?:so |very |really )?sorry(?: about that| for that| again)?",
    r"actually(?: (?:no|nope|yes|wait))?|(?:no|oh|hm+) (?:wait|actually)",
    r"my (?:bad|mistake|fault)|apologies|oops|whoops|wrong one|i made a mistake",
    r"(?:(?:that|this|it) (?:was|is)|that's|thats)(?: my| a| the| all| totally| just| very| so)?"
    r" (?:wrong|mistake|error|not right|not what i (?:meant|wanted)|accident|nonsense|all|great|good|bad|awful|annoying"
    r"|weird|strange|nice|fine|ok|okay|helpful|perfect)",
    r"(?:i )?hope (?:you|all|everything|this|that)\b.*|how are you(?: doing)?(?: today)?|nice to (?:see|meet) you",
    r"(?:just )?(?:a |one )?(?:quick |short |small |other |more |last )+(?:question|thing|request|one)(?: please)?",
    r"(?:i have|i've|ive) (?:a|another|one more)(?: quick| short)? question|i need your help|let me think|one moment",
    r"(?:oh )?dear(?: me)?|i see|i am afraid|i'm afraid|lovely|wonderful|brilliant|got it|understood|all ?right",
    r"(?:i am |i'm )?sorry to (?:bother|disturb|trouble) you.*|that(?:'s| is) (?:good|nice|great|sad) to (?:hear|know)",
    r"poor thing|what a (?:day|mess|pity|shame)|bear with me|long story short",
    r"no (?:worries|problem|rush|hurry)",
    r"(?:be )?(?:quick|quickly|fast|asap|hurry(?: up)?)|(?:it is |it's |its )?(?:quite |really |very )?urgent"
    r"|as (?:soon|quickly|fast) as (?:possible|you can)|in a (?:hurry|rush)",
    r"(?:you are|you're|youre) (?:great|the best|wonderful|a star)|much appreciated",
)
ASIDE = re.compile(rf"^{SIGHS}(?:{'|'.join(ASIDES)})(?: (?:please|though|anyway))?$")

SENTENCES = re.compile(r"[.,!?;\n]|[:;]-?[)D]")


def is_greeting(text: str) -> bool:
    return GREETING.match(_words(text)) is not None


def is_thanks(text: str) -> bool:
    return THANKS.match(_words(text)) is not None


def is_aside(text: str) -> bool:
    parts = [words for part in SENTENCES.split(text) if (words := _words(part))]
    return bool(parts) and all(GREETING.match(one) or THANKS.match(one) or ASIDE.match(one) for one in parts)


def is_small_talk(text: str) -> bool:
    return is_greeting(text) or is_thanks(text) or is_aside(text)


def _words(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9']+", text.casefold().replace("\u2019", "'")))
