import { relationOf } from '#api/biography/writing/language/kinship.ts';
import { remembered } from '#api/biography/writing/language/remembered.ts';
import { NAMES_THAT_ARE_WORDS } from '#api/biography/writing/language/word-lists.ts';
import { isStopWord, type Token, tokens } from '#api/biography/writing/language/words.ts';
import { isGivenName } from '#api/biography/writing/naming/given-names.ts';
import {
  CALENDAR_WORDS,
  MONTH_NAMES,
  NO_NAMES,
  OPENING_WORDS,
  PEOPLES,
  TITLES,
} from '#api/biography/writing/naming/name-lists.ts';
import { NICKNAMES } from '#api/biography/writing/naming/nicknames.ts';
import { SAYINGS } from '#api/biography/writing/naming/public-names.ts';
import { startsPhrase } from '#api/biography/writing/proof/evidence.ts';
import { wordsIn } from '#api/platform/domain-values/language.ts';

/** One place in the text that looks like a name. */
export interface Candidate {
  /** The name without its title: "Hathaway" of "Mrs. Hathaway". */
  name: string;
  title: string | null;
  messageId: string;
  start: number;
  end: number;
  /** The text around it, normalised and on one line. */
  before: string;
  after: string;
  initial: boolean;
}

export interface NamedText {
  id: string;
  text: string;
}

const JOINTS = /^(?: (?:of|of the|de|del|de la|la|van|van der|von|da|do|dos|di|al|bin|y) | ?& ?| |-|\. )$/i;
/** The most words of a name, and the number of characters around it that are read as context. */
const LONGEST_NAME = 6;
const AROUND = 80;

/** Words that show that the first word of a sentence is a person's name. */
const SOMEBODY_AFTER =
  /^(?:'s (?:\p{Ll}+ ){0,2}(?:mother|father|sister|brother|wife|husband|son|daughter|house|voice|hands?|face|family|kitchen|place|boy|girl)\b|,? (?:and I|and my \p{L}+|and (?=\p{Lu}))\b|, (?:my|our|his|her|the|an?|who|whom|whose) |,? (?:said|says|told|asked|laughed|cried|smiled|wept|sang|whispered|shouted|died|taught|married|always|never|used to|loved|hated|knew|kept|could|would|had|has|wanted|worked|lived|moved|went|came (?:in|over|back|home|to|with|from)|was (?:my|our|his|her|the (?:one|eldest|oldest|youngest|first|last)|born|an?|in|at|so|always|never|the|(?:\p{Ll}+er|\p{Ll}+est)|sick|ill|two|three|four|five|six|seven|eight|nine|ten|married)|is (?:my|our|his|her|an?|in|the)|took|gave|brought|made|got|ran|sat|stood|played|grew up|left|wrote|called|met|put|lives|works|looked|turned|thought|started|drove|walked|held)\b)/u;

/**
 * Every run of capitalised words that looks like a name. A word that occurs only at the start of sentences
 * is a name only if the name lists or the following words say so.
 */
export function findCandidates(texts: readonly NamedText[]): Candidate[] {
  const runs = texts.flatMap((text) => runsOf(text));
  const sure = new Set(runs.filter((run) => !run.initial).flatMap((run) => run.name.split(/[\s-]+/)));
  const low = new Set(texts.flatMap((text) => text.text.match(/(?<!\p{L})\p{Ll}[\p{L}'’]*/gu) ?? []));
  const isWord = (word: string) => isCommonWord(word) && (!sure.has(word) || low.has(word.toLowerCase()));
  const isOrdinary = (word: string) =>
    isWord(word) || low.has(word.toLowerCase()) || OPENING_WORDS.has(word.toLowerCase());
  return runs.flatMap((run) => {
    if (!run.initial) return [run];
    const words = run.name.split(' ');
    const [first = '', ...others] = words;
    if (sure.has(first) && !isWord(first)) return [run];
    if (run.title || (others.length > 0 && (sure.has(run.name) || isName(run.name)))) return [run];
    if (others.length === 0) return opensWithName(run, isOrdinary(first)) ? [run] : [];
    if (isGivenName(first) && SOMEBODY_AFTER.test(run.after)) return [run];
    if (!isOrdinary(first) && (isGivenName(first) || !isStopWord(first.toLowerCase()))) return [run];
    // "Then Lourdes": the first word only has the capital of the sentence.
    const start = run.start + run.name.indexOf(' ') + 1;
    const rest = others.join(' ');
    return sure.has(others[0] ?? '') || isName(rest) || isGivenName(others[0] ?? '')
      ? [{ ...run, name: rest, start, initial: false }]
      : [];
  });
}

function opensWithName({ name, after }: Candidate, ordinary: boolean): boolean {
  const known = isName(name) || isGivenName(name);
  if (known && !ordinary) return true;
  if (known && NICKNAMES.has(name.toLowerCase()) && !NAMES_THAT_ARE_WORDS.has(name.toLowerCase()))
    return true;
  return ordinary || !known ? (known || !ordinary) && PERSONAL_AFTER.test(after) : SOMEBODY_AFTER.test(after);
}

/** A word in no list of names is a name only before one of these. */
const PERSONAL_AFTER =
  /^(?:'s an? |,? and \p{Lu}\p{Ll}+ (?:are|were|and|had|have|came|went|both)\b| (?:teaches|lives|works|calls|phones|writes|has)\b|'s (?:mother|father|sister|brother|wife|husband|son|daughter)\b|,? and I\b|, (?:my|our|his|her) |, the (?:boy|girl|man|woman|one who|lad|lady)\b|, who\b|,? (?:said|told|asked|laughed|cried|smiled|wept|whispered|died|married|loved|hated|wrote|sang|thought|used to|knew|lived|worked at|worked in)\b| was (?:my|our|his|her|born|married|two|three|four|five|six|seven|eight|nine|ten|the (?:oldest|eldest|youngest))\b)/u;

function runsOf({ id, text: raw }: NamedText): Candidate[] {
  // A transcriber's notes in brackets were not said, and a name in a saying names no person.
  const text = plainSame(raw)
    .replace(/\[[^\]]{0,400}\]/g, (note) => ' '.repeat(note.length))
    .replace(SAYINGS, (saying) => '_'.repeat(saying.length));
  const all = tokens(text);
  const found: Candidate[] = [];
  for (let at = 0; at < all.length; at += 1) {
    if (!isCapital(all, at, text)) continue;
    let last = at;
    for (let next = at + 1; next < all.length && next - at < LONGEST_NAME; next += 1) {
      const from = all[last] as Token;
      const gap = text.slice(from.end, (all[next] as Token).start);
      if (/['’]s$/.test(from.text)) break;
      if (gap === '-' && isSyllable(all[next] as Token)) last = next;
      else if (isCapital(all, next, text) && joins(from, text, all, last, next)) last = next;
      else if (next - last <= 2 && isJoint((all[next] as Token).norm) && gap === ' ') continue;
      else break;
    }
    const candidate = cut(id, text, all, at, last);
    if (candidate) found.push(candidate);
    at = last;
  }
  return found;
}

const SHORT_TITLES = /^(?:mr|mrs|ms|dr|prof|rev|sgt|capt|col|lt|gen|fr|sr|jr|mme|mlle|hon|pvt|cpl|maj|adm)$/;

function joins(from: Token, text: string, all: Token[], last: number, next: number): boolean {
  const between = text.slice(from.end, (all[next] as Token).start);
  if (next - last > 1 && from.text.length === 1) return false;
  const shortDot =
    /^\. $/.test(between) &&
    (SHORT_TITLES.test(from.norm) || from.text.length === 1 || /^(?:st|ste|mt|ft)$/.test(from.norm));
  return (
    (JOINTS.test(between) && between !== '. ') || shortDot || (between === '.' && from.text.length === 1)
  );
}

/** "Sung-min", "Park Soon-ja". */
function isSyllable({ text }: Token): boolean {
  return /^\p{Ll}{2,6}$/u.test(text) && !AFTER_HYPHEN.test(text);
}

const AFTER_HYPHEN =
  /^(?:like|style|type|made|born|era|wide|based|free|day|size|sized|in|on|up|to|led|run|owned|lined|old|year|fed|time|town|half|and|of|law)$/;

function isJoint(word: string): boolean {
  return /^(?:of|the|de|del|la|van|der|von|da|do|dos|di|al|bin|y)$/.test(word);
}

function isCapital(all: readonly Token[], at: number, text: string): boolean {
  const token = all[at] as Token;
  if (!/^\p{Lu}/u.test(token.text)) return false;
  if (/^I(?:['’]|$)/.test(token.text)) return false;
  if (MONTH_NAMES.has(token.norm) && isPersonsMonth(token, text)) return true;
  if (CALENDAR_WORDS.has(token.norm) || PEOPLES.has(token.norm)) return false;
  return !(
    startsPhrase(text, token.start) &&
    isStopWord(token.norm) &&
    token.text.length > 1 &&
    !/^\p{Lu}{2}/u.test(token.text) &&
    !(NAMES_THAT_ARE_WORDS.has(token.norm) && SOMEBODY_AFTER.test(text.slice(token.end, token.end + AROUND)))
  );
}

const KIN_RIGHT_BEFORE =
  /(?:\b(?:sister|brother|daughter|son|mother|father|wife|husband|friend|cousin|aunt|auntie|uncle|grandma|grandpa|granny|nana|niece|nephew|granddaughter|grandson|grandmother|grandfather|girl|boy|baby|named|called|Aunt|Auntie|Uncle|Cousin|Miss|Mrs\.?|Nurse|Sister),? |\bname (?:was|is) |\b(?:called|named) (?:her|him) )$/i;
const MONTH_BEFORE =
  /\b(?:in|of|on|by|until|till|since|early|late|mid|last|next|this|that|every|each|from|to|through|during|before|after|about|around|between|the|\d{1,2}(?:st|nd|rd|th)?) $/i;

/** "My sister April", "April said": a person and not the month. */
function isPersonsMonth(token: Token, text: string): boolean {
  const before = text.slice(Math.max(0, token.start - AROUND), token.start);
  const after = text.slice(token.end, token.end + AROUND);
  if (KIN_RIGHT_BEFORE.test(before)) return true;
  // "August Brandt was my grandfather"
  if (!MONTH_BEFORE.test(before) && /^ \p{Lu}\p{Ll}{2,} (?:was|is|had|and)\b/u.test(after)) return true;
  return (
    !MONTH_BEFORE.test(before) &&
    !/^,? (?:of )?(?:\d|the |nineteen)/.test(after) &&
    PERSONAL_AFTER.test(after) &&
    (/^ was (?:my|our|born)\b/.test(after) || text.includes(` ${token.text}`))
  );
}

function cut(id: string, text: string, all: Token[], from: number, to: number): Candidate | null {
  let first = from;
  let title: string | null = null;
  const words = all.slice(from, to + 1);
  if (words.length > 1 && /^(?:old|young|poor|dear)$/.test(words[0]?.norm ?? '')) {
    first += 1;
    words.shift();
  }
  if (
    words.length > 1 &&
    (TITLES.has(words[0]?.norm ?? '') || relationOf(words[0]?.text ?? '')) &&
    isCapital(all, first + 1, text)
  ) {
    title = (words[0]?.text ?? '') + (text[words[0]?.end ?? 0] === '.' ? '.' : '');
    first += 1;
  }
  const opens = (title ? words[0] : all[first]) as Token;
  const start = (all[first] as Token).start;
  const lastToken = all[to] as Token;
  const end = lastToken.end - (/['’]s$/.test(lastToken.text) ? 2 : 0);
  const name = text.slice(start, end).replace(/\s+/g, ' ');
  const low = name.toLowerCase();
  const bare =
    !title &&
    (NO_NAMES.has(low) ||
      TITLES.has(low) ||
      relationOf(low) !== null ||
      (isStopWord(low) && !NAMES_THAT_ARE_WORDS.has(low)));
  if (bare || name.length < 2 || (/^\p{Lu}\p{L}?$/u.test(name) && !/^\p{Lu}{2}$|^\p{Lu}\p{Ll}$/u.test(name)))
    return null;
  return {
    name,
    title,
    messageId: id,
    start: title ? opens.start : start,
    end,
    before: text.slice(Math.max(0, opens.start - AROUND), opens.start),
    after: text.slice(end, end + AROUND),
    initial: startsPhrase(text, (all[from] as Token).start),
  };
}

const isName = remembered((words) => {
  const only = words.toLowerCase();
  if (NICKNAMES.has(only) && !NAMES_THAT_ARE_WORDS.has(only)) return true;
  return (
    wordsIn(`We saw ${words} there.`).match('#ProperNoun').found &&
    wordsIn(words.toLowerCase()).has('(#FirstName|#City|#Country|#Region|#Organization)')
  );
}, 2_000);

const isCommonWord = remembered((word) => {
  const low = word.toLowerCase();
  const doc = wordsIn(low);
  return (
    isStopWord(low) ||
    (doc.has('(#Verb|#Adverb|#Conjunction|#Preposition|#Pronoun|#Determiner|#Expression|#Adjective)') &&
      !doc.has('(#FirstName|#City|#Country)'))
  );
}, 5_000);

const plainSame = remembered(
  (text) => text.replace(/[’‘ʼ]/g, "'").replace(/[“”]/g, '"').replace(/\s/g, ' '),
  40,
);
