import { FILLERS } from '#api/biography/writing/language/word-lists.ts';
import { tokens } from '#api/biography/writing/language/words.ts';

/**
 * The position of a model's quote in a message, or null. Case, quote marks, punctuation and hesitations may
 * differ; a missing, extra or changed word may not.
 */
export function locateQuote(quote: string, text: string): { start: number; end: number } | null {
  const exact = quote.trim() === '' ? -1 : text.indexOf(quote.trim());
  if (exact >= 0 && !cutsWord(text, exact) && !cutsWord(text, exact + quote.trim().length)) {
    return { start: exact, end: exact + quote.trim().length };
  }
  const wanted = tokens(quote).filter((token) => !FILLERS.has(token.norm));
  const there = tokens(text).filter((token) => !FILLERS.has(token.norm));
  if (wanted.length === 0) return null;
  const at = there.findIndex((_, from) =>
    wanted.every((token, offset) => there[from + offset]?.norm === token.norm),
  );
  const first = there[at];
  const last = there[at + wanted.length - 1];
  if (!first || !last) return null;
  const stop = text.slice(last.end).match(/^[.!?…]+["'”’]?/)?.[0].length ?? 0;
  return { start: first.start, end: last.end + stop };
}

function cutsWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}]$/u.test(text.slice(0, at)) && /^[\p{L}\p{N}]/u.test(text.slice(at));
}
