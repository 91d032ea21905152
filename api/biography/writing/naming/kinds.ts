import { KIN_PATTERN, relationOf } from '#api/biography/writing/language/kinship.ts';
import type { Candidate } from '#api/biography/writing/naming/candidates.ts';
import {
  NICKNAMES,
  ORGANISATION_NOUNS,
  PLACE_LETTERS,
  PLACE_NOUNS,
  THING_NOUNS,
  TITLES,
} from '#api/biography/writing/naming/name-lists.ts';
import { wordsIn } from '#api/platform/values/language.ts';

export type Kind = 'PERSON' | 'PLACE' | 'ORGANISATION' | 'OTHER';

const KIN_BEFORE = new RegExp(
  `\\b(${KIN_PATTERN})(?:,| named| called| was named| is|,? whose name was|'s name was|'s name is)? $`,
  'i',
);
const KIN_AFTER = new RegExp(
  `^(?:,| was| is|, who was|, who is),? (?:my|his|her|our|their|the) (?:late |older |younger |little |big |oldest |youngest |eldest |dear |first |second |baby |half[- ]|great[- ])*(${KIN_PATTERN})\\b`,
  'i',
);
const PERSON_BEFORE =
  /\b(?:friend|friends|named|boy|girl|man|woman|fellow|guy|lady|teacher|boss|neighbor|colleague|roommate|director|leader|student|supervisor|volunteer|author|writer|doctor|nurse|met|married|marry|love with|name was|name is|knew|told|asked|with) $/i;
const PERSON_SURE = /\b(?:told|asked|said to|married|met|named|friend|thanked|kissed|loved|hugged) $/i;
const PERSON_AFTER =
  /^,? (?:and I\b|said|says|told|asked|laughed|cried|died|was born|married|who (?:was|is|had|came|lived|said)|smiled|thought|grew up|loved|used to|himself|herself|got (?:up|married)|sat|stood|walked|came (?:in|over|back|home)|went (?:in|out|home|back)|had (?:been|a)\b)/i;
const PLACE_BEFORE =
  /\b(?:in|at|to|from|near|into|outside|around|through|toward|towards|across|of|called|between|via|past|left|reached|visit|visited|downtown|east of|west of|north of|south of|town of|city of|capital of) $/i;
const PLACE_SURE =
  /\b(?:in|near|into|outside|downtown|east of|west of|north of|south of|town of|city of|village of|capital of|moved to|went to|lived in|drove to|flew to|came from|back to|over to|up to|down to) $/i;
/** "Marisol makes it now, my granddaughter." */
const KIN_LATER = new RegExp(
  `^ \\p{Ll}[\\p{Ll}' ]{2,40}, (?:my|our) (?:late |older |younger |little |big |oldest |youngest |eldest )*(${KIN_PATTERN})(?=[,.;!])`,
  'u',
);
/** A boat that was called the Clara, after my sister. */
const NAMESAKE = new RegExp(`^,? after (?:my|our) (${KIN_PATTERN})\\b`, 'i');
const SHIP_BEFORE =
  /\b(?:boat|ship|schooner|trawler|steamer|vessel|liner|ferry|tug|tugboat|yacht|sloop|dory|barge)\b[^.;]{0,30}\b(?:called|named|christened) (?:the )?$|\baboard (?:the )?$/i;
const FEAST_BEFORE = /\b(?:feast|day|eve|mass|procession|novena|statue|picture|medal) of $/i;
/** "A Sylvia", "another Costa": one of that name, and nobody in particular. */
const ONE_OF = /\b(?:an?|another|no|any) $/i;
/** "Sister Benedicta" is nobody's sister. */
const HOLY = /^(?:sister|brother|father|mother)$/i;
const HOUSE_AFTER =
  /^(?:'s)? (?:church|school|parish|hospital|academy|cathedral|convent|college|chapel|grammar|elementary|high school)\b/i;
/** "We went to Saint Anthony's." */
const POSSESSED = /^'s(?:[.,;!?]|$| (?:and|in|on|for|where|when|after|with|until|that|school|by)\b)/i;
const THE_BEFORE = /\bthe $/i;

/** True where a name is a ship's or a feast's, whoever else bears it. */
export function isBorrowed(one: Candidate): boolean {
  return SHIP_BEFORE.test(one.before) || FEAST_BEFORE.test(one.before);
}

/** True where the words mean one of that name rather than somebody. */
export function isOneOfMany(one: Candidate): boolean {
  return !one.title && ONE_OF.test(one.before);
}

/** What a name stands for, weighed over every place where it was said. */
export function kindOf(name: string, said: readonly Candidate[]): Kind {
  const words = name.toLowerCase().split(/[\s-]+/);
  const last = words.at(-1)?.replace(/\.$/, '') ?? '';
  if (
    said.some(
      (one) => one.title && (TITLES.has(one.title.toLowerCase().replace('.', '')) || relationOf(one.title)),
    )
  )
    return 'PERSON';
  if (
    words.length > 1 &&
    (THING_NOUNS.has(last) ||
      /^(?:hurricane|typhoon|cyclone|tropical|operation|uss|hms|ss)$/.test(words[0] ?? ''))
  )
    return 'OTHER';
  if (words.length > 1 && ORGANISATION_NOUNS.has(last)) return 'ORGANISATION';
  if (
    words.length > 1 &&
    /^(?:university|college|bank|church|friends|department|voice|house|ministry|bureau|school) of\b/i.test(
      name,
    )
  )
    return 'ORGANISATION';
  if (said.every((one) => THE_BEFORE.test(one.before)) && words.length === 1 && isFamily(last))
    return 'OTHER';
  if (
    /^(?:St|Saint)\.? \p{Lu}/u.test(name) &&
    said.some((one) => HOUSE_AFTER.test(one.after) || POSSESSED.test(one.after))
  )
    return 'ORGANISATION';
  if (said.some((one) => HOUSE_AFTER.test(one.after)) && words.length > 1) return 'ORGANISATION';
  if (PLACE_LETTERS.has(name.toLowerCase())) return 'PLACE';
  if (
    /^(?:St|Ste|Mt|Ft|Saint|Mount|Fort|Lake|Cape|Port|San|Santa|New|North|South|East|West|Los|Las|Rio|El)\.? \p{Lu}/u.test(
      name,
    ) &&
    words.length < 5
  )
    return 'PLACE';
  if (/^[\p{Lu}&.]{2,}\d*$/u.test(name)) return 'ORGANISATION';
  if (words.length > 1 && PLACE_NOUNS.has(last)) return 'PLACE';
  const { person, place, organisation } = weigh(name, words, said);
  if (organisation > person && organisation >= place) return 'ORGANISATION';
  if (person >= 2 && person > place) return 'PERSON';
  if (place >= 1 && place >= person) return 'PLACE';
  return person > 0 && person >= place ? 'PERSON' : 'OTHER';
}

/** The relation in which the words put somebody, or null. */
export function statedRelation(one: Candidate): string | null {
  const title =
    one.title && !(HOLY.test(one.title) && /^\p{Lu}/u.test(one.title)) ? relationOf(one.title) : null;
  if (title) return title;
  const found =
    one.before.match(KIN_BEFORE)?.[1] ??
    one.after.match(KIN_AFTER)?.[1] ??
    one.after.match(KIN_LATER)?.[1] ??
    one.after.match(NAMESAKE)?.[1];
  return found ? relationOf(found) : null;
}

/** "The Silvas": a household. */
function isFamily(word: string): boolean {
  return /[^s]s$/.test(word) && !wordsIn(word).has('(#Place|#City|#Country|#Region)');
}

function weigh(name: string, words: string[], said: readonly Candidate[]) {
  const tags = wordsIn(`I remember ${name} well.`).match(name.replace(/[^\p{L}\p{N}' -]/gu, ''));
  const first = words[0] ?? '';
  let person = tags.has('(#FirstName|#LastName|#Person)') || NICKNAMES.has(first) ? 2 : 0;
  let place = tags.has('(#Place|#City|#Country|#Region)') ? 3 : 0;
  const organisation = tags.has('#Organization') && person === 0 && place === 0 ? 2 : 0;
  if (wordsIn(first).has('#FirstName') && words.length > 1 && words.length < 4) person += 2;
  for (const one of said) {
    if (statedRelation(one)) person += 4;
    if (PERSON_SURE.test(one.before)) person += 3;
    else if (PERSON_BEFORE.test(one.before)) person += 1;
    if (
      PERSON_AFTER.test(one.after) ||
      /^'s (?:mother|father|house|wife|husband|voice|hand|face|name)/.test(one.after)
    )
      person += 1;
    if (PLACE_SURE.test(one.before)) place += 2;
    else if (PLACE_BEFORE.test(one.before) && !PERSON_SURE.test(one.before)) place += 1;
    if (THE_BEFORE.test(one.before)) person -= 2;
  }
  return { person, place, organisation };
}
