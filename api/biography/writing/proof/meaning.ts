import { startsPhrase } from '#api/biography/writing/proof/evidence.ts';
import type { Passage } from '#api/biography/writing/proof/passage.ts';
import type { ProofWords } from '#api/biography/writing/proof/proof-words.ts';

/**
 * The content words of the claim that the evidence lacks. No share of new words is allowed: one invented
 * noun is one invented fact. Only inflection, synonyms for relatives and joining words may differ.
 */
export function missingContent(
  claim: Passage,
  evidence: readonly Passage[],
  allowed: { relations: ReadonlySet<string>; names: ReadonlySet<string> },
  words: ProofWords,
): string[] {
  const numbers = words.findNumbers(claim.text);
  const has = (word: string) => evidence.some((part) => part.lemmas.has(word));
  return claim.tokens
    .filter((token) => {
      if (numbers.some((number) => token.start >= number.start && token.end <= number.end)) return false;
      if (words.isCalendar(token.norm) || /^\d/.test(token.norm)) return false;
      const word = words.compared(token.norm);
      if (words.isQuantifier(token.norm))
        return !evidence.some((part) => part.tokens.some((other) => other.norm === token.norm));
      if (words.isStopWord(token.norm) || has(word) || allowed.relations.has(word)) return false;
      if (/^\p{Lu}/u.test(token.text) && allowed.names.has(token.norm)) return false;
      const capital = /\p{Lu}/u.test(token.text) && !startsPhrase(claim.text, token.start);
      return !(capital && !words.relationOf(token.norm)) && !words.isBridge(word);
    })
    .map((token) => token.text);
}

/** Whether the claim has nothing to check and isn't in the evidence word for word either. */
export function saysNothing(claim: Passage, evidence: readonly Passage[], words: ProofWords): boolean {
  const checkable = claim.facts.filter((fact) => !words.isBridge(fact) && fact.length > 2);
  const dated =
    claim.tokens.some((token) => words.isCalendar(token.norm)) || words.findNumbers(claim.text).length > 0;
  if (checkable.length > 0 || dated) return false;
  const said = claim.tokens.map((token) => token.norm).join(' ');
  return (
    said === '' ||
    !evidence.some((part) => ` ${part.tokens.map((token) => token.norm).join(' ')} `.includes(` ${said} `))
  );
}

const REACH = 12;

/**
 * Neighbouring facts of the claim that are in another order or far apart in the evidence, and facts joined
 * from more sentences than one thought can have: nobody said a claim that is assembled from single words.
 */
export function brokenOrder(claim: Passage, evidence: readonly Passage[]): string[] {
  const broken: string[] = [];
  const joins: string[] = [];
  const facts = claim.facts.filter((fact) => evidence.some((part) => part.facts.includes(fact)));
  for (let at = 1; at < facts.length; at += 1) {
    const left = facts[at - 1] ?? '';
    const right = facts[at] ?? '';
    const together = evidence.filter((part) => part.facts.includes(left) && part.facts.includes(right));
    if (together.some((part) => inOrder(part.facts, left, right))) continue;
    if (together.length > 0 || evidence.length === 1) broken.push(`${left} … ${right}`);
    else joins.push(`${left} … ${right}`);
  }
  const mayJoin = Math.min(evidence.length - 1, Math.floor(facts.length / 3));
  return [
    ...(broken.length > (facts.length > 4 ? 1 : 0) ? broken : []),
    ...(joins.length > mayJoin ? joins : []),
  ];
}

function inOrder(facts: string[], left: string, right: string): boolean {
  return facts.some((fact, at) => fact === left && facts.slice(at + 1, at + 1 + REACH).includes(right));
}
