import { KIN, relationOf } from '#api/biography/writing/language/kinship.ts';
import { isStopWord, lemma, type Token } from '#api/biography/writing/language/words.ts';
import type { Passage } from '#api/biography/writing/proof/evidence.ts';
import { splitSentences } from '#api/language/sentences.ts';

const NEGATORS =
  /^(?:not|never|no|none|nobody|nothing|nowhere|neither|nor|without|hardly|barely|scarcely|cannot|\p{L}+n't)$/u;
const HEDGES = /^(?:almost|nearly|if|wish|wished|might|maybe|perhaps|possibly|probably)$/;
/** "I don't think he came" negates the coming. */
const RAISING = new Set(['think', 'believe', 'suppose', 'know', 'remember', 'recall', 'say', 'sure']);
const CLAUSE = /^(?:because|but|and|so|when|while|although|though|than|until|since)$/;

/**
 * Facts that the claim asserts though they were negated or doubted, or negates though they were asserted.
 * For what the claim negates, a negation anywhere near in the evidence is enough; what it asserts must have
 * no negation in its own clause.
 */
export function flipped(claim: Passage, evidence: Passage[]): string[] {
  const wide = evidence.map((part) => statesOf(part, 'NEAR'));
  const strict = evidence.map((part) => statesOf(part, 'CLAUSE'));
  const at = (maps: Map<string, Set<State>>[], word: string) =>
    maps.flatMap((map) => [...(map.get(word) ?? [])]);
  const found: string[] = [];
  for (const [word, states] of statesOf(claim, 'FIRST')) {
    if (states.has('DENIED') && at(strict, word).length > 0 && !at(wide, word).includes('DENIED'))
      found.push(`not ${word}`);
  }
  for (const [word, states] of statesOf(claim, 'CLAUSE')) {
    const said = at(strict, word);
    const asserted = states.has('PLAIN') && states.size === 1;
    if (asserted && said.length > 0 && !said.includes('PLAIN')) found.push(word);
  }
  return found;
}

/** Whether the claim states something that the evidence only asks. */
export function answersItsOwnQuestion(claim: Passage, evidence: Passage[]): boolean {
  if (claim.text.trim().endsWith('?')) return false;
  const sentences = evidence.flatMap((part) => splitSentences(part.text));
  return sentences.length > 0 && sentences.every((sentence) => /\?["')]*$/.test(sentence.text));
}

/**
 * Pronouns of the claim (he or she, I or we) for people that the evidence doesn't mention, or mentions only
 * as the object: "he hit me" doesn't support "I hit him".
 */
export function strangers(claim: Passage, evidence: Passage[]): string[] {
  const words = new Set(
    evidence.flatMap((part) => part.tokens.map((token) => token.norm.replace(/'.*$/, ''))),
  );
  const genders = new Set([...words].map((word) => KIN.get(relationOf(word) ?? '')));
  const named = evidence.some((part) =>
    part.tokens.some(
      (token) => /^\p{Lu}/u.test(token.text) && !/^I\b/.test(token.text) && !isStopWord(token.norm),
    ),
  );
  const any = (list: string) => list.split(' ').some((word) => words.has(word));
  const me = any('i me my mine myself we us our ours');
  const actsHe = any('he man boy guy fellow who') || genders.has('M') || genders.has('N') || named;
  const actsShe = any('she woman girl lady who') || genders.has('F') || genders.has('N') || named;
  const he = any('he him his himself man boy guy fellow') || genders.has('M');
  const she = any('she her hers herself woman girl lady') || genders.has('F');
  const present: Record<string, boolean> = {
    i: any('i'),
    we: any('i we'),
    he: actsHe && he,
    she: actsShe && she,
  };
  for (const word of ['me', 'my', 'mine', 'myself', 'us', 'our', 'ours']) present[word] = me;
  for (const word of ['him', 'his', 'himself']) present[word] = he;
  for (const word of ['her', 'hers', 'herself']) present[word] = she;
  return claim.tokens
    .filter((token) => present[token.norm.replace(/'.*$/, '')] === false)
    .map((token) => token.text);
}

type State = 'PLAIN' | 'DENIED' | 'DOUBTED';

/** The reach of a negation: one word, its clause, or across commas and restarts. */
type Reach = 'FIRST' | 'CLAUSE' | 'NEAR';

function statesOf(part: Passage, reach: Reach): Map<string, Set<State>> {
  const states = new Map<string, Set<State>>();
  const marks = new Map<number, State>();
  part.tokens.forEach((token, at) => {
    const next = part.tokens[at + 1];
    const stopped = next ? /[,.;:!?—]/.test(part.text.slice(token.end, next.start)) : true;
    if (stopped && (reach !== 'NEAR' || token.norm === 'no')) return;
    if (NEGATORS.test(token.norm)) markReach(part, at, 'DENIED', marks, reach);
    else if (HEDGES.test(token.norm)) markReach(part, at, 'DOUBTED', marks, reach);
  });
  part.tokens.forEach((token, at) => {
    if (isStopWord(token.norm)) return;
    const word = lemma(token.norm);
    const state = states.get(word) ?? new Set<State>();
    states.set(word, state.add(marks.get(at) ?? 'PLAIN'));
  });
  return states;
}

/** A negation covers the next two content words of its clause, and after "think" the rest of the clause. */
function markReach(part: Passage, from: number, state: State, marks: Map<number, State>, reach: Reach) {
  let left = reach === 'FIRST' ? 1 : reach === 'NEAR' ? 6 : 2;
  for (let at = from + 1; at < part.tokens.length && left > 0; at += 1) {
    const token = part.tokens[at] as Token;
    const before = part.tokens[at - 1] as Token;
    const gap = part.text.slice(before.end, token.start);
    if (/[.;:!?]\s/.test(gap) || (reach !== 'NEAR' && (/[,—]/.test(gap) || CLAUSE.test(token.norm)))) return;
    if (isStopWord(token.norm)) continue;
    if (marks.get(at) !== 'DENIED') marks.set(at, state);
    left = RAISING.has(lemma(token.norm)) && reach !== 'FIRST' ? 9 : left - 1;
  }
}
