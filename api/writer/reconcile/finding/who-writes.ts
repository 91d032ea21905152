import { KIN_PATTERN } from '#api/biography/writing/language/kinship.ts';
import { isGivenName } from '#api/biography/writing/naming/given-names.ts';
import { escapePattern, foldName } from './book-names.ts';

type Named = { fullName: string; preferredName: string };

/**
 * Whether the texts say that the subject writes them, by the full name or by a first name alone: "this is Alma", "Alma
 * here", "soy Alma", or the name at the end.
 */
export function saysName(texts: readonly string[], subject: Named): 'FULL_NAME' | 'FIRST_NAME' | null {
  const said = texts.flatMap(introduced).map(foldName);
  const names = namesOfSubject(subject);
  const isHeaded = texts.some((text) => names.full.some((full) => isHeadedBy(foldName(text), full)));
  if (isHeaded || said.some((name) => names.full.some((full) => startsWithName(name, full))))
    return 'FULL_NAME';
  return said.some((name) => names.first.some((first) => isThatName(name, first))) ? 'FIRST_NAME' : null;
}

/**
 * Whether a text reads as somebody else's: it introduces another person, speaks of the subject by name or as "her", or
 * of a mother or grandmother who lives.
 */
export function readsAsAnothers(text: string, subject: Named): boolean {
  const names = namesOfSubject(subject);
  const isTheirs = (name: string) => {
    const folded = foldName(name);
    return (
      names.full.some((full) => startsWithName(folded, full)) ||
      names.first.some((first) => isThatName(folded, first))
    );
  };
  // “This is Duluth” introduces nobody.
  if (introduced(text).some((name) => !isTheirs(name) && isGivenName(name.split(' ')[0] ?? ''))) return true;
  if (isForAnother(text) || relativeSays.some((pattern) => pattern.test(text))) return true;
  return speaksOf(text, [...names.full, foldName(subject.preferredName)]);
}

function namesOfSubject({ fullName, preferredName }: Named) {
  const words = foldName(fullName).split(/\s+/);
  const last = words.at(-1) ?? '';
  const first = [...new Set([foldName(preferredName), words[0] ?? ''])];
  const full = [foldName(fullName), ...words.slice(0, -1).map((word) => `${word} ${last}`)];
  if (words.length > 1) full.push(`${foldName(preferredName)} ${last}`);
  return { full: words.length > 1 ? [...new Set(full)] : [], first };
}

const startsWithName = (said: string, name: string) => said === name || said.startsWith(`${name} `);
const greeting =
  /^(?:(?:hi|hello|hey|hola|good (?:morning|afternoon|evening)|buenos dias|buenas tardes)\b[\s,.!]*)?/;
/** “Alma Petersen. I have a new phone”, “Hello, Alma Petersen again.” */
function isHeadedBy(text: string, name: string): boolean {
  const rest = text.replace(greeting, '');
  return rest.startsWith(name) && /^(?:\s*[.:\n–—-]| again\b)/.test(rest.slice(name.length));
}

/** “Vincent, I told you”: the text is for somebody else. “Tomas, my father, sang” is not. */
const addresses =
  /^(?:(?:[Hh]i|[Hh]ello|[Hh]ey|[Dd]ear|[Hh]ola)[ ,]+)?(\p{Lu}\p{L}+),? (?!(?:my|our|who|the|mi|mis|el|la|que)\b)/u;
function isForAnother(text: string): boolean {
  const [head = '', called = ''] = addresses.exec(text) ?? [];
  return /,\s*$/.test(head) && isGivenName(called);
}

/** A first name that goes on with a family name is another person's. */
const isThatName = (said: string, name: string) => said === name;

const name = String.raw`\p{Lu}[\p{L}'’-]+(?:[ ]\p{Lu}[\p{L}'’-]+){0,3}`;
/** At most two words of a name in small letters. */
const small = String.raw`\p{L}[\p{L}'’-]+(?: \p{L}[\p{L}'’-]+)?`;

const introductions = [
  new RegExp(
    String.raw`\b(?:[Tt]his is|[Ii]t['’]?s|[Ii]t is|[Ii]['’]m|[Ii] am|[Mm]y name is|[Hh]ere is|[Ss]oy|[Mm]e llamo|[Mm]i nombre es|[Hh]abla|[Ll]e escribe|[Tt]e escribe) (${name})(?=[^\p{L}]|$)`,
    'gu',
  ),
  new RegExp(String.raw`(?:^|[.!?,]\s*)(${name}) (?:here|speaking|aqu[ií])\b`, 'gu'),
  // The name at the end, on its own or after a greeting.
  new RegExp(
    String.raw`(?:[.!?\n—–-]\s*|\b(?:[Ll]ove|[Yy]ours|[Ss]incerely|[Ss]igned|[Rr]egards|[Tt]hanks|[Cc]ariños|[Ss]aludos),?\s+)(${name})[.!]?\s*$`,
    'gu',
  ),
];
const introducedSmall = new RegExp(
  String.raw`^(?:hi|hello|hey|hola|good (?:morning|afternoon|evening))?[ ,]*(?:this is|it's|its|my name is|soy) (${small})(?=[.,!\n]|$| from| again| here)`,
  'gu',
);

/** The names under which a text introduces its writer. */
function introduced(text: string): string[] {
  const said = introductions.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), (match) => match[1] ?? ''),
  );
  const low = /\p{Lu}/u.test(text)
    ? []
    : Array.from(text.matchAll(introducedSmall), (match) => match[1] ?? '');
  return [...said, ...low].map((each) => each.replace(/['’]s?$/, '')).filter((each) => each !== '');
}

const elders =
  'mother|mom|mum|mama|mommy|ma|grandmother|grandma|granny|gran|nana|nan|oma|abuela|abuelita|mamá|mami|nonna|bubbe|zaide|zayde|father|dad|daddy|papa|pop|grandfather|grandpa|granddad|opa|abuelo|abuelito|papá|papi|nonno|aunt|auntie|aunty|uncle|tía|tío|mother-in-law|father-in-law|wife|husband|neighbou?r';
const lives =
  "is|isn't|has|hasn't|can|can't|cannot|won't|will|wants|would like|wouldn't|likes|loves|lives|says|said you|doesn't|needs|keeps|still|está|tiene|quiere|dice|no puede|vive";

const relativeSays = [
  new RegExp(
    String.raw`\b(?:my |our |mi |her |his )?(?:${elders})(?: \p{L}+)? (?:${lives})\b(?! dead| gone| buried)`,
    'iu',
  ),
  // "Mom’s phone is broken".
  new RegExp(String.raw`\b(?:${elders})['’]s (?:phone|telephone|number|stor|book|call|cell)`, 'iu'),
  new RegExp(
    String.raw`\b(?:i am|i'm|i’m|this is|soy) (?:her|his|their|su|la|el) (?:${KIN_PATTERN}|hija|hijo|niet[oa]|caregiver|carer|nurse|neighbou?r)\b`,
    'iu',
  ),
  new RegExp(String.raw`\b(?:i am|i'm|i’m) [\p{L}]+['’]s (?:${KIN_PATTERN}|caregiver|carer|nurse)\b`, 'iu'),
  /\b(?:her|his) (?:stories|book|phone|calls?|number)\b/iu,
  /\bon behalf of\b|\bde parte de\b/iu,
  /\b(?:call|text|ring|ask|reach) (?:her|him)\b/iu,
];

/** Whether the words speak of somebody by one of these names, rather than quote it or say it of the writer. */
function speaksOf(text: string, names: readonly string[]): boolean {
  const folded = foldName(text);
  const introducedAt = introductions.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ index, 0: words }) => ({
      start: index,
      end: index + words.length,
    })),
  );
  for (const each of names) {
    const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])${escapePattern(each)}(?![\p{L}\p{N}])`, 'gu');
    for (const { index } of folded.matchAll(pattern)) {
      if (!/^\p{Lu}/u.test(text.slice(index)) && /\p{Lu}/u.test(text)) continue;
      const isHead = folded.slice(0, index).replace(greeting, '') === '';
      if (isHead && names.some((name) => isHeadedBy(folded, name))) continue;
      if (introducedAt.some(({ start, end }) => start <= index && index < end)) continue;
      const before = folded.slice(Math.max(0, index - 30), index);
      // "They called me Alma", "Alma, my father said".
      if (/["'(]\s*$|\b(?:called|named|me|calls|name|llamaban|decia|dijo|said)[:,]?\s*$/u.test(before))
        continue;
      if (!/\p{Lu}/u.test(text) && introducedSmallAt(folded, index)) continue;
      return true;
    }
  }
  return false;
}

function introducedSmallAt(folded: string, index: number): boolean {
  return /(?:this is|it's|its|my name is|soy)\s*$/u.test(folded.slice(0, index));
}
