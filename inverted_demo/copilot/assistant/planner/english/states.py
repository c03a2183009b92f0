"""A phrasebook of how people speak of the states that the things of a business are in: general English, as data."""

from __future__ import annotations

from assistant.planner.english.state import State, state
from assistant.planner.english.whereabouts import WHEREABOUTS

IS = r"(?:is|are|was|were|be|been|has|have|had|gone|got|do|does|did)"
NOT = r"(?:not|never)"
THEM = r"(?:it|them|him|her|us|me|that|this|those|(?:the|their|his|her|our|my|an?) \w+)"
THEIRS = r"(?:an? |the |their |her |his |any )?"
BACK = r"(?: back)?(?: (?:to|from|by) (?:us|them|him|her))?(?: (?:on|about|from))?"
DOORS = r"(?:door|house|building|gate|yard|shop|premises)"
PLACES = r"(?:room|spaces?|places?|seats?|spots?|slots?|tickets?|beds?|berths?|tables?|capacity)"

STATES: tuple[State, ...] = (
    state(
        "absent",
        rf"(?<!still )(?:{NOT}|failed to|no)(?: even| actually| bothered to| bother to)? "
        r"(?:arrived?|show(?:ed|n)?|shows|appear(?:ed)?|attend(?:ed)?|come|came|make it|made it)"
        r"(?! (?:yet|in|on|back|me|us|the)\b)",
        r"noshows?",
        r"stood (?:us|me) up",
        r"missed (?:their|his|her) \w+",
        rf"{IS} not there",
        choices="no show, noshow, missed, did not attend, did not show, not attended, failed to attend, dna, absent, "
        "unattended",
        flags="missed absent noshow",
        unflags="attended showed came",
    ),
    state(
        "lapsed",
        rf"{IS}(?: already| just| since| now)? expire[sd]?(?! (?:of|on|in)\b)(?: already)?",
        r"expired|lapsed",
        r"(?:gone )?out of date",
        r"not valid(?: any more| anymore)?",
        r"past (?:its|their) (?:expiry(?: date)?|best|sell by(?: date)?)",
        choices="expired, lapsed, out of date, run out, invalid",
        flags="expired lapsed",
        unflags="valid",
        moments="expires expiry expiration expire valid renewal renew until due end ends",
    ),
    state(
        "past its date",
        r"(?:gone |well |long )?(?:past|beyond) (?:its|their|the) dates?",
        choices="overdue, late; expired, lapsed, out of date",
        flags="overdue late expired lapsed",
        figures="late overdue delayed",
        moments="expires expiry expiration expire due deadline promised expected until end ends",
        is_open=True,
    ),
    state(
        "lapsing",
        r"(?:about|due|going|soon|close) to expires?",
        r"expires?(?: \w+)? (?:soon|shortly|any day)(?: now)?",
        r"soon expires?",
        r"(?:up|due) for renewal",
        r"(?:coming|about) to (?:an|the|their|its) end",
        moments="expires expiry expiration expire valid renewal renew until ends end",
        side="soon",
    ),
    state(
        "kept too long",
        rf"(?:kept|keep|keeping|had|held|holding|out|here|taking|taken|been)(?: {THEM})?(?: out| for| here)? "
        r"longer than "
        r"(?:\w+ )?(?:promis\w+|agreed|planned|supposed to|said|should\w*|allowed)(?: to| (?:it|them|they|he|she))?",
        r"(?:past|over|beyond|missed|gone past|later than) (?:the |its |their |a )?"
        r"(?:promised|due|agreed|return|deadline)(?: date| day| time)?",
        r"not (?:in |on )time",
        r"taking too long",
        choices="overdue, late, delayed, behind",
        flags="overdue late delayed",
        figures="late overdue delayed delay behind",
        moments="due deadline promised expected eta return back scheduled by",
        is_open=True,
    ),
    state(
        "not here in time",
        r"overdue to arrive",
        choices="overdue, late, delayed",
        flags="overdue late delayed",
        figures="late overdue delayed delay",
        moments="expected eta arrival arrives arriving",
        is_open=True,
        is_arriving=True,
    ),
    state(
        "late",
        r"(?<!how )(?:overdue|late|delayed|behind|slipped|slipping|past due)",
        moments="due deadline promised expected eta return back",
        is_open=True,
    ),
    state(
        "behind with paying",
        r"(?:behind|overdue|late) (?:with|on|in)? ?(?:\w+ )?"
        r"(?:pay|pays|paying|payments?|rents?|fees?|bills?|money|dues|instal\w+|invoices?|subs|subscriptions?)"
        r"(?: us| me)?(?: money)?",
        r"in arrears",
        r"not paid(?: us)?(?: in| on) time",
        r"late payers?",
        choices="overdue, late, in arrears, arrears, past due, behind",
        flags="overdue late arrears",
        figures="overdue late arrears",
    ),
    state(
        "part paid",
        r"(?:part|partly|partially|half) paid",
        r"paid (?:only |just )?(?:some|part|half|a bit|a deposit)(?: of (?:it|them|\w+ \w+))?",
        choices="part paid, partly paid, partially paid, partial, deposit paid",
    ),
    state(
        "not sent",
        rf"{NOT} (?:gone |been |yet |even )*"
        rf"(?:out(?: of| off)?(?: the| our| your)? {DOORS}|left(?: the \w+| us)?|gone(?: out)?|sent(?: out| off)?"
        r"|shipped|dispatched|despatched|posted|on (?:its|their) way)(?: yet)?",
        rf"still (?:in|inside|sitting in) (?:the |our )?{DOORS}",
        r"still (?:to go|to be sent|have to go|has to go)(?: out)?",
        short_of="shipped dispatched despatched sent posted departed left delivered delivering collected handed",
        flags="unsent unshipped",
        unflags="sent shipped dispatched posted",
        is_open=True,
    ),
    state(
        "awaited",
        r"(?:still )?(?:coming|due|expected) in",
        r"(?:still )?on (?:its|their|the) way(?: in| here| to us)?",
        r"still (?:coming|expected|to arrive|to come)(?: in)?",
        r"incoming|inbound",
        rf"{NOT} (?:yet )?(?:here|come in|come)(?: yet)?",
        rf"{NOT} arrived yet",
        r"(?:still )?(?:waiting|wait) (?:for|on)$",
        choices="announced, expected, incoming, inbound, in transit, on the way, on its way, en route, awaited, "
        "due in, underway; ordered",
        moments="expected eta arrival arrives arriving",
        side="told",
        is_arriving=True,
    ),
    *WHEREABOUTS,
    state(
        "ready",
        r"(?:(?:done|finished|ready|complete|completed|there)(?: and| but)? )?(?:(?:just|now|only|still) )?"
        r"(?:wait(?:s|ing)|await(?:s|ing)|sitting here)(?: for| to| on)?(?: \w+){0,3}? (?:to )?"
        rf"(?:be )?(?:collect(?:ed|ion)?|pick(?:ed)?|fetch(?:ed)?|hand(?:ed)?|pickup)(?: {THEM})?(?: up| over| out)?",
        rf"ready(?: (?:to go|to leave|to collect|to be \w+|for {THEM}|for collection|for collect))?",
        r"(?:can|could) be (?:collected|fetched)",
        choices="ready, awaiting collection, awaiting pickup, to collect, for collection, for pickup; "
        "completed, finished, done, complete",
        flags="ready",
    ),
    state(
        "unanswered",
        rf"(?:still )?(?:wait\w*|await\w*) "
        rf"(?:to hear|for {THEIRS}(?:answer|reply|response|decision|feedback|go ahead|word)|for (?:an? )?(?:yes|no)"
        rf"|for {THEM} to (?:\w+ )?(?:answer|reply|respond|decide|get back|come back|say))"
        rf"{BACK}",
        rf"{NOT} (?:\w+ )?(?:hear|heard|answered|replied|responded|decided|got back|come back|said){BACK}(?: yet)?",
        rf"(?:no|without an?) (?:answer|reply|response|decision)(?: yet)?|unanswered{BACK}",
        choices="awaiting answer, awaiting reply, awaiting response, awaiting decision, awaiting approval, unanswered, "
        "pending answer, pending reply; sent, offered, quoted, proposed, submitted, invited; pending, waiting",
        flags="unanswered",
        unflags="answered replied",
    ),
    state(
        "refused",
        r"(?:said|says?|saying|answered|replied) no(?: thanks)?",
        rf"turn(?:ed|s)?(?: {THEM})? down",
        r"(?:is|are|was|were) not interested",
        r"knocked(?: \w+)? back",
        choices="declined, refused, turned down, not interested; denied, rejected; no",
        flags="declined refused",
    ),
    state(
        "urgent",
        r"urgent(?:ly)?|pressing|top priority",
        choices="urgent, critical, emergency, immediate, asap; express, rush; high, highest, very high",
        flags="urgent rush express emergency",
    ),
    state(
        "agreed",
        r"(?:said|says?|saying|answered|replied) yes",
        r"(?:is|are) (?:on board|up for it)",
        choices="accepted, agreed; confirmed, attending; approved; yes",
        flags="accepted agreed confirmed",
    ),
    state(
        "called off",
        r"(?:called|pulled|backed|dropped|bailed|cried)(?: (?:it|them))? (?:off|out)",
        r"(?:is|are|was|were) not (?:happening|going ahead|taking place)",
        r"(?:fell|fallen) through",
        choices="cancelled, canceled, called off, withdrawn, dropped out",
        flags="cancelled canceled withdrawn",
    ),
    state(
        "still open",
        r"(?:still|yet) (?:open|outstanding|unfinished|going|unresolved|undone)",
        r"(?:still|yet) (?:to do|left to do|to be (?:done|finished))",
        rf"(?:still )?{NOT} (?:been )?(?:dealt with|sorted|seen to|handled|done|finished|taken care of) yet",
        rf"still {NOT} (?:been )?(?:dealt with|sorted|seen to|handled|done|finished|taken care of)",
        r"left to do|still on (?:the|our) list",
        r"still (?:just )?(?:sitting|lying|hanging|waiting)(?: (?:there|here|around|about|in the queue))?",
        choices="open",
        flags="open unfinished outstanding",
        unflags="done finished completed closed resolved",
        is_open=True,
    ),
    state(
        "going on",
        r"right now|atm|at the moment|currently|at present|these days|presently",
        choices="open; active, ongoing, in progress, running, current, live",
    ),
    state(
        "nearly out",
        r"(?:nearly|almost|practically) (?:out|gone|full|expires?|finished|empty)(?: of)?",
        r"(?:about|going) to expires?(?: of)?",
        r"not (?:much|many)(?: \w+)? left|down to (?:the|our) last(?: few)?",
        r"(?:getting |running )?low(?: on)?|(?:running |run )?short of",
        r"(?:below|under|beneath) (?:its|their|the|our) (?:re ?order|minimum|min|safety|target)"
        r"(?: (?:level|stock|point))?",
        r"needs? (?:re ?order|re ?stock|topp|top)(?:ing|ed)?(?: up)?|to be (?:reordered|restocked)",
        r"need(?:s|ed)? to (?:re ?order|re ?stock|top up|stock up on)",
        choices="low, low stock, running low, nearly out, almost out, reorder, almost full, nearly full",
        flags="low",
        room="little",
        is_counted=False,
    ),
    state(
        "none left",
        r"(?<!how )full(?: up)?|all gone|none left|not any left|out of stock|(?:fully|all) booked(?: up)?|all taken",
        r"(?:is|are|was|were|has|have|had) (?:\w+ )?(?:out of|expires?(?: of)?)(?: already)?",
        choices="sold out, out of stock, full, fully booked, unavailable, none left",
        flags="full soldout",
        room="none",
        is_counted=False,
    ),
    state(
        "room left",
        rf"(?:still )?(?:has|have|with|got|had|having|any)(?: a| any| some)?(?: \w+)? {PLACES}"
        r"(?: left| free| available| remaining| open)?",
        rf"{PLACES} (?:left|free|available|remaining)",
        r"(?:is|are) not (?:full|expires?)(?: yet)?",
        r"can (?:\w+ )?still (?:join|book|get in|sign up|enrol|enroll|go on)",
        choices="open, available, not full, places left",
        unflags="full soldout",
        room="some",
        is_counted=False,
    ),
)
"""Longer words that are said of a state go before shorter ones; of two of the same length, the first."""
