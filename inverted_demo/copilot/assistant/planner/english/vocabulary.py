"""General English that the planner brings along: it has no word of any server's domain."""

from __future__ import annotations


def wordset(text: str) -> frozenset[str]:
    """The words of a text, in no order."""
    return frozenset(text.split())


WH = wordset("what which who whom whose when where why how")
AUXILIARIES = wordset(
    "is are was were am be been do does did has have had can could will would shall should may might must"
)
NEGATIONS = wordset("not no never without except nobody none nothing neither nor non isnt arent")
PRONOUNS = wordset(
    "theirs it its this that these those they them their he she him her his hers one ones both former latter"
)
PERSONAL = wordset("i me my mine myself we us our ours you your yours")
ARTICLES = wordset("the a an some any every each all")
PREPOSITIONS = wordset(
    "of in on at by for from to with about into onto over under above below between among during since until "
    "after before within per as than like against through via around near"
)
FILLERS = wordset(
    "please now then also just kindly currently right still yet already ever there here and or but if so too "
    "thanks thank hello hi hiya hey ok okay well really actually exactly maybe perhaps quick quickly again soon only "
    "back thing things anything something everything anyone someone everyone anybody somebody stuff kind sort way lot "
    "more most less least many much few fewer other others another else same such out up off aside that's let "
    "today tomorrow yesterday tonight week month year day ago last next first second third "
    "go going get got getting gets make know need needs needed want wants would look looks looking "
    "um uh uhm er erm hmm rn atm btw asap fyi lol lately recently far wise days coming utc gmt like wrong work works "
    "compared versus vs down bit slightly little "
    "doing come use used using see think mean means be being him myself sir everybody instead person persons people "
    "anyway anyways anyhow guy guys gentleman lady ladies fellow chap though honestly basically simply "
    "somehow somewhere later wondered wondering supposed noted recorded logged entered "
    "whether whoever whomever anywhere everywhere "
    "mr mrs ms frau herr interested plate moment detail details information info overview summary "
    "situation thing matter question regarding "
    "concerning called named name id number whole entire full complete list lists total altogether together "
    "completely totally entirely absolutely fully utterly definitely certainly probably possibly usually normally "
    "obviously literally hopefully unfortunately sadly dr prof mx mister missus "
    "available exist exists existing present given certain various several different overall"
)
STOPWORDS = WH | AUXILIARIES | NEGATIONS | PRONOUNS | PERSONAL | ARTICLES | PREPOSITIONS | FILLERS
READ_VERBS = wordset(
    "show list give display tell find get fetch see view search look check count describe summarize summarise "
    "compare explain read print name enumerate lookup report say inspect browse sort rank calculate compute "
    "convert query retrieve bring pull"
)
CHANGE_VERBS = wordset(
    "set change update put make mark move turn switch edit modify alter adjust bring declare flag get "
    "raise lower increase decrease reduce"
)
"""Verbs that say only that something is to be different; what, their objects say."""
LOOSE_VERBS = wordset("give hand pass shift switch swap bump pop stick push pull slot take flip toggle")
"""Verbs that say as little, where no tool is called so."""
ORDER_VERBS = wordset(
    "bake clean cook drive feed fly hang paint refund rent ring wash wipe fine reward "
    "acknowledge ack add answer approve archive arrange assign attach begin block book borrow buy call cancel charge "
    "clear close comment complete confirm copy create cut decline decrease delete deploy disable discard dismiss drop "
    "email enable end erase escalate export extend file finish fire fix forward free grant halt hide highlight hire "
    "hold import increase insert install invite irrigate issue join kill launch leave lend link lock log lower mail "
    "merge message mute notify open order pause pay pick place plan play point post postpone prolong promote publish "
    "purchase put raise reactivate reassign reboot record refill register reject release remind remove rename renew "
    "reopen repair replace reply report request reschedule reserve reset resolve restart restore resume retry return "
    "revert revoke roll run save schedule send share ship shut skip snooze solve start stop store submit subscribe "
    "suspend swap sync tag take terminate transfer translate trigger undo unlock unpause unsubscribe upgrade upload "
    "wake warn water withdraw write freeze park shelve thaw unfreeze enrol enroll delegate scrap outline circle "
    "ping text phone sign knock shave trim deduct subtract"
)
DELETE_VERBS = wordset("delete remove erase drop discard kill")

WORKING: tuple[tuple[str, ...], ...] = (("works", "on"), ("working", "on"), ("work", "on"), ("worked", "on"))
"""Of a person who is asked for, that they are a member; of one who is named, what they have in hand."""

SUPERLATIVES: dict[str, tuple[str, bool]] = {
    "slowest": ("latency duration seconds time transit", True),
    "fastest": ("latency duration seconds time transit", False),
    "quickest": ("latency duration seconds time transit", False),
    "busiest": ("requests traffic load visits events calls count", True),
    "quietest": ("requests traffic load visits noise count", False),
    "biggest": ("size volume capacity amount area members count total", True),
    "largest": ("size volume capacity amount area members count total", True),
    "smallest": ("size volume capacity amount area members count total", False),
    "longest": ("length duration pages minutes hours", True),
    "shortest": ("length duration pages minutes hours", False),
    "cheapest": ("price cost fee fare rent tariff rate charge budget", False),
    "priciest": ("price cost fee fare rent tariff rate charge budget", True),
    "furthest": ("progress distance kilometres km miles mileage", True),
    "roomiest": ("seats beds area size capacity", True),
    "youngest": ("age", False),
    "costliest": ("price cost fee fare rent tariff rate charge budget", True),
    "dearest": ("price cost fee fare rent tariff rate charge budget", True),
    "hottest": ("temperature", True),
    "warmest": ("temperature", True),
    "coldest": ("temperature", False),
    "coolest": ("temperature", False),
    "driest": ("moisture humidity water", False),
    "wettest": ("moisture humidity water", True),
    "heaviest": ("weight mass", True),
    "lightest": ("weight mass", False),
    "tallest": ("height", True),
    "highest": ("height altitude", True),
    "deepest": ("depth", True),
    "nearest": ("distance", False),
    "closest": ("distance", False),
    "farthest": ("distance", True),
    "brightest": ("brightness light", True),
    "darkest": ("brightness light", False),
    "strongest": ("strength power abv alcohol", True),
    "fullest": ("level fill occupancy", True),
    "emptiest": ("level fill occupancy", False),
    "best": ("rating score uptime", True),
    "worst": ("rating score uptime", False),
}
"""Which measure an adjective is about, and whether the most of it is meant."""

PAIRED_ADJECTIVES: dict[str, tuple[str, bool]] = {
    "expensive": ("price cost fee fare rent tariff budget", True),
    "reliable": ("uptime", True),
    "available": ("uptime availability", True),
    "stable": ("uptime", True),
    "popular": ("loans borrowed visits plays downloads rating", True),
    "busy": ("requests traffic load visits events calls count", True),
    "loaded": ("requests load", True),
    "delayed": ("overdue delay", True),
    "late": ("overdue delay", True),
    "advanced": ("progress", True),
    "errors": ("error", True),
}
"""What "the most …" and "the least …" are about, where it is no field's name."""

NEWEST = wordset("latest newest last recent")
OLDEST = wordset("oldest earliest first")
SEARCHING = wordset(
    "mention mentions mentioned mentioning about search say says said saying write wrote written writes posted "
    "ask asks asked asking complain complains complained complaining complaint complaints talk talked talking "
    "comments comment discuss discussed topic regarding containing contains post note wrote"
)
"""Words that look for words."""
ME_WORDS = wordset("current me my self whoami profile account user signed logged")
PERSON_WORDS = wordset(
    "person people owner author lead leader member members user assignee borrower reader customer guest contact "
    "who whom by manager patron speaker employee driver host doctor patient artist teacher student "
    "boss chief captain colleague call mechanic agent nurse pilot coach chef clerk recipient addressee applicant "
    "tenant technician"
)
PLACE_WORDS = wordset(
    "station stop district region town village country street floor branch depot warehouse garage bay rack aisle gate "
    "location address place room shelf city building site area zone position centre center venue hall studio"
)
QUERY_WORDS = wordset("query text search q term terms keyword keywords phrase find words contains match question topic")
FREE_TEXT_WORDS = wordset("note notes reason comment message body content remark text description explanation memo why")
SINCE = wordset("since joined started hired founded opened employed registered enrolled admitted moved")
LIMIT_WORDS = wordset("limit top count size max results first per page n")
PAGE_WORDS = wordset("offset cursor page skip start after from token")
SORT_WORDS = wordset("sort order by sorting ordering")
UNIT_WORDS = wordset(
    "ms milliseconds seconds secs minutes mins hours days weeks percent pct usd eur gbp kg grams km meters metres cm "
    "mm only include including just show c celsius fahrenheit litres liters ml in of at by on is has the date per"
)
MONTH_WORDS = wordset(
    "january february march april june july august september october november december feb aug sept oct nov dec"
)
