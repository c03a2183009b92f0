"""How people say where persons and things are: away, on their way in or out, with nobody in them, or being mended."""

from __future__ import annotations

from assistant.planner.english.state import State, state

MENDING = (
    "workshop, in workshop, at workshop, in repair, in for repair, under repair, being repaired, repair, "
    "in maintenance, under maintenance, maintenance"
)
DEAD = "off road, out of service, out of order, out of action, unavailable, broken, defective, faulty, down"

WHEREABOUTS: tuple[State, ...] = (
    state(
        "arriving",
        r"(?:com(?:e|es|ing)|check(?:s|ing)?|mov(?:e|es|ing)|due|expected|booked) in",
        r"arriv(?:es|ing)|(?:will|to|should) arrive",
        moments="arrival arrives arriving checkin starts start begins expected",
        side="at",
    ),
    state(
        "leaving",
        r"(?:check(?:s|ing)?|mov(?:e|es|ing)|due|go(?:es|ing)?|head(?:s|ing)?) out(?! (?:of|to|with)\b)",
        r"(?:leaves|leaving|(?:who|to|will|do|does|that) leave)(?! (?:from|to|for)\b)",
        r"depart(?:s|ing)?|go(?:es|ing)? home",
        moments="departure departs departing leaves leaving checkout",
        side="at",
    ),
    state(
        "away",
        r"(?:off|away)(?: on)?(?: leave| holidays?| sick)?",
        r"not (?:in|at work|working|around|here)(?: today)?",
        r"(?:on )?(?:leave|sick leave|holidays?)",
        choices="away, off, on leave, leave, on holiday, holiday, vacation, sick, absent, off duty, off sick, "
        "not working",
        flags="away absent off leave",
        unflags="present working",
        moments="away leave absent absence off holiday vacation",
        side="around",
    ),
    state(
        "at work",
        r"working(?: today)?|at work|on (?:duty|shift)|in work",
        choices="in, at work, on duty, on shift, present, working",
        flags="present working",
    ),
    state(
        "here",
        r"(?:actually|really|right|still|already|physically) (?:here|in)(?: (?:now|right now|at the moment))?",
        r"(?:is|are|was|were) (?:in|here)(?=\W*$)|on the premises|in the (?:building|house)|to hand",
        choices="in store, in stock, in house, on site, on shelf, on the shelf, at home, here, present; available",
        flags="present available",
    ),
    state(
        "empty",
        r"(?:standing |lying |still |currently )?(?:empty|vacant|unoccupied|unlet)",
        r"(?:still )?(?:going begging|up for grabs|to be had|going spare)"
        r"|(?:not|nobody) (?:living |staying |sitting )?in (?:it|them|there)|not occupied|not let(?: out)?(?: yet)?",
        r"(?:can|could|may|to) (?:still )?be (?:hired|rented|borrowed|booked|reserved|lent|let)(?: out)?"
        r"|for (?:hire|rent|loan)",
        choices="vacant, empty, unoccupied, unlet, not let; free, available",
        flags="vacant empty unoccupied free available",
        unflags="occupied taken let",
    ),
    state(
        "being mended",
        r"(?:in|at) (?:the |a |our )?(?:garage|workshop|repair shop|menders|mechanics?)(?: being \w+)?",
        r"(?:in|out|away|off|gone) (?:for|getting|being) (?:a |some )?"
        r"(?:repairs?|repaired|fix|fixed|mended|fixing|mending|servic\w+|maintenance)",
        r"being (?:repaired|fixed|mended|serviced|worked on)|under repair",
        choices=f"{MENDING}; {DEAD}",
        flags="repair maintenance workshop",
    ),
    state(
        "out of use",
        r"off (?:the )?road|(?:laid|tied) up|out of (?:action|use|commission|service|order)",
        r"not (?:usable|drivable|roadworthy|fit for use|in use|in service)|not (?:be used|run|running|go)",
        choices=f"{DEAD}; {MENDING}",
        flags="broken down defective",
    ),
)
