import { remembered } from '#api/biography/writing/language/remembered.ts';
import { fold, tokens } from '#api/biography/writing/language/words.ts';
import { writingLanguage } from '#api/biography/writing/languages.ts';
import { readPassage } from '#api/biography/writing/proof/evidence.ts';
import { missingDates, missingNumbers } from '#api/biography/writing/proof/figures.ts';
import { brokenOrder, missingContent, saysNothing } from '#api/biography/writing/proof/meaning.ts';
import { missingNames } from '#api/biography/writing/proof/names.ts';
import type { Passage } from '#api/biography/writing/proof/passage.ts';
import { answersItsOwnQuestion, flipped } from '#api/biography/writing/proof/polarity.ts';
import type { ProofWords } from '#api/biography/writing/proof/proof-words.ts';
import { missingQuotes } from '#api/biography/writing/proof/quotes.ts';
import { isFairSpan, sentencesAround } from '#api/biography/writing/proof/spans.ts';
import type { SourceSpan, WriteSubject } from '#api/biography/writing/writer.ts';
import type { Language } from '#api/language/languages.ts';

export type GroundingKind =
  | 'NO_SOURCE'
  | 'BAD_SPAN'
  | 'PRIVATE_SOURCE'
  | 'MISSING_NAME'
  | 'MISSING_NUMBER'
  | 'MISSING_DATE'
  | 'MISSING_QUOTE'
  | 'MISSING_CONTENT'
  | 'CHANGED_MEANING';

export interface GroundingFinding {
  kind: GroundingKind;
  /** The word or span that is not supported. Never a word of a private message. */
  token: string;
}

export type Grounding = { ok: true } | { ok: false; findings: GroundingFinding[] };

/** A message that a sentence may rest on. */
export interface GroundMessage {
  id: string;
  role: 'user' | 'assistant';
  text: string;
  private: boolean;
  /**
   * Corrections of its words. They apply only to a sentence that also has the correcting words as a source.
   */
  putRight?: readonly PutRight[];
}

/** A correction: the corrected span, the new text, and where it was said. */
export interface PutRight {
  start: number;
  end: number;
  text: string;
  by: SourceSpan;
}

/** What the family entered, and when the words were said. */
export type Given = Pick<
  WriteSubject,
  'preferredName' | 'fullName' | 'birthDate' | 'birthPlace' | 'people' | 'language'
> & {
  toldAt?: Date | null;
};

/**
 * The promise of the product: the machine publishes a sentence only if this returns `ok`. Every source must
 * exist, be the subject's own readable words, and cut no word in two. Every name, number, date, quote and
 * content word must be in those words (names and the birth date may also be in what the family entered), in
 * the same order, and negated exactly where they were negated. In doubt it refuses.
 */
export function ground(
  sentence: { text: string; sources: SourceSpan[] },
  messages: ReadonlyMap<string, GroundMessage>,
  given: Given,
): Grounding {
  const { words, passage } = proofIn(given.language);
  const spans = sentence.sources.flatMap((source) => spanFindings(source, messages, words));
  if (sentence.sources.length === 0) spans.push({ kind: 'NO_SOURCE', token: sentence.text });
  if (spans.length > 0) return { ok: false, findings: spans };

  const claim = passage(sentence.text);
  const said = sentence.sources.map((source) => wordsAt(source, messages, sentence.sources));
  const evidence = said.map(({ text, start, end }) => passage(text.slice(start, end)));
  const around = said.map(({ text, start, end }, at) => {
    const wider = sentencesAround(text, start, end);
    return wider === null ? (evidence[at] as Passage) : passage(wider);
  });
  const life = { birthDate: given.birthDate, toldAt: given.toldAt ?? null };
  const names = givenNames(given, passage);
  const findings = [
    ...all('MISSING_NAME', missingNames(claim, evidence, names, words)),
    ...all('MISSING_NUMBER', missingNumbers(claim, evidence, life, words)),
    ...all('MISSING_DATE', missingDates(claim, evidence, life, words)),
    ...all('MISSING_QUOTE', missingQuotes(sentence.text, claim, evidence, words)),
    ...all('MISSING_CONTENT', missingContent(claim, evidence, givenWords(claim, given, names, words), words)),
    ...all('MISSING_CONTENT', saysNothing(claim, evidence, words) ? [sentence.text] : []),
    ...all('CHANGED_MEANING', brokenOrder(claim, around)),
    ...all('CHANGED_MEANING', flipped(claim, around, words)),
    ...all('CHANGED_MEANING', words.strangers(claim, evidence)),
    ...all('CHANGED_MEANING', answersItsOwnQuestion(claim, around, words) ? ['?'] : []),
  ];
  return findings.length === 0 ? { ok: true } : { ok: false, findings };
}

/**
 * The names, numbers, dates and quotes of a title or a summary that were never said. Its other words are
 * free, because it rests on a whole story and not on one passage.
 */
export function unfoundedFacts(text: string, said: readonly string[], given: Given): GroundingFinding[] {
  const { words, passage } = proofIn(given.language);
  const claim = passage(text);
  const evidence = said.map(passage);
  const life = { birthDate: given.birthDate, toldAt: given.toldAt ?? null };
  return [
    ...all(
      'MISSING_NAME',
      missingNames(claim, evidence, givenNames(given, passage), words).filter(
        (name) => !standsSomewhere(name, evidence, words),
      ),
    ),
    ...all('MISSING_NUMBER', missingNumbers(claim, evidence, life, words)),
    ...all('MISSING_DATE', missingDates(claim, evidence, life, words)),
    ...all('MISSING_QUOTE', missingQuotes(text, claim, evidence, words)),
  ];
}

/** Titles have capitals on ordinary words: "The Wrong Number" names nobody. */
function standsSomewhere(name: string, evidence: Passage[], { compared }: ProofWords): boolean {
  return tokens(name).every((token) => evidence.some((part) => part.lemmas.has(compared(token.norm))));
}

/** The words of a language, and passages read with them. The latest passages are kept. */
function proofIn(language: Language = 'en') {
  const { proof } = writingLanguage(language);
  const passage = PASSAGES.get(proof) ?? remembered((text) => readPassage(text, proof), 400);
  PASSAGES.set(proof, passage);
  return { words: proof, passage };
}

const PASSAGES = new Map<ProofWords, (text: string) => Passage>();

function all(kind: GroundingKind, found: string[]): GroundingFinding[] {
  return [...new Set(found)].map((token) => ({ kind, token }));
}

/**
 * The message of a source with the corrections of the other sources applied, and the source's new position.
 */
function wordsAt(
  { messageId, start, end }: SourceSpan,
  messages: ReadonlyMap<string, GroundMessage>,
  sources: readonly SourceSpan[],
) {
  const { text = '', putRight = [] } = messages.get(messageId) ?? {};
  const isNamed = ({ by }: PutRight) =>
    sources.some(
      (other) => other.messageId === by.messageId && other.start <= by.start && by.end <= other.end,
    );
  const changes = putRight.filter((change) => start <= change.start && change.end <= end && isNamed(change));
  if (changes.length === 0) return { text, start, end };
  let now = '';
  let from = 0;
  for (const change of changes.toSorted((a, b) => a.start - b.start)) {
    now += text.slice(from, change.start) + change.text;
    from = change.end;
  }
  now += text.slice(from);
  return { text: now, start, end: end + now.length - text.length };
}

function spanFindings(
  source: SourceSpan,
  messages: ReadonlyMap<string, GroundMessage>,
  words: ProofWords,
): GroundingFinding[] {
  const { messageId, start, end } = source;
  const message = messages.get(messageId);
  if (!message) return [{ kind: 'NO_SOURCE', token: messageId }];
  if (message.private) return [{ kind: 'PRIVATE_SOURCE', token: messageId }];
  if (message.role !== 'user') return [{ kind: 'NO_SOURCE', token: messageId }];
  return isFairSpan(message.text, start, end, words)
    ? []
    : [{ kind: 'BAD_SPAN', token: `${messageId} ${start}-${end}` }];
}

function givenNames(given: Given, passage: (text: string) => Passage): Passage[] {
  const people = given.people.flatMap((person) => [person.name, ...(person.aliases ?? [])]);
  return [given.preferredName, given.fullName, given.birthPlace, ...people].flatMap((name) =>
    name ? [passage(name)] : [],
  );
}

/** The names that the family entered, and the relations of the people whom the claim names. */
function givenWords(claim: Passage, given: Given, names: Passage[], { relationOf, compared }: ProofWords) {
  const here = new Set(claim.tokens.map((token) => token.norm));
  const relations = given.people
    .filter((person) => tokens(person.name).some((token) => here.has(token.norm)))
    .flatMap((person) =>
      person.relation
        ? tokens(person.relation).map((token) => relationOf(token.norm) ?? compared(fold(token.text)))
        : [],
    );
  return {
    relations: new Set(relations),
    names: new Set(names.flatMap((name) => name.tokens.map((token) => token.norm))),
  };
}
