import { findDates } from '#api/biography/writing/dates.ts';
import { answerClaim, type Claim } from './claims.ts';
import { eventsIn } from './events.ts';
import { personPattern, relative, whoIs } from './who-is.ts';

/** Verbs for what only the living do. “Passed” and “left us” mean a death. */
const does =
  '(?:\\p{L}+ly |always |still |often |even )?(?:was (?:the first to|\\p{L}+ing(?! (?:dead|in (?:his|her) grave)))|came (?!to (?:me|us) in)|took|gave|taught|made|bought|sold|told|said|went (?!to (?:be with|God|heaven|his|her))|sat|stood|held|wrote|sang|drove|ran|brought|got|built|baked|cooked|sewed|planted|walked|talked|worked|started|opened|retired|married|moved|visited|joined|played|danced|called|voted|signed|helped|carried|met|danced|laughed|cried|asked|painted|fixed|shook)';
const acts = new RegExp(`${personPattern},? ${does}\\b`, 'gu');
/** Words of what is left of the dead, and of times that are not the year of the act. */
const unless =
  /\b(?:dreams?|dreamt|grave|ghost|spirit|photo\p{L}*|pictures?|voice|memory|buried|late|stone|letters?|will|before|after|since|until|till|by the time|if)\b/u;
const anotherClause = /\b(?:and|but|so|who|which|that|where|because|when|while|as)\b/;

const buried = new RegExp(`\\b(?:I|[Ww]e) (?:buried|lost) ${relative}(?=,? (?:in|on|that)\\b)`, 'gu');

/** The year in which a relative died, or in which they did something. */
export function lifetimesIn(text: string): Claim[] {
  return [...deathsIn(text), ...burialsIn(text), ...actsIn(text)];
}

function deathsIn(text: string): Claim[] {
  return eventsIn(text).flatMap(({ deed, relation, name, date }) => {
    const who = relation && date && whoIs({ kin: relation, ...(name && { name }) });
    const year = deed === 'death' && date ? yearOf(date.value.split('/').at(-1) ?? '') : null;
    if (!who || !date || year === null) return [];
    return [claimOf(Object.assign([date.text], { index: date.start }), who, `died in ${year}`)];
  });
}

function burialsIn(text: string): Claim[] {
  const date = onlyDateIn(text);
  if (!date) return [];
  return [...text.matchAll(buried)].flatMap((match) => {
    const who = whoIs(match.groups ?? {});
    return who ? [claimOf(match, who, `died in ${date.year}`)] : [];
  });
}

/** The one date of a sentence; null where its year isn't certain. */
function onlyDateIn(text: string) {
  const dates = findDates(text).filter(({ inferred }) => !inferred);
  const [date] = dates;
  const year = date && yearOf(date.edtf);
  return date && dates.length === 1 && year != null ? { ...date, year } : null;
}

function actsIn(text: string): Claim[] {
  if (unless.test(text)) return [];
  const date = onlyDateIn(text);
  if (!date) return [];
  return [...text.matchAll(acts)].flatMap((match) => {
    const who = whoIs(match.groups ?? {});
    const end = match.index + match[0].length;
    const between = date.start >= end ? text.slice(end, date.start) : text.slice(date.end, match.index);
    if (!who || who.key === 'self' || anotherClause.test(between)) return [];
    return [claimOf(match, who, `alive in ${date.year}`)];
  });
}

/** Null where the year isn't certain. */
function yearOf(edtf: string): number | null {
  const [, year] = /^(\d{4})(?:-\d\d){0,2}$/.exec(edtf) ?? [];
  return year === undefined ? null : Number(year);
}

function claimOf(
  match: Pick<RegExpExecArray, 'index'> & { 0?: string },
  { key, whose }: { key: string; whose: string },
  answer: string,
): Claim {
  return answerClaim(match, { topic: `lifetime:${key}`, about: `${whose} lifetime`, answer });
}

/** Whether somebody does something in a year after that of their death. */
export function areLifetimesApart(one: string, other: string): boolean {
  const [died, alive] = [one, other].sort((a, b) => (a < b ? 1 : -1)).map((each) => each.split(' in '));
  return died?.[0] === 'died' && alive?.[0] === 'alive' && Number(alive[1]) > Number(died[1]);
}
