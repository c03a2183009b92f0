"""Ways to say what is not meant, all read as `besides`: `leaving out the late ones`, `minus Ada's`, `skip the rest`."""

from __future__ import annotations

import re

from assistant.planner.english.spans import QUOTED

LEAVING = (
    r"(?:except(?: for)?|excepting|with the exception of|exclud(?:ing|e)|leav(?:ing|e) out|leav(?:ing|e) aside"
    r"|(?:not|without|don'?t|do not) (?:count(?:ing)?|includ(?:ing|e))|disregard(?:ing)?|ignor(?:ing|e)|omit(?:ting)?"
    r"|skip(?:ping)?|forget(?: about)?|minus(?! ?\d)|barring|other than|aside from|apart from|besides|bar(?= the\b))"
)
IF_YOU = r"(?:if (?:you|we|i) )?"
BEFORE = rf"(?:(?:please|ok(?:ay)?)[, ]+)?{IF_YOU}{LEAVING}"
LED = re.compile(
    rf"^{BEFORE} (?P<what>[^,:;.?!\u2013]{{2,80}}?)(?:[,:;.!]| -| \u2013)\s+(?P<rest>(?=\w)[^.!]*\?*)$", re.IGNORECASE
)
"""`Leaving out the late ones, which are …?`"""
WITHIN = re.compile(
    rf"(?<=\w)(?:\s*,\s*|\s+-\s+|\s+)(?:(?:but|and|only)\s+)?(?:please\s+)?{IF_YOU}{LEAVING}"
    r"(?= (?!it\b|this\b|that\b(?! (?:is|are|was|were|has|have)\b)|me\b|you\b))",
    re.IGNORECASE,
)
ALL_BUT = re.compile(r"\b((?:all|every\w*|any\w*|nothing|nobody|no one)(?: \w+)?) but (?=(?:the|those|for)\b|[A-Z])")
NOT_THOSE = re.compile(r"(?<=\w),? (?:only|just) not (?=the\b|those\b|[A-Z])", re.IGNORECASE)
BUT_NOT = re.compile(r"(?<=\w),? but not (?=the\b|those\b|[A-Z])")
SEVERAL = re.compile(r"\b(?:all|every|each|both|which|what)\b", re.IGNORECASE)
ELSE = re.compile(r"(?<=\w) else\b", re.IGNORECASE)
ASKING = re.compile(
    r"\?\s*$|\b(?:who|whose|what|which|how|when|where|whats|whos|is|are|list|show|give|tell)\b|(?<=\w)['\u2019]s\b",
    re.IGNORECASE,
)


def with_besides(text: str) -> str:
    """What is left out goes behind what is asked; what is quoted stays as it is."""
    if QUOTED.search(text):
        return text
    if (led := LED.match(text.strip())) is not None and ASKING.search(led["rest"]):
        rest = led["rest"].rstrip(" ?")
        return f"{rest} besides {led['what']}{led['rest'][len(rest) :]}"
    text = NOT_THOSE.sub(" besides ", text)
    text = BUT_NOT.sub(" besides ", text) if SEVERAL.search(text) else text
    said = ALL_BUT.sub(r"\1 besides ", WITHIN.sub(" besides", text))
    return ELSE.sub("", said) if " besides " in said else said
