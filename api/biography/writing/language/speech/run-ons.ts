import { isSoftMark, isWord, type SpokenToken } from './spoken-tokens.ts';
import { DETERMINERS, isAuxiliary, isSubjectPronoun, isVerb } from './word-classes.ts';

/** A sentence is cut when it has more words than this: without marks, and with marks in it. */
const LONG_UNMARKED = 20;
const LONG_MARKED = 48;
/** The least number of words before and after a cut. */
const FEWEST_BEFORE = 8;
const FEWEST_BEFORE_MARKED = 14;
const FEWEST_AFTER = 4;
/** From this many words between two marks on average, the text counts as speech without punctuation. */
const UNMARKED = 16;
/** Cuts a run-on sentence into sentences that each start with a clause of their own. */
export function cutRunOns(tokens: readonly SpokenToken[]): SpokenToken[][] {
  const words = tokens.filter(isWord).length;
  const marks = tokens.filter((token) => token.kind === 'SOFT' || token.kind === 'HARD').length;
  const unmarked = words / (marks + 1) > UNMARKED;
  if (words <= (unmarked ? LONG_UNMARKED : LONG_MARKED)) return [[...tokens]];
  const pieces: SpokenToken[][] = [];
  let open: SpokenToken[] = [];
  let size = 0;
  let left = words;
  for (const [at, token] of tokens.entries()) {
    const marked = isSoftMark(tokens[at - 1]);
    const fewest = !unmarked ? FEWEST_BEFORE_MARKED : token.norm === 'there' ? FEWEST_AFTER : FEWEST_BEFORE;
    if (size >= fewest && left >= FEWEST_AFTER && (unmarked || marked) && opensClause(tokens, at)) {
      pieces.push(open);
      open = [];
      size = 0;
      if (token.norm === 'and' && !token.quoted) {
        left -= 1;
        continue;
      }
    } else if (unmarked && size >= 4 && left > 4 && !marked && joinsClause(tokens, at)) {
      open.push({ ...token, kind: 'SOFT', text: ',', norm: ',', end: token.start, spaced: false });
    }
    if (isWord(token)) {
      size += 1;
      left -= 1;
    }
    open.push(token);
  }
  pieces.push(open);
  return pieces;
}

/** "and he said", "then I saw", "there was": a sentence may start here. */
function opensClause(tokens: readonly SpokenToken[], at: number): boolean {
  const token = tokens[at];
  if (!isWord(token) || token.quoted) return false;
  if (/^(?:and|but|so)$/.test(token.norm)) return startsClause(tokens, at + 1) && !reports(tokens, at);
  const before = tokens[at - 1]?.norm ?? '';
  if (token.norm === 'then')
    return !/^(?:and|but|so|just|back|since|by|until|till|now)$/.test(before) && startsClause(tokens, at + 1);
  const there = token.norm === 'there' && /^(?:was|were|is|are|had)$/.test(tokens[at + 1]?.norm ?? '');
  return (
    there &&
    hasVerbBefore(tokens, at) &&
    !/^(?:and|but|so|that|when|where|if|because|then|what|was|were|said|thought|knew|as|than)$/.test(before)
  );
}

/** "And in the shed there was a boat": the phrase of place belongs to the sentence. */
function hasVerbBefore(tokens: readonly SpokenToken[], at: number): boolean {
  for (let before = at - 1; before >= 0; before -= 1) {
    const { norm } = tokens[before] as SpokenToken;
    if (/^(?:and|but|so)$/.test(norm)) return false;
    if (isVerb(norm) && !DETERMINERS.has(tokens[before - 1]?.norm ?? '')) return true;
  }
  return false;
}

function joinsClause(tokens: readonly SpokenToken[], at: number): boolean {
  return (
    /^(?:and|but|so)$/.test(tokens[at]?.norm ?? '') && startsClause(tokens, at + 1) && !reports(tokens, at)
  );
}

/** Words right after "said" are what was said. */
function reports(tokens: readonly SpokenToken[], at: number): boolean {
  return (
    /^(?:said|says|say|asked|thought)$/.test(tokens[at - 1]?.norm ?? '') &&
    !isSubjectPronoun(tokens[at - 2]?.norm)
  );
}

function startsClause(tokens: readonly SpokenToken[], from: number): boolean {
  let at = from;
  while (/^(?:then|now|when|if|after|in)$/.test(tokens[at]?.norm ?? '') && at < from + 2) at += 1;
  const first = tokens[at];
  if (!isWord(first)) return false;
  if (isSubjectPronoun(first.norm)) return isWord(tokens[at + 1]);
  if (first.norm === 'that') return isVerb(tokens[at + 1]?.norm);
  const named = DETERMINERS.has(first.norm) || /^\p{Lu}/u.test(first.text);
  if (!named) return false;
  for (let next = at + 1; next < at + 5; next += 1) {
    const token = tokens[next];
    if (!isWord(token) || /^(?:and|but|or|so|of|who|that)$/.test(token.norm)) return false;
    if (
      isAuxiliary(token.norm) ||
      (isVerb(token.norm) && !/ed$/.test(token.norm)) ||
      isSubjectPronoun(token.norm)
    )
      return true;
  }
  return false;
}
