import type { Token } from '#api/biography/writing/language/words.ts';
import type { Passage } from '#api/biography/writing/proof/passage.ts';
import type { ProofWords } from '#api/biography/writing/proof/proof-words.ts';
import { splitSentences } from '#api/language/sentences.ts';

/**
 * Facts that the claim asserts though they were negated or doubted, or negates though they were asserted.
 * For what the claim negates, a negation anywhere near in the evidence is enough; what it asserts must have
 * no negation in its own clause.
 */
export function flipped(claim: Passage, evidence: readonly Passage[], words: ProofWords): string[] {
  const wide = evidence.map((part) => statesOf(part, 'NEAR', words));
  const strict = evidence.map((part) => statesOf(part, 'CLAUSE', words));
  const at = (maps: Map<string, Set<State>>[], word: string) =>
    maps.flatMap((map) => [...(map.get(word) ?? [])]);
  const found: string[] = [];
  for (const [word, states] of statesOf(claim, 'FIRST', words)) {
    if (states.has('DENIED') && at(strict, word).length > 0 && !at(wide, word).includes('DENIED'))
      found.push(`not ${word}`);
  }
  for (const [word, states] of statesOf(claim, 'CLAUSE', words)) {
    const said = at(strict, word);
    const asserted = states.has('PLAIN') && states.size === 1;
    if (asserted && said.length > 0 && !said.includes('PLAIN')) found.push(word);
  }
  return found;
}

/** Whether the claim states something that the evidence only asks. */
export function answersItsOwnQuestion(
  claim: Passage,
  evidence: readonly Passage[],
  { asks }: ProofWords,
): boolean {
  if (claim.text.trim().endsWith('?')) return false;
  const sentences = evidence.flatMap((part) => splitSentences(part.text));
  return sentences.length > 0 && sentences.every((sentence) => asks(sentence.text));
}

type State = 'PLAIN' | 'DENIED' | 'DOUBTED';

/** The reach of a negation: one word, its clause, or across commas and restarts. */
type Reach = 'FIRST' | 'CLAUSE' | 'NEAR';

function statesOf(part: Passage, reach: Reach, words: ProofWords): Map<string, Set<State>> {
  const states = new Map<string, Set<State>>();
  const marks = new Map<number, State>();
  part.tokens.forEach((token, at) => {
    const next = part.tokens[at + 1];
    const stopped = next ? /[,.;:!?—]/.test(part.text.slice(token.end, next.start)) : true;
    if (stopped && (reach !== 'NEAR' || token.norm === words.aloneNo)) return;
    if (words.negators.test(token.norm)) markReach(part, at, 'DENIED', marks, reach, words);
    else if (words.hedges.test(token.norm)) markReach(part, at, 'DOUBTED', marks, reach, words);
  });
  part.tokens.forEach((token, at) => {
    if (words.isStopWord(token.norm)) return;
    const word = words.compared(token.norm);
    const state = states.get(word) ?? new Set<State>();
    states.set(word, state.add(marks.get(at) ?? 'PLAIN'));
  });
  return states;
}

/** A negation covers the next two content words of its clause, and after "think" the rest of the clause. */
function markReach(
  part: Passage,
  from: number,
  state: State,
  marks: Map<number, State>,
  reach: Reach,
  words: ProofWords,
) {
  let left = reach === 'FIRST' ? 1 : reach === 'NEAR' ? 6 : 2;
  for (let at = from + 1; at < part.tokens.length && left > 0; at += 1) {
    const token = part.tokens[at] as Token;
    const before = part.tokens[at - 1] as Token;
    const gap = part.text.slice(before.end, token.start);
    if (/[.;:!?]\s/.test(gap) || (reach !== 'NEAR' && (/[,—]/.test(gap) || words.clause.test(token.norm))))
      return;
    if (words.isStopWord(token.norm)) continue;
    if (marks.get(at) !== 'DENIED') marks.set(at, state);
    left = words.raises(words.compared(token.norm)) && reach !== 'FIRST' ? 9 : left - 1;
  }
}
