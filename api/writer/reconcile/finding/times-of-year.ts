import { answerClaim, type Claim } from './claims.ts';
import { personPattern, whoIs } from './who-is.ts';

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const seasons = 'spring|summer|fall|autumn|winter';
const feasts = 'Christmas|Easter|Thanksgiving';
const weekdays = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday';

const person = personPattern;
/** A wedding, a birth or a death, in the few words that stand before its date. */
const events: [topic: string, about: string, words: string][] = [
  [
    'wedding',
    'wedding',
    '(?:\\b(?<self>I|[Ww]e|\\p{Lu}\\p{L}+ and I) (?:(?:got|were|was) married|married (?:him|her|\\p{Lu}\\p{L}+))|\\b(?:[Oo]ur wedding (?:day )?was|[Ww]e had our wedding))',
  ],
  ['birth', 'birth', `${person} was born`],
  ['death', 'death', `${person} (?:died|passed away)`],
];
const soon = '(?:,? (?!(?:and|but|so|when|who|because|after|before|until|till)\\b)[^\\s,.;]+){0,6}?,?';
const rules = events.flatMap(([topic, about, words]) => [
  {
    ...{ topic: `season:${topic}`, about },
    pattern: new RegExp(
      `${words}${soon} (?:in|on|at|of|that|one|an?|the) (?:the )?(?:(?:very |(?:day|week|weekend|month) (?:before|after|of|between) ||late|early|mid|middle of|first|last|cold|hot|dead of|beginning of|end of|\\d{1,2}(?:st|nd|rd|th)?(?: of)?) ?(?:the )?)?(?<value>${months}|${seasons}|${feasts})\\b`,
      'gu',
    ),
  },
  {
    ...{ topic: `season:${topic}`, about },
    pattern: new RegExp(
      `\\bIt was (?:in |on |at )?(?:the )?(?:(?:late|early|first|last) )?(?<value>${months}|${seasons}|${feasts})(?: \\p{L}+){0,2} (?:when|that) ${words}`,
      'gu',
    ),
  },
  {
    ...{ topic: `weekday:${topic}`, about },
    pattern: new RegExp(`${words}${soon} (?:on )?an? (?:\\p{Ll}+ )?(?<value>${weekdays})\\b`, 'gu'),
  },
]);
const time = new RegExp(`\\b(?:${months}|${seasons}|${feasts}|${weekdays})\\b`);
/** Words of another event of the kind, or of a supposed one. */
const unless = /\b(?:again|second|both|twice|civil|party|reception|supposed|wanted|planned|not|never)\b/;

/** The season, month or weekday of a wedding, a birth or a death, with or without a year. */
export function timesOfYear(text: string): Claim[] {
  if (!time.test(text) || unless.test(text)) return [];
  return rules.flatMap(({ topic, about, pattern }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const { value, ...groups } = match.groups ?? {};
      const who = whoIs(groups);
      if (!who || !value) return [];
      return [
        answerClaim(
          match,
          { topic: `${topic}:${who.key}`, about: `${who.whose} ${about}`, answer: value },
          value,
        ),
      ];
    }),
  );
}

const firstMonths: Record<string, number> = { spring: 2, summer: 5, fall: 8, autumn: 8, winter: 11 };

const feastMonths: Record<string, number[]> = {
  ...{ Christmas: [10, 11, 0], Easter: [2, 3, 4], Thanksgiving: [10, 11] },
};

/** The month, or those in which a season or feast is spoken of, from 0 to 11. */
function monthsOf(word: string): number[] {
  const feast = feastMonths[word];
  if (feast) return feast;
  const month = months.split('|').indexOf(word);
  if (month >= 0) return [month];
  const first = firstMonths[word] ?? 0;
  return [0, 1, 2, 3].map((at) => (first + at) % 12);
}

/** Whether two seasons or months have no month in common, or are two weekdays. */
export function areTimesOfYearApart(topic: string, one: string, other: string): boolean {
  if (topic.startsWith('weekday:')) return one !== other;
  return !monthsOf(one).some((month) => monthsOf(other).includes(month));
}
