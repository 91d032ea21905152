import { KIN_PATTERN, relationOf } from '#api/biography/writing/language/kinship.ts';
import { parentNames } from './events.ts';
import { singleRelationOf } from './relatives.ts';

const describing = '(?:late |older |younger |oldest |eldest |youngest |little |big |baby |twin |own |dear )*';
const titles = 'Aunt|Auntie|Uncle|Cousin|Grandma|Grandpa|Grandmother|Grandfather|Granny|Nana|Opa|Oma';
/** A few words before a parent who is only called Dad or Mother: "In 1952 Dad", "On Sundays Mother". */
const before =
  '(?<=^|[,;] |\\d{4} |\\b(?:[Aa]nd|[Bb]ut|[Ss]o|saw|heard|knew|found|buried|lost) |^(?:On|At|In|Every|Each|Most|Some|One|That) (?:\\p{L}+ ){1,3})';
/** A relative of the person of this book, or somebody who is called by relation and name. */
export const relative = `(?:\\b[Mm]y ${describing}(?<kin>${KIN_PATTERN})\\b(?:,? (?!and\\b|or\\b)(?<name>\\p{Lu}\\p{L}+),?)?|${before}(?<parent>${parentNames})\\b|\\b(?<title>${titles}) (?<titled>\\p{Lu}\\p{L}+))`;
/** The person of this book, or a relative of theirs. */
export const personPattern = `(?:\\b(?<self>I|[Ww]e)\\b|${relative})`;

/** The same, or somebody who is only called by a name: "when Dub got back". */
export const personOrName = `(?:${personPattern}|(?<=^|[,;] |\\b(?:[Aa]nd|[Bb]ut|[Ww]hen|[Ss]o|[Tt]hat|[Mm]y|[Oo]ur) )(?<called>\\p{Lu}\\p{L}+))`;

type Who = { key: string; whose: string };

/** The person that a match of `personPattern` names; null when it could be one of several relatives. */
export function whoIs({
  kin,
  name,
  parent,
  title,
  titled,
  called,
}: Record<string, string | undefined>): Who | null {
  if (called) return { key: `called ${called.toLowerCase()}`, whose: `${called}’s` };
  if (title && titled) return relativeCalled(title.toLowerCase(), titled);
  const word = kin ?? parent;
  if (!word) return { key: 'self', whose: 'your' };
  const single = singleRelationOf(word);
  if (single) return { key: single, whose: `your ${single}’s` };
  return name ? relativeCalled(word, name) : null;
}

function relativeCalled(word: string, name: string): Who | null {
  const relation = relationOf(word);
  if (relation === null) return null;
  return { key: `${relation} ${name.toLowerCase()}`, whose: `your ${relation} ${name}’s` };
}
