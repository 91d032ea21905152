import type { Language } from '#api/language/languages.ts';
import { callerLanguages } from './by-language.ts';
import type { RequestPatterns } from './caller-language.ts';

/** A request of a caller, as opposed to a story. */
export type CallerRequest =
  | { kind: 'CODE_WORD' }
  | { kind: 'LIST' }
  | { kind: 'MORE' }
  | { kind: 'READ'; about: Wanted }
  /** A wish in words that may also mean something else, if there is no such story. */
  | { kind: 'HEAR'; about: Wanted }
  | { kind: 'DELETE'; about: Wanted }
  | { kind: 'MAKE_PRIVATE'; about: Wanted }
  | { kind: 'CONSENTS' };

/**
 * The story that is meant: by its number in the list that was read out, where -1 is the last, by its topic, or the one
 * that was just read.
 */
export type Wanted = { number: number } | { topic: string } | 'LAST_READ';

/** A request has at most this many words; longer speech tells a story. */
const mostWords = 18;

/** Finds the request in a caller's words; null for words that tell a story or that the interviewer answers. */
export function readRequest(said: string, language: Language = 'en'): CallerRequest | null {
  const { patterns } = callerLanguages[language];
  const text = patterns.plain(said);
  if (text.split(/\s+/).length > mostWords) return null;
  if (patterns.codeWord.test(text)) return { kind: 'CODE_WORD' };
  if (patterns.consents.test(text)) return { kind: 'CONSENTS' };
  if (patterns.list.some((pattern) => pattern.test(text))) return { kind: 'LIST' };
  if (patterns.more.test(text)) return { kind: 'MORE' };
  const reads = wantedIn(patterns.read.exec(text)?.[1], patterns);
  if (reads) return { kind: 'READ', about: reads };
  const hears = wantedIn(patterns.hear.exec(text)?.[1], patterns);
  if (hears && hears !== 'LAST_READ' && 'topic' in hears) return { kind: 'HEAR', about: hears };
  const deletes = wantedIn(patterns.erase.exec(text)?.[1], patterns);
  if (deletes) return { kind: 'DELETE', about: deletes };
  const keeps = wantedIn(patterns.keepPrivate.exec(text)?.[1], patterns);
  return keeps ? { kind: 'MAKE_PRIVATE', about: keeps } : null;
}

function wantedIn(words: string | undefined, patterns: RequestPatterns): Wanted | null {
  if (!words) return null;
  const text = words.trim();
  if (patterns.lastRead.test(text)) return 'LAST_READ';
  const topic = patterns.byTopic.exec(text)?.[1];
  if (topic) return { topic };
  const number = patterns.numberIn(text);
  return number === null ? null : { number };
}

/** What a caller chooses of the titles that were read out: a story, the next titles, or to hear them again. */
export type Choice = { number: number } | { topic: string; isNamed: boolean } | 'MORE' | 'AGAIN';

/** A choice has at most this many words, and one that only repeats words of a title fewer. */
const mostWordsOfChoice = 14;
const mostWordsOfTitle = 9;

/** Finds the choice in the words of a caller who has just heard titles; null for other words. */
export function readChoice(said: string, language: Language = 'en'): Choice | null {
  const { patterns } = callerLanguages[language];
  const text = patterns.plain(said);
  const count = text.split(/\s+/).length;
  if (!text || count > mostWordsOfChoice) return null;
  if (asksAgain(said, language)) return 'AGAIN';
  if (patterns.goesOn.test(text)) return 'MORE';
  const chosen = text.replace(patterns.choosing, '').trim();
  const number = patterns.numberIn(chosen) ?? patterns.numberIn(text);
  if (number !== null) return { number };
  const topic = patterns.choosingTopic.map((pattern) => pattern.exec(chosen)?.[1]).find(Boolean);
  if (topic) return { topic, isNamed: true };
  return chosen && count <= mostWordsOfTitle ? { topic: chosen, isNamed: false } : null;
}

/** Whether the words only ask to hear again what was just said. */
export function asksAgain(said: string, language: Language = 'en'): boolean {
  const { patterns } = callerLanguages[language];
  const words = patterns
    .plain(said)
    .split(/[\s,.!?]+/)
    .filter(Boolean);
  return words.length <= mostWordsOfChoice && patterns.again.test(words.join(' '));
}

/** How an unconfirmed caller offers to prove who they are. */
export type ProofKind = 'WITH_WORD' | 'WITH_TEXT' | null;

export function readProof(said: string, language: Language = 'en'): ProofKind {
  const { patterns } = callerLanguages[language];
  const text = patterns.plain(said);
  if (patterns.withWord.test(text)) return 'WITH_WORD';
  return patterns.withText.test(text) ? 'WITH_TEXT' : null;
}

/** Whether the words contain the code word at once, as in "the code word is marigold". */
export function saysWord(said: string, language: Language = 'en'): boolean {
  const { patterns } = callerLanguages[language];
  const text = patterns.plain(said);
  return patterns.saysWord.test(text) && text.split(/\s+/).length <= 9;
}

/** A yes among other words, such as “Yes? Hello?” after a call dropped, may not be meant as the answer. */
export type YesOrNo = 'YES' | 'MAYBE' | 'NO' | null;

const mostWordsOfYes = 4;
/** After a drop, such words look for us. */
const asksWhoIsThere =
  /[?]|\b(?:hello|hi|hey|there|here|hola|bueno|oigan?|oyen?|diga)\b|\b(?:al[oó]|aqu[ií])(?!\p{L})/iu;

export function readYesOrNo(said: string, language: Language = 'en'): YesOrNo {
  const { patterns } = callerLanguages[language];
  const text = patterns.plain(said);
  if (text.split(/\s+/).length > 8) return null;
  if (patterns.no.test(text)) return 'NO';
  if (!patterns.yes.test(text)) return null;
  const words = said.trim().split(/\s+/).length;
  return words <= mostWordsOfYes && !asksWhoIsThere.test(said) && patterns.bareYes.test(text)
    ? 'YES'
    : 'MAYBE';
}
