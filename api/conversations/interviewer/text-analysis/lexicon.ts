const words = (list: string) => new Set(list.split(/\s+/));

/** The kind of a topic decides what may be asked about it. */
export type TopicKind =
  | 'ELDER'
  | 'SIBLING'
  | 'SPOUSE'
  | 'YOUNG'
  | 'ACQUAINTANCE'
  | 'NAMED'
  | 'PEOPLE'
  | 'ROOM'
  | 'PLACE'
  | 'WEATHER'
  | 'CELEBRATION'
  | 'JOURNEY'
  | 'VEHICLE'
  | 'THING'
  | 'FOOD'
  | 'ANIMAL'
  | 'ILLNESS'
  | 'GROUP'
  | 'MATTER';

/** Head nouns by kind of topic. The first words of a kind are its examples for finding similar words. */
export const HEADS: Record<Exclude<TopicKind, 'NAMED' | 'MATTER'>, Set<string>> = {
  ELDER: words(
    'mother father mom mum mam mama momma mommy mummy dad daddy papa pa pop grandmother grandfather grandma grandpa granny gran nana nan granddad grandad uncle aunt auntie stepmother stepfather godmother godfather great-grandmother great-grandfather mother-in-law father-in-law nonna nonno oma opa babushka abuela abuelo yiayia pappous dadi nani lola lolo baba bubbe zeide',
  ),
  SIBLING: words(
    'brother sister cousin twin stepbrother stepsister brother-in-law sister-in-law half-brother half-sister',
  ),
  SPOUSE: words('husband wife fiancé fiancée sweetheart boyfriend girlfriend bride groom'),
  YOUNG: words(
    'son daughter grandson granddaughter nephew niece godson goddaughter stepson stepdaughter grandchild son-in-law daughter-in-law',
  ),
  ACQUAINTANCE: words(
    'teacher neighbor priest sailor nurse carpenter soldier farmer cook clerk foreman driver doctor boss neighbour friend preacher pastor minister rabbi landlady landlord captain sergeant principal coach roommate housemate professor supervisor headmaster headmistress librarian conductor midwife sheriff milkman mailman postman grocer butcher baker blacksmith barber doorman janitor matron forewoman manager instructor counterpart partner colleague widow widower policeman postmistress lodger welder typist seamstress cobbler stoker mourner apprentice nun monk governess dentist tailor porter plumber miner weaver',
  ),
  PEOPLE: words(
    'parents grandparents brothers sisters cousins uncles aunts neighbors neighbours friends students pupils teachers villagers farmers roommates housemates colleagues boarders girls boys nuns fishermen sailors miners loggers twins in-laws children sons daughters grandchildren workmates lads lasses evacuees lodgers patients nurses soldiers',
  ),
  ROOM: words(
    'kitchen house cottage barn attic cellar church factory bakery shop apartment hotel hospital store schoolhouse classroom mill library flat cabin basement parlor parlour hut farmhouse dormitory dorm chapel theater theatre cinema bedroom workshop greenhouse boathouse shed tent diner café cafe tavern pub laundry pharmacy orphanage workhouse convent prefab loft pantry scullery boarding-house school barracks synagogue mosque temple sanatorium ward tenement',
  ),
  PLACE: words(
    'village town farm mine pit island harbor street valley beach river harbour lake creek orchard ranch neighborhood neighbourhood market schoolyard playground square shipyard docks wharf vineyard pasture mountains hills ruins quarry forest woods meadow station camp allotment dock port canal field fields moor cemetery pier park border',
  ),
  WEATHER: words(
    'storm flood blizzard hurricane drought fire earthquake tornado snowstorm ice-storm typhoon monsoon',
  ),
  CELEBRATION: words(
    'wedding party parade picnic festival christening feast baptism graduation dance reunion fair carnival barbecue ceremony concert recital procession',
  ),
  JOURNEY: words('journey voyage trip crossing drive honeymoon pilgrimage cruise'),
  VEHICLE: words(
    'tram lorry bus truck tractor motorbike bicycle car van train ship boat ferry barge canoe cart wagon sled motorcycle jeep camper sailboat rowboat scooter tandem caravan bike freighter trawler steamer',
  ),
  THING: words(
    'fiddle watch ring dress coat clock lamp letter photograph doll suitcase piano knife box trunk photo quilt bell radio hat shoes boots violin guitar accordion stove oven necklace locket bible diary journal notebook scarf sweater jacket suit uniform medal typewriter sewing-machine skates kite harmonica banjo rocking-chair cradle crib tablecloth curtains blanket toolbox telegram postcard cookbook teapot rifle cane umbrella purse camera swing treehouse marbles tin loom mangle wireless gramophone cardigan apron clogs anvil camera telescope needle scissors candlestick mirror spectacles glasses pipe penknife chest drum trumpet whistle satchel ribbon wardrobe television fridge telephone',
  ),
  FOOD: words(
    'bread soup stew pie cake sausage jam dumplings cheese cookies noodles biscuits cornbread pudding chowder pickles preserves tamales tortillas pancakes roast casserole sauce gravy doughnuts rolls peaches chili curry goulash strudel cider pierogi dumpling latkes kugel porridge scones marmalade',
  ),
  ANIMAL: words(
    'dog cat horse cow goat pig sheep donkey parrot rabbit goose hen pony mule rooster puppy kitten lamb calf mare tortoise budgie ferret hedgehog canary pigeon chickens geese ducks bees hamster turkey ox camel foal collie terrier hound sow',
  ),
  ILLNESS: words(
    'fever measles polio tuberculosis diphtheria pneumonia stroke asthma cancer arthritis mumps rickets malaria migraine shingles tb typhoid chickenpox smallpox meningitis diabetes concussion heart-attack breakdown whooping-cough scarlet-fever',
  ),
  GROUP: words(
    'navy army choir band team orchestra union regiment club crew scouts guides convoy gang platoon troop battalion congregation marines',
  ),
};

/** Nouns that can't be pictured or asked about: time, measure, and words that only point. */
export const VAGUE = words(
  `thing things way ways lot lots bit bits time times day days night nights morning mornings evening evenings afternoon week weeks weekend
  month months year years hour hours minute minutes moment moments age ages kind kinds sort sorts type part parts piece pieces couple number
  people person man men woman women lady fellow guy guys one ones fact matter point case end ends beginning start course rest side front back
  top bottom middle place places reason reasons idea question questions answer trouble problem problems something anything nothing
  everything somebody chance luck truth life world others stuff word words name names story stories right left sense example body hand
  hands arm arms leg legs foot feet face head hair heart eyes eye mind mouth ear ears knee back neck finger fingers tooth teeth shoulder
  shoulders lung lungs liver hip hips rib ribs skin stomach belly throat nerves bones blood voice tears fist elbow ankle thumb chin cheek forehead lot half dozen hundred thousand pair group level amount spring summer autumn winter fall sunday monday tuesday wednesday thursday friday saturday
  january february march april may june july august september october november december christmas easter god lord goodness heaven hell
  dollar dollars kilometre kilometres kilometer kilometers metre metres meter meters pound pounds cent cents penny pence shilling shillings mile miles inch inches feet yard yards o'clock pm am
  order orders use turn line sight care advantage while account practice subject mistake favor favour attention wonder deal share credit shape
  all both other another same own self most more few little self lap lot noon spell stint stretch try go row term terms favourite favorite hectare hectares acre acres rent money wage wages price opinion opinions guess guesses sight pension news sense temper mood shame pride luck weather habit midnight today yesterday tomorrow tonight birthday cause
  sorts matters anybody everybody everyone someone whole bother use means memory memories childhood youth`,
);

/** “A tin of marbles”, “the back of the car”: the noun after “of” is the topic. */
export const PART_OF = words(
  'back front top side bottom middle edge end corner rest part half lot lots load loads bit bits piece pieces pair couple number kind sort type bunch group series plate cup glass bowl bag box basket jar bottle sack pile heap row handful dozen dozens hundreds thousands cost smell sound sight taste rest start beginning one some most many all each none both mass crowd',
);

const FEMALE = words(
  'mother mom mum mam mama momma mommy mummy grandmother grandma granny gran nana nan aunt auntie stepmother godmother great-grandmother mother-in-law sister stepsister sister-in-law half-sister wife fiancée girlfriend bride daughter granddaughter niece goddaughter stepdaughter daughter-in-law landlady headmistress forewoman matron midwife widow nun seamstress postmistress governess nonna oma babushka abuela yiayia dadi nani lola bubbe cow hen mare girl sow',
);
const MALE = words(
  'father dad daddy papa pa pop grandfather grandpa granddad grandad uncle stepfather godfather great-grandfather father-in-law brother stepbrother brother-in-law half-brother husband fiancé boyfriend groom son grandson nephew godson stepson son-in-law landlord headmaster foreman priest monk widower policeman postman mailman milkman nonno opa abuelo pappous lolo zeide rooster boy',
);

/** “He” or “she” where the word itself decides it. */
export function genderOfHead(head: string): 'he' | 'she' | null {
  if (FEMALE.has(head) || /(?:woman|ess|girl)$/.test(head)) return 'she';
  return MALE.has(head) || /(?:man|boy)$/.test(head) ? 'he' : null;
}

export function isPerson(kind: TopicKind): boolean {
  return /^(?:ELDER|SIBLING|SPOUSE|YOUNG|ACQUAINTANCE|NAMED|PEOPLE)$/.test(kind);
}

/** Family by blood or marriage. */
export function isKin(kind: TopicKind): boolean {
  return /^(?:ELDER|SIBLING|SPOUSE|YOUNG)$/.test(kind);
}

export function isPlace(kind: TopicKind): boolean {
  return kind === 'ROOM' || kind === 'PLACE';
}

/** Words for close relatives that need no “my”. */
export const CALLED = words(
  'mother father mom mum mam mama momma mommy mummy dad daddy papa grandma grandpa grandmother grandfather granny gran nana nan pop nonna nonno oma opa babushka abuela abuelo yiayia pappous dadi nani lola lolo baba bubbe zeide',
);

/** Titles that are part of a name. */
export const TITLES = words(
  'mr mrs ms miss dr sister brother father uncle aunt auntie tante cousin captain sergeant professor pastor reverend coach madame señora herr frau sir lady mister',
);
