import { LRUCache } from 'lru-cache';
import { isNormalisedOpenPrompt } from './forms/open-prompts.ts';
import type { TurnRequest } from './request.ts';
import { normalise, sentencesOf } from './words.ts';

/**
 * Texts of the interviewer with their normalised sentences. Each answer is compared with all that a subject has been
 * asked, and of 5,000 texts they took 30 ms.
 */
const pieces = new LRUCache<string, readonly string[]>({
  max: 20_000,
  maxEntrySize: 2_000,
  maxSize: 4_000_000,
});

function piecesOf(text: string): readonly string[] {
  let own = pieces.get(text);
  if (!own) {
    own = sentencesOf(text).flatMap((sentence) => {
      const colon = sentence.lastIndexOf(': ');
      return colon < 0 ? [normalise(sentence)] : [normalise(sentence), normalise(sentence.slice(colon + 1))];
    });
    pieces.set(text, own, { size: text.length + 1 });
  }
  return own;
}

/** The normalised sentences of many texts of the interviewer, in one text. */
export function joinedPieces(texts: readonly string[]): string {
  return texts.map((text) => piecesOf(text).join(' ')).join(' ');
}

/** The part of a text that asks: its last question, or else its last sentence. */
export function askingPart(text: string): string {
  const sentences = sentencesOf(text);
  return sentences.findLast((sentence) => /\?["”’')\]]*$/u.test(sentence)) ?? sentences.at(-1) ?? '';
}

/**
 * Every sentence that this subject has heard from the interviewer, normalised for comparison. Of earlier
 * conversations, without the questions that name nothing: “What happened then?” is another question about
 * another story.
 */
export function askedSentences(request: Pick<TurnRequest, 'told' | 'history'>): Set<string> {
  const spoken = request.history.flatMap((turn) =>
    turn.role === 'assistant' && turn.text ? [turn.text] : [],
  );
  const earlier = request.told.askedTexts.flatMap(piecesOf).filter((piece) => !isNormalisedOpenPrompt(piece));
  return new Set([...earlier, ...spoken.flatMap(piecesOf)]);
}

/** Whether a turn repeats an earlier question, whatever other sentences stand around it. */
export function isRepeated(text: string, asked: ReadonlySet<string>): boolean {
  return piecesOf(askingPart(text)).some((piece) => piece !== '' && asked.has(piece));
}
