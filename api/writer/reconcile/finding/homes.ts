import { answerClaim, type Claim } from './claims.ts';

const street =
  "(?<street>\\p{Lu}[\\p{L}'.]*(?: \\p{Lu}[\\p{L}'.]*)* (?:Street|St|Avenue|Ave|Road|Lane|Drive|Boulevard|Terrace|Row|Court|Place|Alley))\\b";
const material = '(?<value>brick|stone|wooden|wood|frame|clapboard|log|adobe|sod)';
const materials = [
  `\\b(?:[Oo]ur|[Tt]he|[Mm]y) house (?:on|in) ${street},? was (?:all |made |built )?(?:of |an? )?(?:\\p{Ll}+ ){0,2}?${material}\\b`,
  `\\b(?:[Oo]ur|[Tt]he|[Mm]y|an?) (?:\\p{Ll}+ ){0,3}?${material} house (?:on|in) ${street}`,
  `\\b[Ii]t was an? (?:\\p{Ll}+ ){0,3}?${material} house,? (?:the one |that one |our house )?(?:on|in) ${street}`,
].map((pattern) => new RegExp(pattern, 'gu'));

const homes = [
  `\\b[Tt]he (?:house|flat|apartment) (?:that )?I grew up in was (?:on|in) ${street}`,
  `\\b(?:I|[Ww]e) (?:all )?grew up (?:on|in|in an? [^.;,]{1,30} on) ${street}`,
  `\\bI spent my (?:whole |entire )?childhood (?:on|in) ${street}`,
].map((pattern) => new RegExp(pattern, 'gu'));
/** Words by which somebody had no other home before they were grown. */
const all =
  /\bmy (?:whole|entire) childhood\b|\bonly (?:house|home|street) I (?:ever )?knew\b|\bnever lived anywhere else\b|\bfrom (?:the day I was born|birth) (?:till|until|to)\b/;

/** What a house on a street was built of, and the street where the person of this book grew up. */
export function homesIn(text: string): Claim[] {
  const claims = (
    pattern: RegExp,
    of: (street: string, value: string) => [topic: string, about: string, answer: string],
  ) =>
    [...text.matchAll(pattern)].map((match) => {
      const [topic, about, answer] = of(match.groups?.street ?? '', match.groups?.value ?? '');
      return answerClaim(match, { topic, about, answer });
    });
  return [
    ...materials.flatMap((pattern) =>
      claims(pattern, (on, value) => [`house:${on.toLowerCase()}`, `your house on ${on}`, value]),
    ),
    ...homes.flatMap((pattern) =>
      claims(pattern, (on) => [
        'childhood-home:self',
        'your childhood home',
        `${all.test(text) ? 'always ' : ''}on ${on}`,
      ]),
    ),
  ];
}

/** Whether somebody grew up on two streets, though on one of them all the time. */
export function areHomesApart(one: string, other: string): boolean {
  const [here, there] = [one, other].map((each) => each.replace(/^always /, ''));
  return here !== there && (one.startsWith('always ') || other.startsWith('always '));
}
