/** What speaks for a chapter: a pattern, and how much one finding of it is worth. */
export interface Evidence {
  chapter: string;
  worth: number;
  pattern: RegExp;
}

const ELDER =
  '(?:mother|father|parents|mom|mum|mama|dad|papa|(?:great-)?grand(?:mother|father|parents|ma|pa)|people|ancestors|folks)';
const CHILDREN =
  '(?:children|kids|babies|baby|twins|sons?|daughters?|boys|girls|little ones?|grandchild(?:ren)?|grandsons?|granddaughters?)';
const COUNT = '(?:two|three|four|five|six|seven|eight|nine|ten|\\d+)';

function evidence(chapter: string, ...patterns: [number, string][]): Evidence[] {
  return patterns.map(([worth, source]) => ({
    chapter,
    worth,
    pattern: new RegExp(
      `(?<![\\p{L}\\d])(?:${source})(?![\\p{L}])`,
      source.includes('\\p{Lu}') ? 'gu' : 'giu',
    ),
  }));
}

/** Turns of phrase that tell a chapter, apart from its plain words. */
export const EVIDENCE: readonly Evidence[] = [
  ...evidence(
    'origins',
    [
      3.5,
      `my (?:\\p{L}+ and (?:my )?)?${ELDER}(?:'s (?:family|people|father|mother|parents))?(?:,? (?:both|who|\\p{L}+ed),?)? (?:all |had |first )?(?:came|emigrated|immigrated|was born|were born|met|arrived|sailed|crossed|settled|grew up|was raised|stayed behind|left (?:home|the|for)|never (?:saw|went back)|were married|got married)`,
    ],
    [
      3,
      'the old country|ancestors?|ellis island|steerage|homestead(?:ed|ers?|ing)?|(?:our|the) (?:family )?name (?:was|used|came|meant|means)|surname|family name|named after my (?:grand\\p{L}+|great\\p{L}*|aunt|uncle)|before I was born|before my time',
    ],
    [2.5, 'they (?:met|were married|got married)|emigrated|immigrated|immigrants?|generations?'],
  ),
  ...evidence(
    'childhood-home',
    [
      3.5,
      '(?:we|I) (?:all )?(?:lived|grew up|slept|was raised|were raised)[^.]{0,50} (?:house|floor|rooms?|bedroom|apartment|tenement|street|farm|flat|attic|bed|kitchen|porch|alley|block)|(?:house|street|farm|apartment|kitchen|block|flat) (?:that |where )?(?:I|we) (?:grew up|lived|were raised|was raised)',
    ],
    [2.5, 'when I was (?:a (?:child|kid|boy|girl)|little|small)|as a (?:child|kid|small|little|boy|girl)'],
    [
      2,
      'outhouse|icebox|washday|wash day|chores|our (?:kitchen|porch|yard|street|house|cellar|attic|stove|block|landlady|landlord)|(?:coal|wood) stove|shared (?:a|the) (?:bed|room|bathroom)',
    ],
    [
      1.2,
      `my ${ELDER} (?:always |never )?(?:would|used to|gave|kept|baked|sang|cooked|sewed|ironed|let|sent|called)`,
    ],
  ),
  ...evidence(
    'school',
    [2.5, 'Sister \\p{Lu}\\p{L}+'],
    [
      2.5,
      '(?:my|our|the|a|strict|old|young) (?:school ?)?teachers?|taught (?:us|me)|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth) grade|school ?house|the nuns?|the principal|the blackboard|report cards?|spelling|homework|recess|scholarship|diploma|classroom|classmates?|school ?yard|headmaster',
    ],
    [
      2,
      '(?:at|to|in|from|of|high|grade|grammar|the|night) school|school was|(?:I|we) graduated|college|university|semester',
    ],
  ),
  ...evidence(
    'friends-and-play',
    [
      3,
      'best friends?|(?:we|I|and) (?:all )?(?:used to play|played|would play)|hide[- ]and[- ]seek|marbles|jump rope|kick the can|stickball|hopscotch|tree ?house|swimming hole|sledd?(?:ing)?|our gang|playmates?|dance hall|pickup game|(?:children|kids) on (?:the|our) (?:stairs|block|street)',
    ],
    [
      1.5,
      'my friends?|baseball|basketball|soccer|football|kites?|bicycles?|bikes?|dolls?|skates|skating|ball game|the team|teammates?',
    ],
  ),
  ...evidence(
    'first-work',
    [
      4,
      'my first (?:real |paying )?(?:job|paycheck|wages?|pay|boss|shift|week)|first day (?:at|in|on) (?:the|that) (?:job|(?:\\p{L}+ )?(?:exchange|mill|factory|shop|store|office|works|bakery|plant|mine|yard|cannery|laundry|desk|farm|paper))|summer job|paper route|(?:hired|took) me on|hired me|apprentic\\p{L}*|got (?:me )?a job',
    ],
    [
      2,
      '(?:dollars?|cents|shillings|pounds) (?:a|an|per) (?:week|hour|day)|(?:after|left) school (?:I|to) (?:worked|work|went to work)|I went to work',
    ],
  ),
  ...evidence(
    'love',
    [
      4.5,
      '(?<!until |before |since |after |when |till )(?:we|I) (?:were|was|got|had got(?:ten)?) (?:married|engaged)|(?:asked|begged) me to (?:marry|dance|the (?:dance|pictures|movies))|marry me|proposed(?: to me)?|asked for my hand|fell in love|in love with (?:him|her|me)|courted|courting|sweethearts?|(?:first|our) kiss|kissed (?:me|her|him) (?:on|at|in|for|good)|love letters?|asked me out|our first date|(?:I|we) (?:first )?met (?:my|your) (?:\\p{L}+ )?(?:husband|wife|grandfather|grandmother)|walked me home|(?:our|my) (?:own )?(?:wedding|honeymoon|engagement|courtship|bride|groom)',
    ],
    [
      1.2,
      'my (?:late |future |dear )?(?:husband|wife|fianc\\p{L}+|boyfriend|girlfriend)|wedding|honeymoon|bride|I married|(?:golden |our )anniversary',
    ],
  ),
  ...evidence(
    'family-made',
    [
      3.5,
      `(?:when )?(?:our|my) (?:first|second|third|oldest|eldest|youngest|middle) (?:child|baby|son|daughter|boy|girl|one|was born|came)|pregnan\\p{L}+|midwife|in labor|labor pains|diapers?|maternity|the crib|christen\\p{L}+|adopt(?:ed|ion|ing)|became (?:a (?:mother|father|grandmother|grandfather|parent)|parents)|(?:raise|raising|raised) (?:my|our|the|${COUNT}|them)(?: \\p{L}+){0,2} ?(?:children|kids|boys|girls|alone)?`,
    ],
    [
      3,
      `(?!I was|she was|he was|mother was|father was)\\p{L}+ (?:was|were) born(?! in (?:18|190|191))|${COUNT} (?:children|kids|boys|girls|sons|daughters) and|(?:had|have) ${COUNT} (?:children|kids|boys|girls|sons|daughters)`,
    ],
    [2, `(?:our|my) (?:\\p{L}+ )?${CHILDREN}|the (?:baby|children|kids|twins)`],
  ),
  ...evidence(
    'lifes-work',
    [
      3,
      '(?:\\p{L}+|\\d+) years (?:at|in|with|behind|on|for) (?:the|that|a)|I (?:worked|served) (?:at|for|in|as|on|nights)|I (?:had )?retired|retirement|promoted|my (?:career|trade|practice|patients|pupils|students|customers|crew|own (?:shop|business|office|truck|store))|opened (?:a|my|our) (?:own )?(?:\\p{L}+ )?(?:shop|store|business|practice|garage|bakery|restaurant)|colleagues|I (?:taught|drove (?:a|the) (?:truck|bus|cab|train))|(?:the|a) foreman|co-?workers',
    ],
    [
      1.2,
      'the (?:office|department|agency|plant|company|union|ward|machines?|board)|supervisor|the job|(?:night )?shifts?|on nights|switchboard|headset',
    ],
  ),
  ...evidence(
    'places-and-moves',
    [
      3,
      '(?:we|I) (?:had )?(?:moved|emigrated|immigrated|drove (?:across|all|to|out|down|up)|flew|landed|sailed|crossed|traveled|travelled|packed|took the (?:train|bus|boat|ferry|plane)|went back to|settled)|first time (?:that )?(?:I|we) (?:saw|flew|crossed|left)|took \\p{L}+ to see|(?:the|our) (?:trip|journey|voyage|move) (?:to|from|across|west|east|north|south|home)|moving (?:van|day|truck)|(?:new|another|foreign) (?:town|city|country|state|apartment)',
    ],
    [
      1.2,
      'suitcases?|passport|the border|the station wagon|airport|abroad|overseas|the highway|a map|the (?:train|bus|ferry|ship) (?:to|from)',
    ],
  ),
  ...evidence(
    'hard-times',
    [2, '(?:Hurricane|Typhoon|Cyclone) \\p{Lu}\\p{L}+'],
    [
      3,
      '(?:hurricane|typhoon|tornado|earthquake|wildfire|blizzard|drought|flood(?:s|ed|waters?)?|landslide)|(?<!through |during |before |after |until |since )the (?:\\p{L}+ )?(?:storm|fire|war|depression|strike|famine|epidemic)|burned (?:down|to the ground)|caught fire|died|passed away|funeral|buried|was killed|widow(?:ed|er)?|stroke|cancer|polio|tuberculosis|pneumonia|heart attack|scarlet fever|surgery|lost (?:the|our|my|his|her) (?:\\p{L}+ )?(?:farm|house|home|job|baby|son|brother|leg|savings)|laid (?:me |him |us )?off|bankrupt|foreclos\\p{L}+|drafted|prisoners? of war|bomb(?:s|ed|ing)?',
    ],
    [
      1.2,
      'hospital|the (?:water|sea) (?:was|came|rose)|under ?water|hungry|ration(?:s|ing)?|afraid|grief|grieving|soldiers?|sick|illness|divorce',
    ],
  ),
  ...evidence(
    'beliefs-and-values',
    [
      3,
      "I (?:still |always |never |don't |do not )?(?:believed?|prayed|pray)(?: (?:in|that|for))?|(?:my|our|the|their) (?:faith|religion|beliefs?|conscience)|rosary|sabbath|communion|(?:to|the) (?:mass|mosque|synagogue)|pray(?:ed|ers?|ing)|hymns?|right (?:and|from) wrong|stood up (?:for|to)|speak up|spoke up|my vote|voted|civil rights|union hall|(?:it|that) (?:was|is)(?:n't| not) (?:right|fair|honest)|the collection plate|kept (?:my|his|her) (?:word|promise)|equality|justice",
    ],
    [
      1.2,
      'church|god|the bible|priest|minister|rabbi|imam|(?<!since |before |after |until |by |at )(?:lent|passover|ramadan|easter|christmas)|feast|honest|promise|principle|the recipe',
    ],
  ),
  ...evidence(
    'wisdom-and-wishes',
    [
      3.5,
      "I(?: would|'d) tell (?:them|you|her|him|any|the|my|young)|what I(?:'ve| have| would)? (?:learned|tell)|(?:my|the best|some|one piece of) advice|if I (?:could|had it|had to) (?:do|go|have|live|to do|again|over)|I wish (?:I|that|they|somebody|someone|we)|I (?:only )?hope (?:that |they|my|the|you|she|he|somebody)|looking back|the secret (?:of|to|is)|regrets?|when I(?:'m| am) gone|at my age|what (?:really )?matters|don't (?:wait|ever|be afraid|let|save)|I(?:'m| am) (?:most )?(?:grateful|proud)|I would do (?:it|that|one)|never too late",
    ],
    [
      1,
      'young people|the young|lesson|you (?:should|must|can|have to|need to)|a person|most of what I know|in the end',
    ],
  ),
];
