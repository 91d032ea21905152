import { relationOf } from '#api/biography/writing/language/kinship.ts';
import { findNumbers } from '#api/biography/writing/language/numbers.ts';
import { BRIDGE_WORDS } from '#api/biography/writing/language/word-lists.ts';
import { isStopWord, lemma } from '#api/biography/writing/language/words.ts';
import { CALENDAR, type Passage, startsPhrase } from '#api/biography/writing/proof/evidence.ts';

const QUANTIFIERS = new Set(
  'all every everyone everybody everything each both always only most least more less few many several someone anybody anyone twice'.split(
    ' ',
  ),
);
/**
 * The content words of the claim that the evidence lacks. No share of new words is allowed: one invented
 * noun is one invented fact. Only inflection, synonyms for relatives and joining words may differ.
 */
export function missingContent(
  claim: Passage,
  evidence: Passage[],
  allowed: { relations: ReadonlySet<string>; names: ReadonlySet<string> },
): string[] {
  const numbers = findNumbers(claim.text);
  const has = (word: string) => evidence.some((part) => part.lemmas.has(word));
  return claim.tokens
    .filter((token) => {
      if (numbers.some((number) => token.start >= number.start && token.end <= number.end)) return false;
      if (CALENDAR.test(token.norm) || /^\d/.test(token.norm)) return false;
      const word = lemma(token.norm);
      if (QUANTIFIERS.has(token.norm))
        return !evidence.some((part) => part.tokens.some((other) => other.norm === token.norm));
      if (isStopWord(token.norm) || has(word) || allowed.relations.has(word)) return false;
      if (/^\p{Lu}/u.test(token.text) && allowed.names.has(token.norm)) return false;
      const capital = /\p{Lu}/u.test(token.text) && !startsPhrase(claim.text, token.start);
      return !(capital && !relationOf(token.norm)) && !BRIDGE_WORDS.has(word);
    })
    .map((token) => token.text);
}

/** Whether the claim has nothing to check and isn't in the evidence word for word either. */
export function saysNothing(claim: Passage, evidence: Passage[]): boolean {
  const checkable = claim.facts.filter((fact) => !BRIDGE_WORDS.has(fact) && fact.length > 2);
  const dated = claim.tokens.some((token) => CALENDAR.test(token.norm)) || findNumbers(claim.text).length > 0;
  if (checkable.length > 0 || dated) return false;
  const words = claim.tokens.map((token) => token.norm).join(' ');
  return (
    words === '' ||
    !evidence.some((part) => ` ${part.tokens.map((token) => token.norm).join(' ')} `.includes(` ${words} `))
  );
}

const REACH = 12;

/**
 * Neighbouring facts of the claim that are in another order or far apart in the evidence, and facts joined
 * from more sentences than one thought can have: nobody said a claim that is assembled from single words.
 */
export function brokenOrder(claim: Passage, evidence: Passage[]): string[] {
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
