import type { Token } from '#api/biography/writing/language/words.ts';
import { startsPhrase } from '#api/biography/writing/proof/evidence.ts';
import type { Passage } from '#api/biography/writing/proof/passage.ts';
import type { ProofWords } from '#api/biography/writing/proof/proof-words.ts';

/**
 * The names of the claim that are neither in the evidence nor in what the family entered. A name of several
 * words must be there as a whole: Mary and John Smith don't support "Mary Smith".
 */
export function missingNames(
  claim: Passage,
  evidence: readonly Passage[],
  given: readonly Passage[],
  words: ProofWords,
): string[] {
  const missing: string[] = [];
  const known = [...evidence, ...given];
  for (const run of nameRuns(claim, words)) {
    const unknown = run.filter(
      (token) =>
        !known.some((passage) => holds(passage, token, startsPhrase(claim.text, token.start), words)),
    );
    if (unknown.length > 0) missing.push(...unknown.map((token) => token.text));
    else if (run.length > 1 && !known.some((passage) => standsTogether(passage, run))) {
      missing.push(run.map((token) => token.text).join(' '));
    }
  }
  return missing;
}

/** Runs of words that their capitals mark as names: "Addis Ababa" is one run, "Davis, West Virginia" two. */
function nameRuns(claim: Passage, words: ProofWords): Token[][] {
  const runs: Token[][] = [];
  let last: Token | null = null;
  for (const token of claim.tokens) {
    const initial = startsPhrase(claim.text, token.start);
    if (!isName(token, initial, words)) {
      last = null;
      continue;
    }
    const beside = last && /^[ -]$/.test(claim.text.slice(last.end, token.start)) && !/'s$/i.test(last.text);
    if (beside) runs.at(-1)?.push(token);
    else runs.push([token]);
    last = token;
  }
  return runs;
}

function isName(token: Token, initial: boolean, words: ProofWords): boolean {
  if (!/\p{Lu}/u.test(token.text) || token.norm === 'i' || token.norm.startsWith("i'")) return false;
  if (words.isCalendar(token.norm) || words.relationOf(token.norm)) return false;
  const ordinary = words.isStopWord(token.norm) && token.text.length > 1;
  return !(initial && (ordinary || words.isBridge(words.compared(token.norm))));
}

/**
 * A capital inside a sentence must be a capital in the evidence too: "I rose at five" doesn't support a
 * Rose. In evidence typed without capitals, a word that is only ever a name is enough.
 */
function holds(passage: Passage, name: Token, initial: boolean, words: ProofWords): boolean {
  const same = passage.tokens.filter((token) => token.norm === name.norm);
  if (initial || same.some((token) => /\p{Lu}/u.test(token.text))) return same.length > 0;
  const typedLow = passage.tokens.every((token) => !/\p{Lu}/u.test(token.text) || /^I\b/.test(token.text));
  return same.length > 0 && typedLow && !words.isNameAndWord(name.norm);
}

function standsTogether(passage: Passage, run: Token[]): boolean {
  return passage.tokens.some((_, at) =>
    run.every((token, offset) => {
      const here = passage.tokens[at + offset];
      const before = passage.tokens[at + offset - 1];
      const parted =
        offset > 0 &&
        here &&
        before &&
        /[.!?;:,]\s/.test(passage.text.slice(before.end, here.start)) &&
        !/\.\s/.test(passage.text.slice(before.end, here.start));
      return here?.norm === token.norm && !parted;
    }),
  );
}
