import { remembered } from '#api/biography/writing/language/remembered.ts';
import type { ProofWords } from '#api/biography/writing/proof/proof-words.ts';
import { splitSentences } from '#api/language/sentences.ts';
import { firstWhere } from '#api/platform/domain-values/first-where.ts';

const sentencesOf = remembered(splitSentences, 40);

const WINDOW = 48;

/** Whether a span lies within the text, contains words, and cuts no word, number or date in two. */
export function isFairSpan(text: string, start: number, end: number, words: ProofWords): boolean {
  const whole =
    Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= text.length;
  if (!whole || !/[\p{L}\p{N}]/u.test(text.slice(start, end))) return false;
  return ![start, end].some(
    (at) => cutsWord(text, at) || (!isSentenceEdge(text, at) && cutsFigure(text, at, words)),
  );
}

/**
 * The whole sentences that a span touches, so that a quote that starts after the "never" is read with it.
 * Null when the span already consists of whole sentences.
 */
export function sentencesAround(text: string, start: number, end: number): string | null {
  if (isSentenceEdge(text, start) && isSentenceEdge(text, end)) return null;
  const sentences = sentencesOf(text);
  const first = sentences[firstWhere(sentences.length, (at) => (sentences[at]?.end ?? 0) > start)];
  const last = sentences[firstWhere(sentences.length, (at) => (sentences[at]?.start ?? 0) >= end) - 1];
  return first && last && first.start <= last.start
    ? text.slice(Math.min(first.start, start), Math.max(last.end, end))
    : null;
}

/** "Rose" is not in "Rosemary", nor "happy" in "unhappy". */
function cutsWord(text: string, at: number): boolean {
  return (
    /[\p{L}\p{M}\p{N}\ud800-\udbff]['’]?$/u.test(text.slice(Math.max(0, at - 2), at)) &&
    /^['’]?[\p{L}\p{M}\p{N}\udc00-\udfff]/u.test(text.slice(at, at + 2))
  );
}

/** "Twenty" is not in "twenty-one", "22" not in "22 million", nor "1950" in "about 1950". */
function cutsFigure(text: string, at: number, { findNumbers, findDates }: ProofWords): boolean {
  const from = Math.max(0, at - WINDOW);
  const near = text.slice(from, at + WINDOW);
  return [...findNumbers(near), ...findDates(near)].some(
    (found) => from + found.start < at && at < from + found.end,
  );
}

/** A quick check. An abbreviation before the span counts as an edge only if a capital follows. */
function isSentenceEdge(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 12), at).trimEnd();
  const after = text.slice(at, at + 4).trimStart();
  if (text.slice(0, at).trim() === '' || text.slice(at).trim() === '') return true;
  return /(?<!\b(?:\p{Lu}\p{Ll}{0,3}|\p{L}))[.!?…]+["'”’)]*$/u.test(before) && !/^\p{Ll}/u.test(after);
}
