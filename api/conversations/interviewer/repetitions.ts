import { normalise } from './words.ts';

/** The questions of a text, in the form in which they are compared. */
export function questionsIn(text: string): string[] {
  return (text.match(/[^.!?]*\?/g) ?? []).map(normalise).filter(Boolean);
}

/** How many questions of `texts` repeat an earlier one of them, or one of the texts said `before`. */
export function countRepeatedQuestions(texts: readonly string[], before: readonly string[] = []): number {
  const known = new Set(before.flatMap(questionsIn));
  let repeated = 0;
  for (const question of texts.flatMap(questionsIn)) {
    if (known.has(question)) repeated += 1;
    known.add(question);
  }
  return repeated;
}
