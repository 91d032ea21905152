import { plain, tokens } from '#api/biography/writing/language/words.ts';
import type { Passage } from '#api/biography/writing/proof/passage.ts';
import type { ProofWords } from '#api/biography/writing/proof/proof-words.ts';

/** Quotes of the claim that nobody said in exactly these words and this order. */
export function missingQuotes(
  raw: string,
  claim: Passage,
  evidence: readonly Passage[],
  { isSound }: ProofWords,
): string[] {
  const quotes = [
    ...Array.from(claim.text.matchAll(/"([^"]+)(?:"|$)/g), (match) => match[1] ?? ''),
    ...Array.from(raw.matchAll(/‘(\p{L}[^‘’]*(?:’\p{L}[^‘’]*)*)’(?!\p{L})/gu), (match) => match[1] ?? ''),
    ...Array.from(
      claim.text.matchAll(/(?:^|[\s(])'(\p{L}[^']*(?:'\p{L}[^']*)*)'(?!\p{L})/gu),
      (match) => match[1] ?? '',
    ),
  ];
  return quotes.filter((quote) => {
    const words = tokens(plain(quote))
      .map((token) => token.norm)
      .filter((norm) => !isSound(norm));
    return words.length > 0 && !evidence.some((part) => hasRun(part, words));
  });
}

/** Whether the words occur one after the other; hesitations between them don't count. */
export function hasRun(part: Passage, words: string[]): boolean {
  return part.tokens.some((_, at) => words.every((word, offset) => part.tokens[at + offset]?.norm === word));
}
