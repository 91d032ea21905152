import type { TurnRequest } from './request.ts';
import { normalise, sentencesOf } from './words.ts';

function piecesOf(text: string): string[] {
  return sentencesOf(text).flatMap((sentence) => {
    const colon = sentence.lastIndexOf(': ');
    return colon < 0 ? [normalise(sentence)] : [normalise(sentence), normalise(sentence.slice(colon + 1))];
  });
}

/** The part of a text that asks: its last question, or else its last sentence. */
export function askingPart(text: string): string {
  const sentences = sentencesOf(text);
  return sentences.findLast((sentence) => /\?["”’')\]]*$/u.test(sentence)) ?? sentences.at(-1) ?? '';
}

/** Every sentence that this subject has heard from the interviewer, normalised for comparison. */
export function askedSentences(request: Pick<TurnRequest, 'told' | 'history'>): Set<string> {
  const spoken = request.history.flatMap((turn) =>
    turn.role === 'assistant' && turn.text ? [turn.text] : [],
  );
  return new Set([...request.told.askedTexts, ...spoken].flatMap(piecesOf));
}

/** Whether a turn repeats an earlier question, whatever other sentences stand around it. */
export function isRepeated(text: string, asked: ReadonlySet<string>): boolean {
  return piecesOf(askingPart(text)).some((piece) => piece !== '' && asked.has(piece));
}
