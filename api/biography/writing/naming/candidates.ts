import { relationOf } from '#api/biography/writing/language/kinship.ts';
import { remembered } from '#api/biography/writing/language/remembered.ts';
import { NAMES_THAT_ARE_WORDS } from '#api/biography/writing/language/word-lists.ts';
import { isStopWord, type Token, tokens } from '#api/biography/writing/language/words.ts';
import {
  CALENDAR_WORDS,
  NICKNAMES,
  NO_NAMES,
  PEOPLES,
  TITLES,
} from '#api/biography/writing/naming/name-lists.ts';
import { startsPhrase } from '#api/biography/writing/proof/evidence.ts';
import { wordsIn } from '#api/platform/values/language.ts';

/** One place in the words where something seems to be called by a name. */
export interface Candidate {
  /** As written, without its title: "Hathaway" of "Mrs. Hathaway". */
  name: string;
  title: string | null;
  messageId: string;
  start: number;
  end: number;
  /** The words around it, plain and on one line. */
  before: string;
  after: string;
  initial: boolean;
}

export interface NamedText {
  id: string;
  text: string;
}

const JOINTS = /^(?: (?:of|of the|de|del|de la|la|van|van der|von|da|do|dos|di|al|bin|y) | ?& ?| |-|\. )$/i;

/** Every name-like run of capitals. A word that only ever opens sentences is one only if a dictionary of names says so. */
export function findCandidates(texts: readonly NamedText[]): Candidate[] {
  const runs = texts.flatMap((text) => runsOf(text));
  const sure = new Set(runs.filter((run) => !run.initial).flatMap((run) => run.name.split(/[\s-]+/)));
  const low = new Set(texts.flatMap((text) => text.text.match(/(?<!\p{L})\p{Ll}[\p{L}'’]*/gu) ?? []));
  const isWord = (word: string) => isCommonWord(word) && (!sure.has(word) || low.has(word.toLowerCase()));
  return runs.flatMap((run) => {
    if (!run.initial) return [run];
    const words = run.name.split(' ');
    const [first = '', ...others] = words;
    if (sure.has(first) && !isWord(first)) return [run];
    if (run.title || (others.length > 0 && (sure.has(run.name) || isName(run.name)))) return [run];
    if (others.length === 0)
      return isName(first) && (!isWord(first) || NICKNAMES.has(first.toLowerCase())) ? [run] : [];
    // "Then Lourdes": the first word is only the sentence's.
    const start = run.start + run.name.indexOf(' ') + 1;
    const rest = others.join(' ');
    return sure.has(others[0] ?? '') || isName(rest) ? [{ ...run, name: rest, start, initial: false }] : [];
  });
}

function runsOf({ id, text: raw }: NamedText): Candidate[] {
  // What a transcriber put in brackets was not said.
  const text = raw.replace(/\[[^\]]*\]/g, (note) => ' '.repeat(note.length));
  const all = tokens(text);
  const found: Candidate[] = [];
  for (let at = 0; at < all.length; at += 1) {
    if (!isCapital(all[at] as Token, text)) continue;
    let last = at;
    for (let next = at + 1; next < all.length; next += 1) {
      const gap = text.slice((all[last] as Token).end, (all[next] as Token).start);
      if (/['’]s$/.test((all[last] as Token).text)) break;
      const between = gap === '' ? ' ' : gap;
      if (isCapital(all[next] as Token, text) && joins(between, all[last] as Token, text, all, last, next))
        last = next;
      else if (next - last <= 2 && isJoint((all[next] as Token).norm) && gap === ' ') continue;
      else break;
    }
    const candidate = cut(id, text, all, at, last);
    if (candidate) found.push(candidate);
    at = last;
  }
  return found;
}

function joins(_gap: string, from: Token, text: string, all: Token[], last: number, next: number): boolean {
  const between = text.slice(from.end, (all[next] as Token).start);
  if (next - last > 1 && from.text.length === 1) return false;
  const shortDot =
    /^\. $/.test(between) &&
    (TITLES.has(from.norm) || from.text.length === 1 || /^(?:st|ste|mt|ft)$/.test(from.norm));
  return (
    (JOINTS.test(between) && between !== '. ') || shortDot || (between === '.' && from.text.length === 1)
  );
}

function isJoint(word: string): boolean {
  return /^(?:of|the|de|del|la|van|der|von|da|do|dos|di|al|bin|y)$/.test(word);
}

function isCapital(token: Token, text: string): boolean {
  if (!/^\p{Lu}/u.test(token.text)) return false;
  if (/^I(?:['’]|$)/.test(token.text)) return false;
  if (CALENDAR_WORDS.has(token.norm) || PEOPLES.has(token.norm)) return false;
  return !(
    startsPhrase(plainSame(text), token.start) &&
    isStopWord(token.norm) &&
    token.text.length > 1 &&
    !/^\p{Lu}{2}/u.test(token.text)
  );
}

function cut(id: string, text: string, all: Token[], from: number, to: number): Candidate | null {
  let first = from;
  let title: string | null = null;
  const words = all.slice(from, to + 1);
  if (
    words.length > 1 &&
    (TITLES.has(words[0]?.norm ?? '') || relationOf(words[0]?.norm ?? '')) &&
    isCapital(words[1] as Token, text)
  ) {
    title = (words[0]?.text ?? '') + (text[words[0]?.end ?? 0] === '.' ? '.' : '');
    first += 1;
  }
  const start = (all[first] as Token).start;
  const lastToken = all[to] as Token;
  const end = lastToken.end - (/['’]s$/.test(lastToken.text) ? 2 : 0);
  const name = text.slice(start, end).replace(/\s+/g, ' ');
  const low = name.toLowerCase();
  const bare =
    !title && (NO_NAMES.has(low) || TITLES.has(low) || relationOf(low) !== null || isStopWord(low));
  if (bare || name.length < 2 || (/^\p{Lu}\p{L}?$/u.test(name) && !/^\p{Lu}{2}$|^\p{Lu}\p{Ll}$/u.test(name)))
    return null;
  const line = plainSame(text);
  return {
    name,
    title,
    messageId: id,
    start: title ? (all[from] as Token).start : start,
    end,
    before: line.slice(Math.max(0, (all[from] as Token).start - 60), (all[from] as Token).start),
    after: line.slice(end, end + 60),
    initial: startsPhrase(line, (all[from] as Token).start),
  };
}

function isName(words: string): boolean {
  const only = words.toLowerCase();
  if (NICKNAMES.has(only) && !NAMES_THAT_ARE_WORDS.has(only)) return true;
  return (
    wordsIn(`We saw ${words} there.`).match('#ProperNoun').found &&
    wordsIn(words.toLowerCase()).has('(#FirstName|#City|#Country|#Region|#Organization)')
  );
}

const KNOWN = new Map<string, boolean>();

/** True for a word that is in the language without being a name, such as one that opens a sentence. */
function isCommonWord(word: string): boolean {
  const low = word.toLowerCase();
  const known = KNOWN.get(low);
  if (known !== undefined) return known;
  const doc = wordsIn(low);
  const common =
    isStopWord(low) ||
    (doc.has('(#Verb|#Adverb|#Conjunction|#Preposition|#Pronoun|#Determiner|#Expression|#Adjective)') &&
      !doc.has('(#FirstName|#City|#Country)'));
  KNOWN.set(low, common);
  return common;
}

const plainSame = remembered(
  (text) => text.replace(/[’‘ʼ]/g, "'").replace(/[“”]/g, '"').replace(/\s/g, ' '),
  40,
);
