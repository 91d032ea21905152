import { yearsOf } from '#api/biography/writing/dates.ts';
import { relationOf } from '#api/biography/writing/language/kinship.ts';
import { plain } from '#api/biography/writing/language/words.ts';
import { eventsIn, type ToldEvent } from './events.ts';
import { myRelative } from './relatives.ts';

const place = '(?<place>\\p{Lu}\\p{L}+(?:[ -]\\p{Lu}\\p{L}+)*)(?! (?:to|every|each|with)\\b)';
const origin = new RegExp(
  `(?:\\b(?<self>I)|${myRelative}(?:,? \\p{Lu}\\p{L}+,?)?|(?<=^|[,;] )(?<parent>Mother|Father|Mama|Papa|Mom|Dad)) (?:came|come|comes|was|is|grew up|lived) (?:from|in) ${place}`,
  'u',
);
const bornThere = /^(?:I|[Hh]e|[Ss]he) was born (?:and (?:raised|brought up) )?there\b/;
/** Words by which one comes from where one was born: "she crossed over when she was a girl". */
const cameOver =
  /\b(?:[Ss]he|[Hh]e) (?:crossed over|came (?:over|across|here)|emigrated|sailed)\b[^.;]{0,20} (?:as|when (?:she|he) was) (?:only |just |still )?an? (?:\p{L}+ )?(?:baby|child|girl|boy)\b/u;
const denied = /\b(?:not|never|[a-z]+n't|said|thought|if|maybe|perhaps)\b/i;

/** The births whose place or year two statements give together, without saying it. */
export function birthsIn(sentence: string, next: string | null): ToldEvent[] {
  return [...birthByAge(sentence), ...birthByOrigin(sentence, next)];
}

/** "I was nineteen when I married, in 1956" gives the year of birth. */
function birthByAge(sentence: string): ToldEvent[] {
  return eventsIn(sentence).flatMap(({ age, date }) => {
    const years = date && /^\d{4}(?:-\d\d){0,2}$/.test(date.value) ? yearsOf(date.value) : null;
    if (!age || !date || !years || age.isTheirs || age.isAbout || age.isUntil) return [];
    const born = years.first - age.years;
    return [birthOf({ date: { ...date, value: `${born}~` }, form: `at ${age.years} in ${years.first}` })];
  });
}

/** "My mother came from Cork. She was born there." */
function birthByOrigin(sentence: string, next: string | null): ToldEvent[] {
  const text = plain(sentence);
  const match = text.length > 600 || denied.test(text) ? null : origin.exec(text);
  const { self, parent, place: name = '' } = match?.groups ?? {};
  if (!match || !(bornThere.test(next ?? '') || cameOver.test(text))) return [];
  const relation = self ? null : relationOf(match[2] ?? parent ?? '');
  if (!self && !isOne(relation)) return [];
  const end = match.index + match[0].length;
  const where = { start: end - name.length, end, text: name, value: name };
  return [birthOf({ place: where, relation, form: 'came from' })];
}

const one = new Set(['mother', 'father', 'husband', 'wife', 'grandmother', 'grandfather']);
const isOne = (relation: string | null) => relation !== null && one.has(relation);

function birthOf({ relation = null, ...said }: Partial<ToldEvent>): ToldEvent {
  return {
    ...{ key: relation ? `birth:${relation}:` : 'birth:self', deed: 'birth', relation, name: null },
    ...{ clause: relation ? `your ${relation} was born` : 'you were born' },
    ...{ date: null, place: null, setting: null, age: null },
    ...said,
  };
}
