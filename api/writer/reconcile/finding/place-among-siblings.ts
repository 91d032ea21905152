import type { Claim } from './claims.ts';
import { answerClaim } from './claims.ts';

type Rule = { end: 'oldest' | 'youngest'; is: boolean; pattern: RegExp };

/** After "I was the oldest": not "the oldest girl", nor "the oldest in my class". */
const ofFamily =
  '(?=[.,;!]|$| (?:so|but|child|one of us)\\b| of (?:us|the (?:family|children|kids|lot|\\p{Lu}\\p{L}+s|(?:\\p{Ll}+ )?(?:children|kids))|(?:\\p{L}+|\\d+)(?: (?:children|kids))?(?=[.,;!]|$))| in (?:the|our|my) (?:family|house)\\b)';
const sibling = '(?:brother|sister)(?![- ]?in[- ]law|[\\p{L}-])';
const named = `[Mm]y ${sibling}(?:,? \\p{Lu}\\p{L}+)?,?(?: who)?(?: was| is)? (?:[\\p{L}\\d-]+ ){1,4}`;
/** "I was the eldest", "As the oldest, I", "Being the baby of us". */
const iWas = "(?:\\bI(?: was| am|'m)|\\b(?:[Aa]s|[Bb]eing))";
const some = '(?:an?|one|two|three|four|five|six)';

const rules: Rule[] = (
  [
    ['oldest', true, `${iWas} the (?:oldest|eldest|first-?born)${ofFamily}`],
    ['oldest', false, `\\b[Mm]y (?:older|elder|big|oldest|eldest) ${sibling}`],
    ['oldest', false, `\\b${named}(?:(?:older|elder) than|ahead of|before) me\\b`],
    ['oldest', false, `\\b${named}my senior\\b`],
    ['oldest', false, `\\bI had ${some} (?:older|elder|big) ${sibling.replace('sister)', 'sister)s?')}`],
    ['oldest', false, `${iWas} the (?:youngest|baby|second|third|fourth|fifth|middle)${ofFamily}`],
    ['youngest', true, `${iWas} the (?:youngest|baby|last(?:-born)?)${ofFamily}`],
    ['youngest', false, `\\b[Mm]y (?:younger|little|baby|kid|youngest) ${sibling}`],
    ['youngest', false, `\\b${named}(?:younger than|behind|after) me\\b`],
    [
      'youngest',
      false,
      `\\bI had ${some} (?:younger|little|baby) ${sibling.replace('sister)', 'sister)s?')}`,
    ],
  ] as const
).map(([end, is, pattern]) => ({ end, is, pattern: new RegExp(pattern, 'gu') }));
/** Words of another time than childhood, of another family, or of those who are left. */
const unless =
  /\b(?:after (?!me\b)|once|left|now|still|alive|living|surviv\p{L}*|at home|half|step\p{L}*|foster|cousins?|class|team|then|until|till|like (?:an?|my))\b/u;

/** Whether the person of this book is the oldest or youngest of their parents' children. */
export function placeAmongSiblings(text: string): Claim[] {
  if (unless.test(text)) return [];
  return rules.flatMap(({ end, is, pattern }) =>
    [...text.matchAll(pattern)].map((match) =>
      answerClaim(match, {
        topic: `${end}:self`,
        about: 'your place among the brothers and sisters',
        answer: is ? `the ${end}` : `not the ${end}`,
      }),
    ),
  );
}
