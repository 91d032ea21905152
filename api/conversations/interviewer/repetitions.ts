import { isOpenPrompt } from './forms/open-prompts.ts';
import { normalise, sentencesOf } from './words.ts';

/** The questions of a text, normalised for comparison. */
export function questionsIn(text: string): string[] {
  return sentencesOf(text)
    .filter((sentence) => sentence.includes('?'))
    .map(normalise)
    .filter(Boolean);
}

/**
 * Counts the questions of `texts` that repeat an earlier question of `texts` or a question of `before`.
 * Questions that name nothing, such as “What happened then?”, don’t count.
 */
export function countRepeatedQuestions(texts: readonly string[], before: readonly string[] = []): number {
  const known = new Set(before.flatMap(questionsIn));
  let repeated = 0;
  for (const question of texts.flatMap(questionsIn)) {
    if (isOpenPrompt(question)) continue;
    if (known.has(question)) repeated += 1;
    known.add(question);
  }
  return repeated;
}
