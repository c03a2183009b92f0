"""Plain words for what an offer, or its data, may call otherwise: general English, read by what is there."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from assistant.planner.english.stems import IRREGULAR, concept, stem

INSTEAD: tuple[str, ...] = (
    # persons
    "manager supervisor boss head lead leader chief director superior gaffer",
    "teacher tutor instructor trainer coach lecturer",
    "student pupil learner trainee participant",
    "doctor vet physician clinician surgeon gp consultant",
    "nurse carer caregiver",
    "client customer patron buyer",
    "member subscriber",
    "tenant renter lodger occupant occupier resident",
    "landlord proprietor",
    "staff worker employee crew personnel",
    "colleague workmate teammate coworker",
    "engineer technician mechanic fitter repairer handyman",
    "driver chauffeur courier",
    "requester reporter caller",
    "user customer requester",
    "agent assignee handler technician",
    "artist musician performer singer band",
    "chef cook",
    "server waiter waitress",
    "bartender barman barmaid",
    "guardian parent mum dad mother father mom",
    "captain skipper",
    "attendee participant delegate visitor guest",
    "child kid youngster junior",
    "adult grownup",
    "infant baby toddler newborn",
    "senior pensioner oap",
    "cleaner housekeeper",
    "receptionist clerk",
    "dog puppy pup pooch hound canine",
    "cat kitten kitty feline",
    "rabbit bunny",
    "horse pony mare",
    # places
    "room studio hall space classroom",
    "site location place premises",
    "branch shop store outlet office",
    "court pitch field",
    "warehouse depot store",
    "bay dock berth",
    "berth mooring",
    "building house property block",
    "flat apartment unit",
    "floor storey",
    "bathroom toilet loo washroom",
    "venue location place",
    "city town",
    "frozen freezer",
    "chilled fridge cooler refrigerated",
    # things
    "incident problem issue outage",
    "ticket case request issue problem incident query",
    "invoice bill tab",
    "order purchase",
    "parcel package packet",
    "shipment delivery consignment",
    "vehicle car van truck lorry motor wheels",
    "delivery truck lorry van",
    "task job chore todo duty errand",
    "job task repair assignment work",
    "position job role vacancy opening post",
    "boat vessel yacht ship",
    "aircraft plane airplane",
    "bus coach minibus",
    "device machine equipment hardware kit gear asset",
    "laptop notebook computer pc",
    "monitor screen",
    "part component spare",
    "item product article goods stuff",
    "stock inventory supply",
    "dish meal recipe food",
    "dessert pudding sweet afters",
    "starter appetizer appetiser",
    "drink beverage",
    "book title volume",
    "film movie",
    "photo picture image",
    "document file paper",
    "contract agreement",
    "licence license permit",
    "certificate qualification certification",
    "insurance policy cover",
    "lesson class session course",
    "course class workshop training",
    "exam test quiz",
    "grade mark score",
    "term semester",
    "timetable schedule rota roster",
    "appointment booking reservation slot visit",
    "booking reservation",
    "event function party occasion",
    "show performance gig production",
    "match game fixture",
    "tournament competition cup",
    "training practice",
    "notice announcement bulletin",
    "note remark comment memo",
    "complaint grievance gripe moan",
    "review feedback",
    "absence sickness leave",
    "holiday vacation leave",
    "vaccination jab vaccine immunisation immunization shot injection",
    "surgery operation procedure",
    "medication medicine drug pill meds",
    "allergen allergy",
    "dermatology skin",
    "dentistry dental tooth teeth",
    "cardiology heart",
    "checkup consultation examination",
    "treatment therapy",
    "instrument guitar",
    "voice vocals vocal singing",
    "electrical sparky electrics wiring",
    "carpentry chippy joinery woodwork",
    "donation gift",
    "exhibit artefact artifact object piece",
    "exhibition show display",
    "tour trip excursion outing",
    "subscription membership plan",
    "password login credentials",
    "network internet wifi",
    # how things are
    "broken faulty defective damaged kaput knackered bust dud",
    "blocked stuck jammed",
    "vacant empty unoccupied",
    "occupied busy engaged taken",
    "closed shut",
    "cancelled scrapped axed",
    "postponed deferred",
    "resolved solved fixed sorted closed",
    "completed finished done",
    "closed resolved finished",
    "pending waiting awaiting outstanding",
    "new unopened untouched unstarted",
    "progress underway ongoing",
    "urgent critical pressing emergency",
    "approved accepted okayed agreed",
    "rejected declined denied refused",
    "dispatched shipped sent",
    "delivered arrived received",
    "stolen nicked pinched",
    "unpaid outstanding owing unsettled",
    "active live current running",
    "suspended frozen paused",
    "vegetarian veggie meatless",
    "indoor inside indoors",
    "outdoor outside outdoors",
    "sick ill unwell poorly",
    "retired former ex",
    "beginner novice starter newbie",
    "advanced expert",
    "available loanable borrowable",
    # what is told of things
    "price cost fee charge rate tariff fare",
    "fee subscription dues",
    "salary pay wage earnings",
    "rent rental",
    "capacity seats places size",
    "duration length",
    "colour color shade",
    "brand make manufacturer maker",
    "birthday birthdate born",
    "postcode zip",
    "phone mobile cell cellphone telephone number",
    "extension dial",
    "deadline due",
    "priority urgency severity importance",
    "status state condition",
    "category kind type sort",
    "rating stars score",
    "level standard grade",
    "mileage odometer",
    "fuel petrol diesel",
    "quantity amount count",
    "language tongue",
    "skill ability speciality specialty expertise",
    "specialty specialism field",
    "department team unit",
    "reason cause why",
    "symptom complaint",
    "species animal",
    "position place rank standing",
    "result outcome score",
    "address street",
    "salary stipend",
    "prep preparation",
    "guests people heads persons diners covers",
    "attendance turnout",
    "players squad lineup",
    "origin provenance",
)
"""Words of which one may stand for another; a word may be in several lines, and the first that is known is taken."""


WHOLE = frozenset({"goods", "wheels", "covers", "stars"})
"""Such things, and not one of them: a good one is none of the goods."""
NO_KIND = frozenset({"working", "sitting"})
"""Who is working is at work, and no worker for that; what is sitting somewhere is no site."""


@cache
def _lines() -> dict[str, tuple[str, ...]]:
    lines: dict[str, tuple[str, ...]] = {}
    for line in INSTEAD:
        words = line.split()
        for word in words:
            others = (one for one in words if stem(one) != stem(word))
            key = _key(word)
            lines[key] = tuple(dict.fromkeys((*lines.get(key, ()), *others)))
    return lines


ENDINGS = {"ed": "ed", "ing": "ing", "ings": "ing", "er": "er", "ers": "er", "or": "er", "ors": "er"}


PLURALS = frozenset({"child", "man", "woman", "mouse"})


def _key(word: str) -> str:
    """What is `taken` is said otherwise than what somebody may take; a lodger is no lodge, and an opening not open."""
    is_past = word in IRREGULAR and IRREGULAR[word] not in PLURALS
    ending = "ed" if is_past else next((key for one, key in ENDINGS.items() if word.endswith(one)), "")
    return word if word in WHOLE else f"{stem(word)}{ending}"


def may_mean(word: str, kinds: Collection[str]) -> bool:
    """Whether it is an everyday word for things that are called otherwise: a trip is a tour."""
    return any(stem(one) in kinds for one in _lines().get(_key(word), ()))


def _is_doer(word: str) -> bool:
    """A trainer is not the training."""
    return word.removesuffix("s").endswith(("er", "or"))


def stands_for(word: str, keys: Collection[str]) -> bool:
    """Whether an everyday word may mean what is called by one of these stems."""
    return any(stem(one) in keys for one in _lines().get(_key(word), ()))


def known_instead(word: str, words: Collection[str], kinds: Collection[str], said: Collection[str]) -> str | None:
    """The word by which an offer, that has these words, or else its data, call what a word means.

    Where the data have the word itself, only the stem of a kind of things stands for it.
    """
    others, key = _lines().get(_key(word), ()) if word not in NO_KIND else (), stem(word)
    named = {stem(one): one for one in words if _is_doer(one) == _is_doer(word) or stem(one) != key}
    if not others or key in named or concept(key) in {concept(one) for one in named if one != key}:
        return None
    is_said = any(stem(one) == key for one in said)
    forms = {_key(one) for one in words}
    by_name = (one for one in others if (stem(one) in kinds if is_said else _key(one) in forms))
    by_value = (one for one in others if not is_said and {one, f"{one}s"} & set(said))
    return next(by_name, None) or next(by_value, None)
