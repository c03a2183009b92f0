"""A phrasebook of how people tell what has happened, and of what is then so: general English, as data."""

from __future__ import annotations

from assistant.planner.english.state import State, state
from assistant.planner.english.states import STATES

WHO = r"(?:it|them|him|her|this|that|those|(?:(?:the|a|an|his|her|their|our|my) )?\S+(?: \S+)?)"
BY = r"(?:on|by|over|via)(?: the| an?)?"
ALSO_EVENTS = frozenset({"absent", "lapsed", "refused", "agreed", "called off", "urgent", "being mended"})
"""States that are told of as what has happened."""

EVENTS: tuple[State, ...] = (
    state(
        "came",
        r"(?:walk(?:ed|s)?|come|came|comes|popp?ed|strolled|wandered|checked|signed) in",
        rf"(?:check|sign|buzz)(?: {WHO})? in|let {WHO} in",
        r"arrive[sd]?|(?:is|are|has|have) (?:just |now |finally )?(?:here|in)|(?:is|are|am) (?:just )?outside",
        r"(?:sitting|sat|waiting|is|are) (?:down )?(?:in|at) (?:the |our )?(?:waiting room|reception|lobby|front desk)",
        choices="arrived, checked in, here, present, attended, in attendance, on site; in house; in; received",
    ),
    state(
        "came back",
        rf"(?:brought|brings?|handed|hands?|gave|gives?|given|sent|dropped)(?: {WHO})? (?:back|in|off)",
        rf"(?:took|takes?|put|puts|got)(?: {WHO})? back",
        r"(?:came|come|comes|is|are|was|has come|got|finally|now) back(?: in| again)?|returned|returns?",
        rf"(?:check|book|sign) {WHO} back in",
        choices="returned, back, given back, brought back, handed back; in, checked in; available",
    ),
    state(
        "went out",
        r"tak(?:e|es|en|ing)|took|borrow(?:s|ed|ing)?|lent|lend|loaned|(?:went|goes|gone|going|handed|gave|signed) out",
        rf"(?:check|sign|book|hand|give|lend) {WHO} out|(?:give|hand|lend|issue) {WHO} to",
        r"(?:has|have|had) (?:grabbed|collected|got hold of)|grabs?",
        choices="out, lent, on loan, loaned, issued, borrowed, checked out, signed out, handed out, taken",
    ),
    state(
        "was paid",
        r"paid(?: up| in full| the rest| it all)?|(?:was|has|have|got|just|now) settled(?: up)?|settled(?: up)?",
        r"transfer+ed|wired|(?:the |their |his |her )?(?:money|payment|cash|transfer) (?:has |is |just |now |finally )*"
        r"(?:came|come|in|arrived|landed|through|cleared|here)(?: in| through)?",
        choices="paid, settled, paid in full, cleared, received",
    ),
    state(
        "was collected",
        rf"collect(?:ed|s)?|fetched|picked {WHO} up|picked up|came for {WHO}|handed(?: {WHO})? over",
        r"took (?:it|them) (?:away|home|along|with (?:him|her|them))",
        choices="collected, picked up, handed over, fetched, taken",
    ),
    state(
        "was delivered",
        r"delivered|dropped(?: it| them)? off|(?:was|were|got|has been|have been) (?:brought|delivered)",
        choices="delivered, dropped off, arrived, received",
    ),
    state(
        "was sent",
        r"sent(?: off| out)?|shipped|posted|(?:on|went on) (?:its|their) way|(?:has|have) left|went out|gone out",
        choices="sent, shipped, dispatched, despatched, posted, out for delivery, in transit, on the way, departed",
    ),
    state(
        "will not be",
        r"(?:can|could|will|would) not (?:\w+ )?(?:make|do|come|attend|play|join|go|manage|be there)(?: it)?",
        r"not (?:coming|going to (?:make it|come|happen)|happening|going ahead|needed(?: any ?more)?)|cancel(?:s|led)?",
        r"(?:called|calls?|calling|cried|cries|pulled|pulls|dropped|drops|backed|backs|bailed|bails)(?: \w+){0,2} "
        r"(?:off|out)",
        r"(?:does|do|did) not (?:want|need) (?:it|them|that|this|to come)(?: any ?more| now)?",
        r"changed (?:his|her|their|our|my) minds?",
        choices="cancelled, canceled, called off, withdrawn, dropped out",
    ),
    state(
        "broke",
        r"(?:got |been |is |are |was |were )?(?:crushed|smashed|cracked|dented|squashed|bashed|snapped|torn|tore|ripped"
        r"|broke|broken|breaks|scratched|bent|chipped|shattered|soaked|burst|wrecked|ruined|damaged|split|stained|soggy"
        r"|trampled|knocked over|fell apart|come apart|came apart|fell over|dropped)",
        choices="damaged, broken, defective, faulty; spoiled, spoilt; unusable, out of order, out of service",
    ),
    state(
        "went off",
        r"(?:is |are |was |were |has |have )?(?:out of date|past (?:its|their) (?:date|best|sell by)|gone (?:off|bad)"
        r"|went (?:off|bad)|mould\w*|moldy|rotten|rotting|stale|expires?|expired|sour)",
        choices="expired, out of date; spoiled, spoilt; unusable",
    ),
    state(
        "was lost",
        r"lost|missing|nowhere to be (?:found|seen)|(?:can|could) not (?:be found|find)|vanished|disappeared",
        choices="lost, missing",
    ),
    state("was stolen", r"stolen|stole|nicked|pinched|robbed|swiped", choices="stolen, theft; lost, missing"),
    state(
        "works again",
        r"(?:works?|working|runs?|running|good|fine|ok|okay|right) (?:again|fine|well|properly|now|as new|like new)",
        choices="working, operational, running, ready, available, ok, good",
    ),
    state(
        "was mended",
        r"(?:is|are|been|got|all|was|were|just|now) (?:fixed|mended|repaired|sorted)",
        choices="fixed, repaired, mended, resolved; working, operational, running; ready, available",
    ),
    state(
        "began",
        r"(?:has |have |is |are )?(?:started|begun|began|kicked off|under ?way|got going)",
        r"(?:is|are|am) (?:on it|working on it|at it)(?: now)?",
        choices="in progress, started, ongoing, underway, active, running",
    ),
    state(
        "ended",
        r"(?:is|are|was|all|now|got|been|just) (?:done|finished|completed?)|wrapped(?: it)? up|finished(?: with)?",
        choices="done, completed, finished, complete, closed",
    ),
    state(
        "was rung",
        r"rang|rung|ringing|phoned|telephoned|called|spoke (?:to|with)|voice ?mail|answer(?:ing)? ?(?:phone|machine)",
        rf"{BY} (?:phone|telephone|blower|line)",
        choices="phone, telephone, by phone, phone call, call, called, phoned",
    ),
    state(
        "was texted",
        r"texted|whats ?app(?:ed)?|sms|messaged",
        rf"(?:{BY}|sent(?: {WHO})?) (?:a )?text(?: message)?",
        choices="text, sms, text message; message; chat",
    ),
    state("was mailed", r"e ?mailed", rf"{BY} e ?mail", choices="email, e mail; mail"),
    state("was written to", r"wrote to|(?:a|by) letter|(?:by|in the) post", choices="letter, post, by post; mail"),
    state(
        "spoke to a machine",
        r"voice ?mail|answer(?:ing)? ?(?:phone|machine)|left(?: {WHO})?(?: a)? message|mailbox",
        choices="voicemail, left message, message left, answerphone, left voicemail",
    ),
    state(
        "was not reached",
        r"no (?:answer|reply|response|luck)|nobody (?:answered|picked up|there|in)|rang out|(?:did|does|do|would) not "
        r"(?:answer|pick up|collect|reply|respond)|(?:could|can) not (?:reach|get hold of|get through)(?: to)?",
        choices="no answer, no reply, no response, not reached, unreachable, unanswered; voicemail",
    ),
    state(
        "was reached",
        r"(?<!not )(?:spoke|talked|got through) (?:to|with)|(?<!not )got hold of|(?<!not )reached",
        choices="reached, spoken to, spoke, spoken, contacted, talked",
    ),
    state("in cash", r"cash|coins|notes and coins", choices="cash"),
    state("by card", r"(?:by|on|with) (?:the |a |his |her |their |debit |credit )*card|contactless", choices="card"),
    state(
        "by transfer",
        r"transfer+ed|wired|bank(?:ed)?|(?:by|a) (?:bank )?transfer|bacs",
        choices="transfer, bank transfer, bank, wire",
    ),
    state(
        "fell ill",
        r"(?:is|are|was|feels?|feeling|off|called in|rang in|been)(?: \w+)? (?:sick|ill|unwell|poorly|rough)",
        r"(?:has|have|got|with) (?:a |the )?(?:flu|cold|bug|fever|temperature|migraine)|down with",
        choices="sick, ill, illness, sickness, unwell",
    ),
    *(one for one in STATES if one.name in ALSO_EVENTS),
)
"""Of what is said in the same place, the longer goes before the shorter."""
