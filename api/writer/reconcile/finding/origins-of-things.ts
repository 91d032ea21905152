import { answerClaim, type Claim } from './claims.ts';

/** A thing of one occasion in a life, which was not made and bought, or lent. */
const thing =
  '((?:wedding|christening|baptism|engagement|communion|confirmation|graduation|prom) (?:dress|gown|veil|ring|cake|suit|shoes|shawl|robe|bonnet|cap|dinner|flowers|bouquet)|(?:very )?first (?:bicycle|bike|sled|doll|skates|boat|radio|guitar|fiddle|violin|house|cradle|desk))';
const ours = `(?:[Mm]y|[Oo]ur|[Tt]he)(?: own)? ${thing}`;
const made = 'made|sewed|sewn|stitched|knitted|knit|crocheted|baked|carved|built';

const origins: [answer: string, patterns: string[]][] = [
  [
    'made',
    [
      `\\b(?:${made}) (?:me |us )?${ours}`,
      `\\b${ours} (?:was|were) (?:home-?made|(?:all )?(?:${made}))\\b(?! (?:in|at|of) \\p{Lu})`,
    ],
  ],
  [
    'bought',
    [
      `\\b(?:bought|ordered) (?:me |us )?${ours}`,
      `\\b${ours} (?:was|were) (?:bought|store-?bought|ordered)\\b`,
      `\\b${ours} cost\\b`,
      `\\b${ours} came from (?:a|the) (?:\\p{L}+ )?(?:store|shop|catalogue?|jeweler|jeweller|bakery)\\b`,
    ],
  ],
  [
    'borrowed',
    [
      `\\b(?:borrowed|rented|hired) ${ours}`,
      `\\b(?:lent|loaned) (?:me|us) ${ours}`,
      `\\b${ours} (?:was|were) (?:lent|loaned|borrowed|rented|hired)\\b`,
    ],
  ],
];
const rules = origins.flatMap(([answer, patterns]) =>
  patterns.map((pattern) => ({ answer, pattern: new RegExp(pattern, 'gu') })),
);
/** Things that a family owns one of, and sells or gives away once. */
const only =
  "((?:the|our|my (?:grand)?(?:mother|father)'s) (?:farm|homestead|ranch|piano|store|shop|bakery|business|violin|fiddle|watch|ring|silver))";
const ends = [
  {
    answer: 'sold',
    pattern: new RegExp(
      `\\b(?:I|[Ww]e|[Tt]hey|\\p{Lu}\\p{L}+) (?:had to )?(?:sold|sell) ${only}(?! (?:on|in|at|next)\\b)`,
      'gu',
    ),
  },
  {
    answer: 'given away',
    pattern: new RegExp(
      `\\b(?:I|[Ww]e|[Tt]hey|\\p{Lu}\\p{L}+) (?:gave ${only} (?:to|away)|gave away ${only.replace('(', '(?:')})`,
      'gu',
    ),
  },
];
/** Words of another thing of its kind, of somebody else's, or of a plan. */
const unless =
  /\b(?:second|another|other|copy|copied|too|also|almost|wanted|planned|would|could|can't|couldn't|didn't|never|not|instead|lining|(?:grand)?daughters?|(?:grand)?sons?|nieces?|customers?|brides)\b/;

/** Whether a thing of one occasion was made, bought or borrowed, and whether one that a family has once was sold or given away. */
export function originsOfThings(text: string): Claim[] {
  if (unless.test(text)) return [];
  const made = rules.flatMap(({ answer, pattern }) =>
    [...text.matchAll(pattern)].map((match) => {
      const what = (match[1] ?? '').replace(/^very /, '');
      return answerClaim(match, { topic: `origin:${what}`, about: `your ${what}`, answer });
    }),
  );
  const parted = ends.flatMap(({ answer, pattern }) =>
    [...text.matchAll(pattern)].map((match) => {
      const what = (match[1] ?? match[0]).replace(/^.*\b(?:the|our|my) /, '');
      return answerClaim(match, { topic: `end:${what}`, about: `your ${what}`, answer });
    }),
  );
  return [...made, ...parted];
}
