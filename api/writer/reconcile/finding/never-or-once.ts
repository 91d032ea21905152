import { answerClaim, type Claim } from './claims.ts';
import { personPattern, relative, whoIs } from './who-is.ts';

/** Skills: the name, the verb, and the past tense by which somebody tells that they used it. */
const skills: [skill: string, base: string, done: string][] = [
  ['swimming', 'swim', '(?:swam|swum)'],
  ['skating', 'skate', 'skated'],
  ['skiing', 'ski', 'skied'],
  ['sewing', 'sew', 'sewed'],
  ['knitting', 'knit', '(?:knitted|knit)'],
  ['cooking', 'cook', 'cooked'],
  ['typing', 'type', 'typed'],
  [
    'driving',
    'drive(?: a car)?',
    'drove (?:(?:the|a|my|our|his|her) (?:car|truck|van|bus|taxi|cab)|to|home)',
  ],
  ['riding a bicycle', 'ride a (?:bicycle|bike)', 'rode (?:a|the|my|his|her) (?:bicycle|bike)'],
  ['riding a horse', 'ride a horse', 'rode (?:a|the|my|our|his|her) (?:horse|mare|pony)'],
  ['piano playing', 'play the piano', 'played the piano'],
];
const never =
  "(?: have| had|'ve)? never (?:even |ever )?(?:learned|learnt|knew how|could|was able)(?: how)?(?: to)?";
const mostly = '(?:(?:always|often|usually|once|even|first|then|soon) )*';

const rules = skills.map(([skill, base, done]) => ({
  skill,
  base: new RegExp(`\\b${base}\\b`),
  never: new RegExp(
    `\\bI(?:${never} ${base}(?=[.,;!:]|$| (?:and|or|but|a stroke|at all)\\b)| (?:never could|could never) ${base}(?=[.,;!:]|$)| (?:can't|cannot|couldn't) ${base} (?:a stroke|at all|to save my life|and never could)\\b)`,
    'gu',
  ),
  done: new RegExp(
    `\\bI ${mostly}(?:${done}|(?:would|used to|could|loved to|learned to|learnt to|went out to) ${base})(?![\\p{L}-])`,
    'gu',
  ),
}));
/** Words by which "never" holds for a time, or "could" isn't asserted. */
const forATime =
  /\b(?:until|till|before|again|yet|since|after|then|at first|any ?more|when|while|growing up|those days|as a (?:child|boy|girl)|well|if|wished?|wanted|nearly|almost)\b/i;

const place = '(?:the )?(\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)*)';
const neverThere = new RegExp(
  `\\b(?:I|[Ww]e)(?: have| had|'ve)? never (?:once |ever |even )?(?:been (?:to|in)|set foot in|went to|visited|saw) ${place}(?=[.,;!:]|$| (?:and|or|but|in my life|at all)\\b)`,
  'gu',
);
const there = new RegExp(
  `\\b(?:(?:I|[Ww]e) ${mostly}(?:went|came|flew|sailed|drove|traveled|travelled|moved|got) (?:over |up |down |out |back |all the way )?to|(?:I|[Ww]e) (?:lived|worked|stayed|landed|arrived) in|I was (?:born|stationed|married) in) ${place}`,
  'gu',
);

/** Habits: the words by which somebody denies one, and the words by which a story shows it. */
const habits: [topic: string, about: string, base: string, never: string, did: string][] = [
  [
    'drink',
    'drinking',
    '(?:drunk|drink|take a drink)',
    'never (?:once )?(?:drank|touched (?:a drop|alcohol|liquor|drink|whiskey|whisky|beer|the stuff)|took a drink|had a drink)',
    '(?:drank (?:whiskey|whisky|beer|gin|rum|wine|himself|herself|too much|heavily|all)|(?:would come|used to come|came) home drunk|got drunk|was (?:a drinker|drunk|a drunk)|liked (?:his|her) (?:beer|whiskey|whisky|gin|drink|stout|wine|rum))',
  ],
  [
    'smoke',
    'smoking',
    'smoke',
    'never (?:once )?(?:smoked|touched (?:a cigarette|tobacco))',
    '(?:smoked (?:a pipe|his pipe|cigars?|cigarettes|\\p{Lu}\\p{L}+s|a pack|two packs|like a chimney)|lit (?:a|his|her) (?:pipe|cigarette|cigar)|(?:sat|stood|walked) (?:\\p{L}+ ){0,4}with (?:a|his|her) (?:pipe|cigar|cigarette)|rolled (?:his|her) own)',
  ],
  [
    'strike',
    'hitting the children',
    '(?:hit|strike|spank) (?:anybody|anyone|a child|us|me)',
    'never (?:once |ever )?(?:(?:hit|struck|slapped|spanked|whipped|beat|touched) (?:me|us|any of us|one of us)|(?:raised|laid|lifted) (?:a|his|her) hand)',
    '(?:(?:hit|slapped|spanked|whipped|beat|belted|thrashed) (?:me|us)|took (?:the|his|a) (?:belt|strap|switch|razor strop) to (?:me|us))',
  ],
  [
    'voice',
    'raising the voice',
    '(?:shout|raise (?:his|her) voice)',
    'never (?:once |ever )?(?:raised (?:his|her) voice|shouted|yelled|hollered)',
    '(?:shouted|yelled|hollered|screamed) at',
  ],
  [
    'cry',
    'crying',
    '(?:cry|weep)',
    'never (?:once |ever )?(?:cried|wept|shed a tear)',
    '(?:cried|wept|broke down|burst into tears|sobbed)',
  ],
  [
    'church',
    'going to church',
    'in (?:a )?church',
    'never (?:once |ever )?(?:went to church|set foot in (?:a|the) church|darkened the door of a church)',
    '(?:went to (?:church|Mass)|took us (?:all )?to (?:church|Mass)|sang in the (?:church )?choir|sat in (?:the|our) (?:\\p{L}+ )?pew)',
  ],
];
/** Nothing by which it holds only somewhere, as in "never drank at home". */
const always =
  '(?=[.,;!:]|$| (?:and|or|but|in (?:his|her|my) life|at all|(?:on|to|against) (?:me|us|any of us|one of us|his children|her children))\\b)';
const habitRules = habits.map(([topic, about, base, never, did]) => ({
  ...{ topic, about, words: new RegExp(`\\b${did}`, 'u') },
  never: [
    new RegExp(`${personPattern},? ${never}${always}`, 'gu'),
    new RegExp(
      `\\bI never (?:once |ever )?(?:saw|heard|knew|found) ${relative},? (?:to )?${base}(?![\\p{L}-])`,
      'gu',
    ),
  ],
  did: new RegExp(
    `${personPattern},? (?:\\p{L}+ly |always |often |sometimes |once |even )?${did}(?![\\p{L}-])`,
    'gu',
  ),
}));

/** Claims that somebody never did something, or that they did. */
function habitsIn(text: string, holdsForATime: boolean): Claim[] {
  const claims = (pattern: RegExp, topic: string, about: string, answer: string) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const who = whoIs(match.groups ?? {});
      return who
        ? [answerClaim(match, { topic: `${topic}:${who.key}`, about: `${who.whose} ${about}`, answer })]
        : [];
    });
  return habitRules.flatMap(({ topic, about, words, never, did }) => [
    ...(holdsForATime || !/\bnever\b/.test(text)
      ? []
      : never.flatMap((pattern) => claims(pattern, topic, about, 'never'))),
    ...(words.test(text) ? claims(did, topic, about, 'did') : []),
  ]);
}

const neverOwned =
  /\b(?:I|[Ww]e|[Mm]y (?:parents|family|folks)) (?:never (?:had|owned|kept)|have never (?:had|owned)) an? (\p{Ll}+)(?=[.,;!]|$| (?:and|or|in (?:the|our) house)\b)/gu;
/** "We'd no telephone at home until I was a married woman", "We had no car when I was small". */
const notAsChild =
  /\b[Ww]e(?:'d no| had no| didn't have an?| never had an?) (\p{Ll}+)(?: at home| in the house)?,? (?:until I was (?:(?:a )?married|grown|a grown|sixteen|seventeen|eighteen|nineteen|twenty)|(?:when I was|as) (?:a (?:child|boy|girl)|small|little|young)|when I was growing up)\b/gu;
const ownAge =
  /\bI was (?:only |about |just )?(?:four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen)\b(?!-)|\b[Ww]hen I was (?:a (?:child|boy|girl|little)|small|little)\b/u;
const inTheHouse =
  /\b[Tt]he (\p{Ll}+)\b(?: \p{L}+){0,2} in our (?:hall|kitchen|parlor|parlour|yard|house|living room|front room|barn|driveway)\b/gu;
const droveUs =
  /^(?:On \p{Lu}\p{L}+s|Every|Each|Most)\b[^.;]{0,30}\b(?:my father|my mother|Dad|Daddy|Papa|Father|Mother) (?:drove|would drive) (?:us|me)\b[^.;]{0,30} in (?:his|her|our) (?:\p{Ll}+ )?(?:\p{Lu}\p{L}+|car)\b/gu;
const owned =
  /\b(?:[Oo]ur|[Mm]y|(?:I|[Ww]e) (?:had|kept|owned|bought|got) an?(?: \p{Ll}+)?) (\p{Ll}+)(?=[.,;!]|$| (?:\p{Lu}\p{L}*|was|were|had|would|used|and|that|who|named|called|slept|ran|sat|stood|broke|rang)\b|'s\b)/gu;
/** Two words for one thing. */
const oneThing: Record<string, string> = { phone: 'telephone', bike: 'bicycle', tv: 'television' };
const things = new Set(
  'dog cat horse cow pony car truck bicycle bike telephone phone radio television tv piano bathtub garden refrigerator'.split(
    ' ',
  ),
);

/** Claims that the family never had a thing, or not in the person's childhood, or that they had it. */
function possessionsIn(text: string, holdsForATime: boolean): Claim[] {
  const claims = (pattern: RegExp, answer: string, only?: string) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const word = only ?? match[1] ?? '';
      if (!things.has(word)) return [];
      const thing = oneThing[word] ?? word;
      return [answerClaim(match, { topic: `owned:${thing}`, about: `your ${thing}`, answer })];
    });
  const had = ownAge.test(text) ? hadAsChild : 'had one';
  return [
    ...(holdsForATime ? [] : claims(neverOwned, 'never had one')),
    ...claims(notAsChild, 'none in your childhood'),
    ...claims(owned, had),
    ...claims(inTheHouse, had),
    ...claims(droveUs, hadAsChild, 'car'),
  ];
}

const hadAsChild = 'had one in your childhood';

/** Whether the family had what it never had, or in the childhood in which it had none. */
export function arePossessionsApart(one: string, other: string): boolean {
  const had = [one, other].find((each) => each.startsWith('had'));
  const denied = [one, other].find((each) => !each.startsWith('had'));
  return had !== undefined && denied !== undefined && (denied.startsWith('never') || had === hadAsChild);
}

/** Claims about skills, habits, things and places: never had, done or seen, or once. */
export function neverOrOnce(text: string): Claim[] {
  const holdsForATime = forATime.test(text);
  const skill = rules.flatMap(({ skill, base, never, done }) => {
    if (!base.test(text) && !done.test(text)) return [];
    done.lastIndex = 0;
    const topic = { topic: `skill:${skill}`, about: `your ${skill}` };
    return [
      ...(holdsForATime ? [] : [...text.matchAll(never)]).map((match) =>
        answerClaim(match, { ...topic, answer: 'never learned it' }),
      ),
      ...[...text.matchAll(done)].map((match) => answerClaim(match, { ...topic, answer: 'could do it' })),
    ];
  });
  const been = (match: RegExpExecArray, answer: string) => {
    const where = match[1] ?? '';
    const topic = { topic: `been:${where.toLowerCase()}`, about: `your time in ${where}` };
    return answerClaim(match, { ...topic, answer });
  };
  return [
    ...skill,
    ...habitsIn(text, holdsForATime),
    ...possessionsIn(text, holdsForATime),
    ...(holdsForATime ? [] : [...text.matchAll(neverThere)]).map((match) => been(match, 'never there')),
    ...[...text.matchAll(there)].map((match) => been(match, 'there once')),
  ];
}
