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

/** The words without those by which a person says how they are; null when there are none such. */
export function besideHowTheyAre(utterance: string, hearing: Hearing): string | null {
  const parts = clausePartsOf(utterance, hearing);
  if (!parts.some(({ saysHowTheyAre }) => saysHowTheyAre)) return null;
  return parts.flatMap(({ text, saysHowTheyAre }) => (saysHowTheyAre ? [] : [text])).join('');
}

/** With this many words beside them, the person tells something besides. */
const tellsBesides = 8;

/** Whether an utterance says how the person is, and tells no story besides. */
export function onlySaysHowTheyAre(utterance: string, hearing: Hearing): boolean {
  const beside = besideHowTheyAre(utterance, hearing);
  return beside !== null && wordCount(beside) < tellsBesides;
}

const WORD = /[\p{L}\p{M}'’‘`´]+/gu;
const wordsIn = (text: string) => text.match(WORD) ?? [];

/** Where the word of this number begins, the first being 0; the end of the text if it has fewer words. */
function startOf(text: string, number: number): number {
  return [...text.matchAll(WORD)][number]?.index ?? text.length;
}
