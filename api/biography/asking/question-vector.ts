import { encodeSentences } from '#api/language/sentence-encoder.ts';
import { log } from '#api/platform/log.ts';
import type { AskingWords } from './asking-words.ts';
import { meanVector } from './meanings.ts';

/** The vector of a question; null where it can't be encoded, so that the answers are found by their words. */
export async function vectorOf(
  question: string,
  names: readonly string[],
  subjectId: string,
  { hasMeanings, questionForms }: AskingWords,
): Promise<Float32Array | null> {
  if (!hasMeanings) return null;
  try {
    return meanVector(await encodeSentences(questionForms(question, names), { subjectId }));
  } catch (error) {
    log.warn({ error }, 'a question to a book is compared by its words alone');
    return null;
  }
}
