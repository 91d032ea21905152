import type { Hearing } from '../hearing.ts';
import { wordCount } from '../words.ts';

/** A part of a clause. */
export type ClausePart = { text: string; saysHowTheyAre: boolean };

/** A clause with the mark after it. */
const CLAUSE = /[^,.;:!?…—–]+[,.;:!?…—–]*\s*|[,.;:!?…—–]+\s*/gu;

/** Divides an utterance into clauses, and these where a person says how they are: “I’m not well”. */
export function clausePartsOf(utterance: string, hearing: Hearing): ClausePart[] {
  return (utterance.match(CLAUSE) ?? []).flatMap((clause) => partsOf(clause, hearing));
}

function partsOf(clause: string, hearing: Hearing): ClausePart[] {
  const { howTheyAre, plainByVoice } = hearing.confirming;
  const state = howTheyAre.exec(wordsIn(plainByVoice(clause)).join(' '));
  if (!state) return [{ text: clause, saysHowTheyAre: false }];
  const before = wordsIn(state.input.slice(0, state.index)).length;
  const [from, to] = [startOf(clause, before), startOf(clause, before + wordsIn(state[0]).length)];
  return [
    ...(from ? [{ text: clause.slice(0, from), saysHowTheyAre: false }] : []),
    { text: clause.slice(from, to), saysHowTheyAre: true },
    ...(to < clause.length ? partsOf(clause.slice(to), hearing) : []),
  ];
}

/** The words before those by which a person first says how they are, and all words beside such. */
export type BesideState = { before: string; beside: string };

/** Parts words that answer whether we may record from how the person is; null for words that don't say that. */
export function splitByState(utterance: string, hearing: Hearing): BesideState | null {
  const { answersByState, plainByVoice } = hearing.confirming;
  const parts = clausePartsOf(utterance, hearing);
  const isState = ({ text, saysHowTheyAre }: ClausePart) =>
    saysHowTheyAre && !answersByState.test(wordsIn(plainByVoice(text)).join(' '));
  const first = parts.findIndex(isState);
  if (first < 0) return null;
  const textOf = (some: ClausePart[]) => some.map(({ text }) => text).join('');
  return {
    before: textOf(parts.slice(0, first)),
    beside: textOf(parts.filter((part) => !isState(part))),
  };
}

/** Whether words say how the person is, and nothing else. */
export function isOnlyState(words: string, hearing: Hearing): boolean {
  const { addressing, plainByVoice } = hearing.confirming;
  const state = splitByState(words, hearing);
  return state !== null && wordsIn(plainByVoice(state.beside)).every((word) => addressing.test(word));
}

/** With this many words beside them, the person tells something besides. */
const tellsBesides = 8;

/** Whether an utterance says how the person is, and tells no story besides. */
export function onlySaysHowTheyAre(utterance: string, hearing: Hearing): boolean {
  const state = splitByState(utterance, hearing);
  return state !== null && wordCount(state.beside) < tellsBesides;
}

const WORD = /[\p{L}\p{M}'’‘`´]+/gu;
const wordsIn = (text: string) => text.match(WORD) ?? [];

/** Where the word of this number begins, the first being 0; the end of the text if it has fewer words. */
function startOf(text: string, number: number): number {
  return [...text.matchAll(WORD)][number]?.index ?? text.length;
}
