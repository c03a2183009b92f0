"""Common words of English: whatever an offer is about, none of them is a misspelt one of its words."""

from __future__ import annotations

import re

from assistant.planner.english.events import EVENTS
from assistant.planner.english.stems import stem
from assistant.planner.english.vocabulary import wordset

COMMON = wordset(
    "ability above abroad absolutely accident account ache act afford afraid afternoon age agree ahead aim air alarm "
    "alive alone along aloud always amazing amount ancient angry animal announce annoy anxious apart apologise appeal "
    "appear apple apply approach area argue arm army around arrange art aside asleep attach attack attempt attend "
    "attention attract aunt autumn avoid awake award aware away awful awkward baby bad badly bag bake balance ball "
    "band bang bank bar bare bark barn base basic basket bath beach bean bear beard beat beautiful bed beef beer beg "
    "behave behaviour bell belong belt bench bend beside bet better beyond bike bill bird birth bit bite bitter black "
    "blame blanket bleed bless blind block blood blow blue blunt board boil bold bomb bone boot border bore borrow "
    "bother bottle bottom bounce bow bowl box boy brain brake branch brave bread breathe breeze brick bride bridge "
    "brief bright broad brother brown brush bubble bucket bug bulb bump bunch burn burst bury bush butter button cable "
    "cage cake calm camera camp candle candy cap care careful carpet carrot carry carve castle catch cattle cause cave "
    "ceiling cellar chain chair chalk chance change chap chart chase chat cheat cheek cheer cheese cherry chest chew "
    "chicken chill chimney chin chip choice choose church circle clap clay clever click cliff climb clock clothes "
    "cloud clumsy coal coast coat coffee coin cold collapse collar comb comfort common complain concern confuse "
    "connect consider contain content cook cool copper cord corn corner cost cotton cough count couple courage cousin "
    "crab crack craft crash crawl crazy cream creep crime crisp crop cross crowd crown cruel cry cup curious curl "
    "curtain curve cushion custom cute daft daily damp dance danger dare dark darling daughter dawn dead deaf deal "
    "dear death decide deep deer degree delight deny depend describe desert deserve desk dial die diet differ dig "
    "dinner dirt dirty disagree disappoint discover dish dive divide doll donkey door double doubt dozen drag drain "
    "draw drawer dream dress drip drown drum drunk dry duck dull dumb dust duty eager ear earn earth ease east easy "
    "echo edge effort egg eight elbow eleven else empty enemy energy engine enjoy enough enter entire equal especially "
    "eventually evil exact excellent excite excuse expect explode extra eye face fact fade faint fair faith fake fall "
    "false fame familiar famous fancy farm fashion fast fasten fat father fault favour fear feather feed feel fellow "
    "fence fetch fever fierce fight figure fill final finger fire firm fish fit five fix flag flame flash flat flavour "
    "flesh float flood floor flour flow flower fog fold follow fond fool foot forest forever forgive fork form forth "
    "fortune forward fox freeze fresh fridge friend frighten frog front frost fruit fry fuel fun funny fur fuss future "
    "gain game gap garden garlic gate gather gentle genuine ghost giant gift girl give glad glass glove glue goal goat "
    "god gold good goodbye goose grab grace grain grand grandma grandpa grape grass grateful grave gravy great greedy "
    "green greet grey grin grip ground grow guess guest guide guilty gun habit hair half hammer hand handle handy "
    "happy harbour hard hardly harm harvest haste hat hate head heal health heap hear heart heat heaven heavy hedge "
    "heel hell help hen herd hero hesitate hide hill hint hip hit hobby hole hollow holy honest honey hook hope "
    "horn horrible horse hospital hot house huge human humble hundred hungry hunt hurry hurt husband ice idea ideal "
    "idiot ill imagine important impress improve inch indeed inform injury ink inner insect inside insist instead "
    "intend interest iron island itch jacket jail jam jar jaw jealous jelly jewel joke journey joy juice jump jungle "
    "junk just keen kettle key kick kid kill kind king kiss kitchen knee knife knock knot know lack ladder lake lamb "
    "lamp land lane language lap large laugh laundry law lawn lay lazy lead leaf leak lean learn leather lecture left "
    "leg legal lemon lend length lesson level lick lid lie life lift light like limb limit lion lip liquid listen "
    "litter live liver loaf lonely loose lord lose loud love lovely low luck lucky luggage lump lunch lung mad magic "
    "main man manner map march mask mass master mat mate matter meal mean meat melt memory mend mental mercy mess "
    "metal middle might mild milk mill mind mirror miss mistake mix moan model modern modest moment monkey mood moon "
    "mop moral mostly mother mould mountain mouse mouth move mud mug murder muscle mushroom music mystery nail naked "
    "narrow nasty nation nature naughty neat neck need needle neighbour nerve nest net never nice noise none nonsense "
    "normal north nose nowhere nurse nut oak obey object oblige obvious occasion odd offend often oil onion open "
    "opinion orange ordinary oven owl pack pain paint pair pale palm pan panic pants park parrot particular pass past "
    "paste path patience patient paw pea peace peach pear peel pen pencil pepper perfect perhaps pet piano pie pig "
    "pile pillow pin pinch pink pipe pity plague plain plane plank plant plastic plate play pleasant please plenty "
    "plough plug pocket poem poet point poison polish polite pond pool poor pop popular possible pot potato pound pour "
    "powder power praise pray prefer prepare press pretend pretty prevent price pride prince prison private prize "
    "probable problem promise proof proper properly protect proud prove pudding puff pull pump punch puncture punish "
    "pupil puppy pure purple purse push puzzle queen queer quiet quilt quite rabbit race rack rage rail rain rainbow "
    "raise rare rarely rat raw razor reach real realise reason red regret relax rely remain remember remind repeat "
    "rescue respect rest rice rich ride right ring ripe rise risk river road roar rob rock roll roof room root rope "
    "rose rotten rough round row royal rub rubber rubbish rude ruin rule rush rust sack sad saddle safe sail salad "
    "salt same sand sauce sausage save saw scare scarf scatter scene scent school science scissors scold scrape "
    "scratch scream screw sea seal search season seat second secret seed seem seldom self selfish sense separate "
    "serious serve settle seven sew sex shade shadow shake shallow shame shape share shark sharp shave sheep sheet "
    "shelf shell shelter shine shirt shiver shock shoe shoot shore short shoulder shout shovel show shower shut shy "
    "sick side sigh sight sign signal silence silent silk silly silver simple sin since sing single sink sister sit "
    "six size skill skin skip skirt sky slap sleep slice slide slight slip slope slow smart smash smell smile smoke "
    "smooth snake sneeze snow soak soap sock soft soil soldier solid solve son song sore sorry sort soul sound soup "
    "sour south space spare speak special speed spell spend spill spin spirit spit spite split spoil spoon sport spot "
    "spread spring square squeeze stage stain stair stale stamp stand star stare starve state stay steady steal steam "
    "steel steep steer step stick stiff still sting stir stomach stone stool storm story stove straight strange straw "
    "stream street strength stretch strict strike string strip stripe strong struggle stuck stuff stupid style subject "
    "sudden suffer sugar suit summer sun super supper suppose sure surface surprise suspect swallow swear sweat sweep "
    "sweet swell swim swing switch sword taste tail tailor tale talk tall tame tap tape tax tea teach team tear tease "
    "tell ten tend tent terrible test thank thick thief thin think thirst thorn thought thousand thread threat three "
    "throat throw thumb thunder tick tidy tie tiger tight tin tiny tip tired title toast tobacco toe tomato tongue "
    "tool tooth top torch torn touch tough towel tower toy trace track trade train trap travel tray treasure treat "
    "tree tremble trial tribe trick trip trouble trousers true trumpet trunk trust truth try tube tune tunnel turkey "
    "turn twelve twenty twice twin twist ugly umbrella uncle under upset upstairs urge use useful usual vain valley "
    "value van vanish vase veil very victim view village violin virtue voice vote wage waist wait wake walk wall "
    "wander war warm warn wash waste watch water wave wax weak wealth weapon wear weather wedding weed weekend weigh "
    "weird welcome west wet whale wheat wheel while whip whisper whistle white wicked wide widow wife wild willing "
    "win wind window wine wing winter wipe wire wise wish witch witness wolf woman wonder wood wool word world worm "
    "worry worse worth wound wrap wreck wrist wrong yard yawn yellow young zoo "
    # forms that no rule makes
    "bitten blew blown bore broke broken burnt chose chosen crept dealt drank dreamt drew driven drove drunk dug "
    "fallen fed felt fled flew flown forgot fought found froze frozen got grew grown heard hid hidden hung kept knelt "
    "knew laid lain leant learnt leapt led left lent lit meant met mice paid proven ran rang rid ridden risen rode "
    "rose sang sank sat seen sent sewn shaken shone shook shot shown shrank slept slid slung smelt sold sought sown "
    "sped spent spilt spoke spoken sprang spun stank stole stood struck stuck stung sung sunk swam swept swollen "
    "swore swum swung taught thrown threw told took tore torn trod understood went wept woke won wore worn wove"
)
COMMON |= {word for event in EVENTS for word in re.findall(r"[a-z]{4,}", event.said.pattern)}
COMMON_STEMS = frozenset(map(stem, COMMON))


def is_past(word: str) -> bool:
    """Whether it says what somebody did: `walked` is no shortened `Walker`."""
    return word.endswith("ed") and word not in COMMON and stem(word) in COMMON_STEMS


def is_common_word(word: str) -> bool:
    """Whether it is one of these, or a form of one: `stuck` is no `stock`, and `leaking` is not `leaving`."""
    return word in COMMON or (stem(word) in COMMON_STEMS and word.endswith(("s", "ed", "ing", "er", "est", "ly")))
