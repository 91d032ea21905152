const words = (list: string) => new Set(list.split(/\s+/));

/** What a topic is decides what may be asked about it. */
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
  | 'THING'
  | 'FOOD'
  | 'ANIMAL';

/** Heads of noun phrases by the kind of topic they make. What is in no list makes none: better no word than a wrong one. */
const HEADS: [TopicKind, Set<string>][] = [
  [
    'ELDER',
    words(
      'mother father mom mum mama momma mommy dad daddy papa pa grandmother grandfather grandma grandpa granny nana granddad uncle aunt auntie stepmother stepfather godmother godfather great-grandmother great-grandfather mother-in-law father-in-law',
    ),
  ],
  ['SIBLING', words('brother sister cousin twin stepbrother stepsister brother-in-law sister-in-law')],
  ['SPOUSE', words('husband wife fiancé fiancée sweetheart boyfriend girlfriend')],
  [
    'YOUNG',
    words(
      'son daughter grandson granddaughter nephew niece godson goddaughter stepson stepdaughter grandchild',
    ),
  ],
  [
    'ACQUAINTANCE',
    words(
      'teacher boss neighbor neighbour friend priest preacher pastor minister rabbi landlady landlord captain sergeant principal coach roommate housemate foreman professor supervisor headmaster headmistress librarian conductor midwife sheriff milkman mailman postman grocer butcher baker blacksmith barber doorman janitor matron forewoman manager instructor counterpart partner colleague',
    ),
  ],
  [
    'PEOPLE',
    words(
      'parents grandparents brothers sisters cousins uncles aunts neighbors neighbours friends students pupils teachers villagers farmers roommates housemates colleagues boarders girls boys nuns fishermen sailors miners loggers twins in-laws',
    ),
  ],
  [
    'ROOM',
    words(
      'kitchen house bakery shop store schoolhouse classroom church barn factory mill library apartment flat cabin attic cellar basement parlor parlour hut farmhouse dormitory dorm chapel theater theatre cinema bedroom workshop greenhouse boathouse shed tent diner café cafe tavern laundry pharmacy',
    ),
  ],
  [
    'PLACE',
    words(
      'farm village town river lake creek street harbor harbour island orchard ranch beach neighborhood neighbourhood market valley schoolyard playground square shipyard docks wharf vineyard pasture',
    ),
  ],
  [
    'WEATHER',
    words('storm hurricane flood blizzard tornado fire drought earthquake snowstorm ice-storm typhoon'),
  ],
  [
    'CELEBRATION',
    words(
      'wedding feast party christening baptism graduation parade dance picnic reunion fair carnival festival barbecue ceremony concert recital procession',
    ),
  ],
  ['JOURNEY', words('crossing voyage trip journey drive honeymoon')],
  [
    'THING',
    words(
      'dress coat boat ring letter letters trunk piano car truck photograph photo photographs watch quilt bell radio bicycle bike doll hat shoes boots clock violin fiddle guitar accordion suitcase stove oven wagon tractor lamp necklace locket bible diary journal notebook scarf sweater jacket suit uniform medal typewriter sewing-machine sled skates kite harmonica banjo rocking-chair cradle crib tablecloth curtains blanket toolbox motorcycle canoe sailboat rowboat telegram postcard postcards cookbook teapot rifle cane umbrella purse camera camper jeep swing treehouse scooter',
    ),
  ],
  [
    'FOOD',
    words(
      'bread soup stew pie pies cake cakes cookies sausage sausages jam dumplings noodles biscuits cornbread pudding chowder pickles preserves tamales tortillas pancakes roast casserole sauce gravy doughnuts rolls peaches chili curry goulash strudel cider',
    ),
  ],
  ['ANIMAL', words('dog horse cow pony mule cat goat donkey parrot rooster puppy kitten lamb calf pig mare')],
];

const PLURAL = words('letters photographs postcards shoes boots skates');

export function kindOfHead(head: string): TopicKind | null {
  return HEADS.find(([, heads]) => heads.has(head))?.[0] ?? null;
}

export function isPerson(kind: TopicKind): boolean {
  return ['ELDER', 'SIBLING', 'SPOUSE', 'YOUNG', 'ACQUAINTANCE', 'NAMED', 'PEOPLE'].includes(kind);
}

export const isPlace = (kind: TopicKind) => kind === 'ROOM' || kind === 'PLACE';
export const isPluralHead = (head: string) => PLURAL.has(head);

/** Family by blood or marriage: only “my” and “our” make them the person’s own. */
export const KIN_KINDS = new Set<TopicKind>(['ELDER', 'SIBLING', 'SPOUSE', 'YOUNG']);

/** How the closest are called when they need no “my”. */
export const CALLED =
  'Mother|Father|Mom|Mum|Mama|Momma|Mommy|Dad|Daddy|Papa|Grandma|Grandpa|Grandmother|Grandfather|Granny|Nana';

export const TITLES =
  'Mr\\.|Mrs\\.|Ms\\.|Miss|Dr\\.|Sister|Brother|Father|Uncle|Aunt|Auntie|Tante|Cousin|Captain|Sergeant|Professor|Pastor|Reverend|Coach|Madame|Señora|Herr|Frau';

/** Words that may stand between the determiner and the head without changing what is spoken of. */
export const MODIFIERS = words(
  `old little big good new young older younger elder great small own dear late sweet funny tall long front back upstairs downstairs
  red blue green white black yellow gray grey brown silver gold golden wooden wool leather silk cotton lace paper copper iron tin
  kitchen school wedding family fish flower rope telephone shoe hat dress grocery hardware general corner country summer winter
  sunday easter christmas birthday farm village town church fishing sailing row ford chevy pickup rocking sewing step baby
  high grade grammar music math english history science piano next-door best first twin night cotton paper steel woolen saw
  apple cherry lemon peach chicken bean potato cabbage plum rhubarb blueberry pumpkin meat onion fig corn rye oat honey birthday
  raisin kidney vegetable fried crooked`,
);

/** After a head, words that show that the noun phrase has ended. */
export const AFTER_HEAD = words(
  `and or but who whom which that where when while was were is are am be been being had has have in on at to from for with as so
  he she they we i it you then there because before after by about into onto over under up down out off along around across through
  would could should did does do didn't wasn't weren't couldn't wouldn't hadn't never always still just only also all both even
  came went said told took made gave got put sat stood ran kept held lost found heard knew thought felt saw left let bought brought
  sold sent sang slept spoke spent wrote built began broke caught chose drove drank ate fell flew grew hung hid hit hurt led meant met
  paid read rode rose shook shot shut swam taught threw tore understood wore won woke used until till since like if than without
  once every each this these those my our his her their the a an not too again instead during between against among behind beside
  near next today now`,
);

/** What only people do: a name before it is somebody. */
export const HUMAN_VERBS =
  'said|says|told|asked|laughed|stood|sang|sat|cried|smiled|shouted|whispered|thought|wanted|loved|liked|hated|knew|gave|wrote|taught|helped|sewed|cooked|baked|slept|ate|drank|walked|drove|danced|married|worked|played|carried|kissed|winked|waved|nodded|knocked|answered|decided|believed|hoped|learned|used to|would|could|never|always|makes|lives|works|plays|calls|comes by|knows';
