import { lemma } from '#api/biography/writing/language/words.ts';
import { isSlip } from './repetitions.ts';
import {
  type Chunk,
  isQuoted,
  isSoftMark,
  isWord,
  readChunks,
  type SpokenToken,
  wordsOf,
} from './spoken-tokens.ts';
import {
  bareOf,
  CONJUNCTIONS,
  cannotEnd,
  DETERMINERS,
  isAuxiliary,
  isGrammar,
  isSubjectPronoun,
  isVerb,
  POSSESSIVES,
  PREPOSITIONS,
  waitsForVerb,
} from './word-classes.ts';

/** The most words that are searched backwards for the start of what is repeated. */
const LONGEST = 8;
/** The most pieces and words between an interrupted part and its continuation. */
const MOST_CHUNKS = 5;
const MOST_WORDS = 20;
const OPENERS = new Set('well so no yes yeah aye oh now and then'.split(' '));
const RELATIVES = new Set('than as what where who how whether which like whatever wherever all'.split(' '));
/** "what he did", "what I did was": it only announces the action. */
const CLEFT =
  /^(?:(?:so|and|but|well) )?(?:what (?:i|he|she|we|they) (?:did|done|do|does|had to do|used to do|would do))(?: was| is)?$/;
/** "what happened was", "the thing is": it only announces the story, whatever that begins with. */
const ANNOUNCES =
  /^(?:(?:so|and|but|well|you see) )?(?:what (?:happened|it was|you have to know|i mean|i'm saying)(?: then| next)?(?: was| is)?|the (?:thing|point|trouble|fact) (?:is|was)(?: is| was)?(?: that)?)$/;
/** "that was when I was": the sentence is unfinished. */
const ABANDONED_CLEFT =
  /^(?:(?:and|so|but) )?(?:that|this|it)(?:'s| was| is) (?:when|where|what|how) (?:i|we|he|she|they|it) (?:was|were|had)$/;
/** Speech or thought follows these verbs. */
const REPORTS = /^(?:say|says|said|think|thinks|thought|tell|tells|told|ask|asked|know|knew|mean|meant)$/;
/** A clause that ends with "he was" or "they could" is complete after these words. */
const SUBORDINATE = new Set(
  'if when while where wherever whenever as than what who whom that because although though whatever before after until till since how which all unless whether everything'.split(
    ' ',
  ),
);
/** "they tell me", "I think": an insertion, not a restart. */
export const PUT_IN =
  /^(?:i|we|they|you|he|she|it) (?:(?:must|have to|should|might|would|could|do) )?(?:tell|told|say|said|says|think|thought|believe|suppose|guess|remember|know|understand|mean|reckon|see|was told|am told|seems|seemed)(?: (?:me|us|you|now|so|that|it))?$/;
/** "what was it now", "where did I get them", "was it Tuesday". */
const ASKS_ONESELF =
  /^(?:(?:now|oh|well|so|or|and|let me think) )*(?:(?:what|where|who|how|which|when|why)(?: (?:year|day|one|old|many|much|long|far|big|else))? (?:was|is|were|did|do|does|would)|(?:was|is|were) (?:it|that|he|she|they))\b/;
const TAKES_TO = new Set(
  'want wanted like liked have had has used going able try tried meant need needed got ought'.split(' '),
);
const COMMAND = new Set(
  'shoo shush get wait hold hang stop come sit go look sorry excuse down give leave put mind ssh'.split(' '),
);

/** The sentence without interrupted beginnings that were started again, and without insertions. */
export function withoutRestarts(tokens: readonly SpokenToken[]): SpokenToken[] {
  const stack: Chunk[] = [];
  const past = tellsOfThePast(wordsOf(tokens));
  for (const read of readChunks(tokens)) {
    const chunk = { tokens: [...read.tokens], mark: read.mark };
    // Skip a piece that has no words left.
    if (
      chunk.tokens.length === 0 &&
      isSoftMark(chunk.mark ?? undefined) &&
      isSoftMark(stack.at(-1)?.mark ?? undefined)
    )
      continue;
    if (wordsOf(chunk.tokens).length > 0 && !isQuoted(chunk.tokens)) {
      takeUp(stack, chunk, past);
      for (let turn = 0; turn < 4 && mend(stack, chunk) === 'DROPPED'; turn += 1);
    }
    add(stack, chunk);
  }
  return stack.flatMap(({ tokens: words, mark }) => (mark ? [...words, mark] : words));
}

/** A piece of only conjunctions and the next one are one piece. */
function add(stack: Chunk[], chunk: Chunk) {
  const before = wordsOf(stack.at(-1)?.tokens ?? []);
  if (before.length > 0 && before.every((word) => CONJUNCTIONS.has(word)))
    dropLooseConjunctions(stack, chunk);
  const last = stack.at(-1);
  if (last?.mark?.kind === 'BREAK') {
    last.tokens.push(last.mark, ...chunk.tokens);
    last.mark = chunk.mark;
  } else stack.push(chunk);
}

/** When `next` continues what was interrupted, removes the interruption and the repeated words. */
function takeUp(stack: Chunk[], next: Chunk, past: boolean) {
  const words = wordsOf(next.tokens);
  dropAskedOfOneself(stack);
  let between = 0;
  for (let back = 2; back <= Math.min(MOST_CHUNKS + 1, stack.length); back += 1) {
    const last = stack[stack.length - back + 1] as Chunk;
    const begun = stack[stack.length - back] as Chunk;
    if (!isSoftMark(begun.mark ?? undefined) || !isSoftMark(last.mark ?? undefined) || isQuoted(last.tokens))
      return;
    between += wordsOf(last.tokens).length;
    if (between > MOST_WORDS) return;
    const opened = OPENERS.has(words[0] ?? '') ? 1 : 0;
    for (const skip of opened ? [0, 1] : [0]) {
      const size = sharedEdge(begun, words.slice(skip));
      if (size === 0) continue;
      const put = stack.slice(stack.length - back + 1);
      const begunWords = wordsOf(begun.tokens);
      const edge = begunWords.slice(-size);
      const open = isOpen(edge);
      const alone =
        size === 1 &&
        isSubjectPronoun(edge[0]) &&
        begunWords.slice(0, -1).every((word) => CONJUNCTIONS.has(word));
      const [firstPut, ...otherPut] = put;
      const isShort = (one: Chunk) => wordsOf(one.tokens).length <= 3 && !wordsOf(one.tokens).some(isVerb);
      const putIn =
        put.every((one) => isPutIn(one, past)) ||
        (firstPut !== undefined && isPutIn(firstPut, past) && otherPut.every(isShort));
      if (size === 1 && !alone && !(open && putIn && !CONJUNCTIONS.has(edge[0] ?? ''))) continue;
      if (
        !open &&
        !(
          putIn &&
          (alone || size >= 3 || (size === 2 && (begunWords.at(-1) === 'that' || begunWords.length === 2)))
        )
      ) {
        if (back === 2 && between <= 4 && skip === 0 && nameAgain(edge, next, words)) return;
        continue;
      }
      const whole = size === begunWords.length;
      dropTail(begun, size);
      if (skip && !whole) dropHead(next, skip);
      stack.length -= back - 1;
      begun.mark = breakAt(begun.mark);
      if (whole) stack.pop();
      return;
    }
  }
}

/**
 * "My shoes were, now where did I get them, from the Red Cross": a question to oneself inside a sentence is
 * removed.
 */
function dropAskedOfOneself(stack: Chunk[]) {
  const [begun, asked] = stack.slice(-2);
  if (!begun || !asked || !isSoftMark(begun.mark ?? undefined) || !isSoftMark(asked.mark ?? undefined))
    return;
  if (
    isQuoted(asked.tokens) ||
    !(isOpen(wordsOf(begun.tokens)) || isNamedOnly(wordsOf(begun.tokens))) ||
    !ASKS_ONESELF.test(wordsOf(asked.tokens).join(' '))
  )
    return;
  stack.pop();
  begun.mark = breakAt(begun.mark);
}

/** "My sister": a noun phrase without a verb. */
function isNamedOnly(words: readonly string[]): boolean {
  const named = words.filter((word) => !CONJUNCTIONS.has(word) && !OPENERS.has(word));
  return named.length > 1 && named.length <= 4 && DETERMINERS.has(named[0] ?? '') && !named.some(isVerb);
}

/** "my nan, God rest her, my nan gets up": the repeated subject is removed. */
function nameAgain(edge: string[], next: Chunk, words: string[]): boolean {
  const verb = words[edge.length];
  if (edge.length < 2 || !DETERMINERS.has(edge[0] ?? '') || verb === undefined) return false;
  if (!waitsForVerb(verb) && !isVerb(verb) && !/[^s]s$/.test(verb)) return false;
  dropHead(next, edge.length);
  return true;
}

/**
 * Repairs the restart between the last piece and `next`. Returns whether the whole piece or only its end
 * was removed.
 */
function mend(stack: Chunk[], next: Chunk): 'DROPPED' | 'MENDED' | null {
  const begun = stack.at(-1);
  if (!begun || !isSoftMark(begun.mark ?? undefined) || isQuoted(begun.tokens)) return null;
  const words = wordsOf(begun.tokens);
  const anew = wordsOf(next.tokens);
  if (words.length === 0 || anew.length === 0) return null;
  const mended =
    dropAnnouncement(stack, begun, words, anew) ||
    dropEcho(stack, begun, words, next, anew) ||
    dropSharedHead(stack, begun, words, anew) ||
    dropSameBeginning(stack, begun, words, anew) ||
    dropSameSubject(stack, begun, words, anew) ||
    dropRoughStart(stack, begun, words, anew) ||
    dropHalfClause(stack, begun, words, next, anew);
  if (!mended) return null;
  dropLooseConjunctions(stack, next);
  return stack.at(-1) === begun ? 'MENDED' : 'DROPPED';
}

/** "And so, and that's why": one of the two conjunctions is removed. */
function dropLooseConjunctions(stack: Chunk[], next: Chunk) {
  if (!CONJUNCTIONS.has(wordsOf(next.tokens)[0] ?? '')) return;
  const last = stack.at(-1);
  while (last && CONJUNCTIONS.has(wordsOf(last.tokens).at(-1) ?? '')) dropTail(last, 1);
  if (last && wordsOf(last.tokens).length === 0) stack.pop();
}

/** "So what I did was, I went"; "I thought, what I thought was". */
function dropAnnouncement(stack: Chunk[], _begun: Chunk, words: string[], anew: string[]): boolean {
  const said = words.join(' ');
  if ((CLEFT.test(said) && isSubjectPronoun(anew[0])) || ANNOUNCES.test(said)) {
    stack.pop();
    return true;
  }
  return false;
}

/**
 * Removes the last words of the earlier piece when `next` repeats them, with a comma or a small word
 * between.
 */
function dropEcho(stack: Chunk[], begun: Chunk, words: string[], next: Chunk, anew: string[]): boolean {
  const marked = begun.mark?.kind === 'SOFT' || begun.mark?.kind === 'PAUSE';
  const size = sharedEdge(begun, anew);
  const alone = size === 1 && anew.length === 1 && !isGrammar(anew[0] ?? '');
  if (size > 0 && !alone && isSlip(words.slice(-size), marked)) return drop(stack, begun, size);
  // "Tim, Tim's drumming".
  if (anew[0] === `${words.at(-1)}'s`) return drop(stack, begun, 1);
  // "and he, well he looks at me".
  if (/^(?:well|no|yes|yeah|oh)$/.test(anew[0] ?? '')) {
    const said = sharedEdge(begun, anew.slice(1));
    if (said > 0 && isSlip(words.slice(-said), marked)) {
      dropHead(next, 1);
      return drop(stack, begun, said);
    }
  }
  // "it was that cold, it's that cold": the same words in another form.
  const whole = expand(words);
  const again = expand(anew);
  if (whole.length <= 4 && whole.length >= 2 && whole.every((word, at) => again[at] === word))
    return drop(stack, begun, words.length);
  // "I thought, what I thought was".
  if (anew[0] === 'what') {
    const said = sharedEdge(begun, anew.slice(1));
    if (said >= 2 && /^(?:was|is)$/.test(anew[said + 1] ?? '')) {
      dropHead(next, said + 2);
      begun.mark = breakAt(begun.mark);
      return true;
    }
  }
  // "they thought I was, that I was deep".
  if (/^(?:that|how|because|when|if|where)$/.test(anew[0] ?? '')) {
    const said = sharedEdge(begun, anew.slice(1));
    if (said >= 2 && waitsForVerb(words.at(-1))) return drop(stack, begun, said);
  }
  return false;
}

/** "The first thing he, the first thing my husband bought": both start alike, and the first is unfinished. */
function dropSharedHead(stack: Chunk[], begun: Chunk, words: string[], anew: string[]): boolean {
  const clause = lastClause(words);
  let size = 0;
  while (size < clause.length && clause[size] === anew[size]) size += 1;
  const rest = clause.slice(size);
  if (size < 2 || size >= anew.length || rest.length > 3) return false;
  const isUnsaid = rest.every(isGrammar) || (size > 2 && rest.length < 3 && isOpen(rest));
  return rest.length > 0 && isUnsaid && isOpenOrSubject(rest.at(-1)) && drop(stack, begun, clause.length);
}

/**
 * "And he paid him in, paid him with a cheese": the last words start like the new ones and are unfinished.
 */
function dropSameBeginning(stack: Chunk[], begun: Chunk, words: string[], anew: string[]): boolean {
  for (let size = Math.min(6, words.length); size >= 3; size -= 1) {
    const tail = words.slice(-size);
    let same = 0;
    while (same < size && tail[same] === anew[same]) same += 1;
    const rest = tail.slice(same);
    if (same < 2 || rest.length === 0 || rest.length > 2 || same >= anew.length) continue;
    const says = tail.slice(0, same).some((word) => !isGrammar(word) || isAuxiliary(word));
    const isUnsaid = rest.every(
      (word) => PREPOSITIONS.has(word) || DETERMINERS.has(word) || isAuxiliary(word),
    );
    if (says && isUnsaid) return drop(stack, begun, size);
  }
  // "When the snow, when it snowed": the first clause is unfinished.
  const clause = lastClause(words);
  const [head = ''] = clause;
  if (
    SUBORDINATE.has(head) &&
    head === anew[0] &&
    clause.length <= 4 &&
    anew.length > clause.length &&
    !clause.some(isVerb)
  )
    return drop(stack, begun, clause.length);
  return false;
}

/** "We were going to, we went", "and we couldn't, we didn't go": a new start with the same subject. */
function dropSameSubject(stack: Chunk[], begun: Chunk, words: string[], anew: string[]): boolean {
  const [subject = ''] = anew;
  if (!isSubjectPronoun(subject) || anew.length < 3 || PUT_IN.test(anew.join(' '))) return false;
  const at = words.findLastIndex((word) => isSubjectPronoun(word) && bareOf(word) === bareOf(subject));
  if (at < 0 || words.length - at > 6) return false;
  const before = words[at - 1];
  if (before !== undefined && SUBORDINATE.has(before) && !/^(?:because|that|if|when)$/.test(before))
    return false;
  const rest = words.slice(at + 1);
  const last = rest.at(-1);
  if (last === undefined) return false;
  const isVerbless = rest.every(waitsForVerb);
  // "He said he would, he came": the clause is complete after a verb of speaking.
  const isAnswer = isVerbless && rest.length === 1 && REPORTS.test(words[at - 1] ?? '');
  const isUnfinished =
    (isVerbless && !isAnswer) ||
    (DETERMINERS.has(last) && !/^(?:that|this|these|those|some|his|her|its)$/.test(last)) ||
    (last === 'to' &&
      !/^(?:want|wanted|like|liked|used|had|have|has|able|try|tried|got|ought|it|him|her|me|them|us|need|needed|allowed|meant)$/.test(
        rest.at(-2) ?? '',
      ));
  if (!isUnfinished) return false;
  return drop(stack, begun, words.length - at);
}

function isOpenOrSubject(word: string | undefined): boolean {
  return word !== undefined && (isOpen([word]) || isSubjectPronoun(word));
}

/**
 * "I saw the, saw snow"; "the fella says, the fella on the news says": it starts with the same word and
 * says more.
 */
function dropRoughStart(stack: Chunk[], begun: Chunk, words: string[], anew: string[]): boolean {
  const [first = ''] = anew;
  if (first === '' || /^(?:and|but|or|no|yes|not|very|so)$/.test(first)) return false;
  for (let size = 2; size <= Math.min(6, words.length); size += 1) {
    const tail = words.slice(-size);
    if (bareOf(tail[0] ?? '') !== bareOf(first)) continue;
    const open = isOpen(tail) || (size === 2 && isContracted(tail[1]));
    const before = words.at(-size - 1) ?? '';
    const whole = (SUBORDINATE.has(before) || REPORTS.test(before)) && size === 2 && isAuxiliary(tail[1]);
    if (whole || (REPORTS.test(tail.at(-1) ?? '') && !anew.includes(tail.at(-1) ?? ''))) continue;
    if (open && tail.slice(1).every(isGrammar)) return drop(stack, begun, size);
    if (isRoughCopy(tail, anew.slice(0, size + 5))) return drop(stack, begun, size);
  }
  return false;
}

/** The new start replaces an unfinished clause by another wording: "I had, there were six of us". */
function dropHalfClause(stack: Chunk[], begun: Chunk, words: string[], next: Chunk, anew: string[]): boolean {
  const opened = OPENERS.has(anew[0] ?? '') && anew.length > 1 ? 1 : 0;
  const subject = anew[opened];
  const clause = lastClause(words);
  const [head = ''] = clause;
  const newClause = isSubjectPronoun(subject) && !PUT_IN.test(anew.slice(opened).join(' '));
  // "when I first, the first time": only the beginning of a clause.
  if (
    /^(?:when|if|because|where)$/.test(head) &&
    isSubjectPronoun(clause[1]) &&
    (clause.length === 2 || (clause.length === 3 && clause[2] === 'first'))
  )
    return drop(stack, begun, clause.length);
  if (ABANDONED_CLEFT.test(words.join(' ')) && newClause) return drop(stack, begun, words.length);
  const before = words.at(-clause.length - 1);
  const free = before === undefined || CONJUNCTIONS.has(before) || OPENERS.has(before);
  if (
    free &&
    newClause &&
    isSubjectPronoun(head) &&
    clause.length > 1 &&
    clause.slice(1).every(waitsForVerb) &&
    clause.length <= 4 &&
    !opened
  )
    return drop(stack, begun, clause.length);
  const named = /^\p{Lu}/u.test(next.tokens.find(isWord)?.text ?? '') && !isSubjectPronoun(anew[0]);
  if (
    /^(?:i|we|he|they)$/.test(head) &&
    clause.length === 1 &&
    words.every((word) => word === head || OPENERS.has(word)) &&
    !PUT_IN.test(anew.join(' ')) &&
    (named || /^(?:and|but|so|the|part|most|some|a|there|my|our|one)$/.test(anew[0] ?? ''))
  )
    return drop(stack, begun, words.length);
  // "when we, I had the grant".
  if (
    newClause &&
    !opened &&
    /^(?:i|we|he|she|they)$/.test(words.at(-1) ?? '') &&
    words.length > 1 &&
    !/^(?:and|or|than|as|like|but)$/.test(words.at(-2) ?? '')
  )
    return drop(stack, begun, 1);
  if (newClause && !opened && mergeSubject(stack, begun, clause, next, anew)) return true;
  return dropOpenEnd(stack, begun, clause, newClause && !opened, anew);
}

/** "my father had, he had the kiosk": the subject is already there. */
function mergeSubject(_stack: Chunk[], begun: Chunk, clause: string[], next: Chunk, anew: string[]): boolean {
  const verb = clause.findIndex(waitsForVerb);
  // "My da wasnae a, he wasnae a talker".
  const waits =
    DETERMINERS.has(clause.at(-1) ?? '') && clause.length > verb + 1
      ? clause.slice(verb, -1)
      : clause.slice(verb);
  if (verb < 1 || verb > 4 || waits.length > 2 || !waits.every(waitsForVerb)) return false;
  const named = clause.slice(0, verb);
  const token = begun.tokens.filter(isWord).at(-clause.length);
  const begins = DETERMINERS.has(named[0] ?? '') || /^\p{Lu}/u.test(token?.text ?? '');
  if (
    !begins ||
    isSubjectPronoun(named[0]) ||
    named.slice(1).some((word) => DETERMINERS.has(word) || RELATIVES.has(word) || isSubjectPronoun(word))
  )
    return false;
  if (!/^(?:he|she|they|it)(?:'|$)/.test(anew[0] ?? '') || anew.length < 2 || cannotEnd(anew.at(-1)))
    return false;
  const contracted = isContracted(anew[0]);
  if (contracted && clause.at(-1) === 'had' && anew[1] === 'got') dropHead(next, 2);
  else if (contracted) {
    dropTail(begun, clause.length - verb);
    return true;
  } else {
    dropTail(begun, clause.length - verb);
    dropHead(next, 1);
  }
  begun.mark = breakAt(begun.mark);
  return true;
}

/** "They put me to, they had me": no clause can end like this. */
function dropOpenEnd(
  stack: Chunk[],
  begun: Chunk,
  clause: string[],
  newClause: boolean,
  anew: string[],
): boolean {
  const last = clause.at(-1);
  const dashed = /^[—–-]/.test(begun.mark?.text ?? '');
  if (dashed) return false;
  const asks = isSubjectPronoun(anew[1]) || DETERMINERS.has(anew[1] ?? '');
  if (isAuxiliary(last) && isAuxiliary(anew[0]) && !asks) return drop(stack, begun, 1);
  const hesitated =
    begun.mark?.kind !== 'SOFT' &&
    clause.length <= 4 &&
    (PREPOSITIONS.has(last ?? '') || DETERMINERS.has(last ?? '')) &&
    isSubjectPronoun(clause[0]);
  if (hesitated && newClause) return drop(stack, begun, clause.length);
  const to =
    last === 'to' &&
    clause.length > 2 &&
    clause.length <= 5 &&
    isSubjectPronoun(clause[0]) &&
    !TAKES_TO.has(clause.at(-2) ?? '');
  if (!cannotEnd(last) && !(to && newClause)) return false;
  const named = DETERMINERS.has(anew[0] ?? '') || POSSESSIVES.has(anew[0] ?? '');
  const opens =
    newClause || /^(?:because|and|but|or|which|when|(?:who|what|which|where)ever)$/.test(anew[0] ?? '');
  const short = clause.length <= 5 && isSubjectPronoun(clause[0]);
  if (
    short &&
    /^(?:and|but|so)$/.test(anew[0] ?? '') &&
    isSubjectPronoun(anew[1]) &&
    DETERMINERS.has(last ?? '')
  )
    return drop(stack, begun, clause.length);
  if (DETERMINERS.has(last ?? '') && (!short || !newClause)) {
    // "came with a, on a donkey".
    const isPhrase = PREPOSITIONS.has(clause.at(-2) ?? '') && PREPOSITIONS.has(anew[0] ?? '');
    if (!named && !opens && !isPhrase) return false;
    const waiting =
      PREPOSITIONS.has(clause.at(-2) ?? '') &&
      ((opens && !/ever$/.test(anew[0] ?? '')) || PREPOSITIONS.has(anew[0] ?? ''));
    return drop(stack, begun, waiting ? 2 : 1);
  }
  if (/^(?:and|but|or|because)$/.test(last ?? '')) return false;
  if (!newClause && !(named && isSubjectPronoun(clause[0]))) return false;
  return drop(stack, begun, clause.length);
}

/** How many words at the end of `begun` are the first words of the new piece. */
function sharedEdge(begun: Chunk, anew: readonly string[]): number {
  const words = wordsOf(begun.tokens);
  for (let size = Math.min(LONGEST, words.length, anew.length); size > 0; size -= 1)
    if (words.slice(-size).every((word, at) => word === anew[at])) return size;
  return 0;
}

/** The words after the last "and", "because" or "that" that starts a clause. */
function lastClause(words: string[]): string[] {
  const at = words.findLastIndex(
    (word, index) => index < words.length - 1 && (CONJUNCTIONS.has(word) || word === 'that'),
  );
  const subject = words[at] === 'that' && isAuxiliary(words[at + 1]);
  const clause = words.slice(subject ? at : at + 1);
  const begins = clause.findIndex((word) => !OPENERS.has(word));
  return clause.slice(Math.max(0, begins));
}

/** Whether these words are incomplete. */
function isOpen(words: readonly string[]): boolean {
  const last = words.at(-1);
  return (
    cannotEnd(last) ||
    isAuxiliary(last) ||
    POSSESSIVES.has(last ?? '') ||
    (words.length > 1 && /^(?:of|with|from|for|at|his|its|this)$/.test(last ?? ''))
  );
}

/** Whether all these words are in the others, in the same order. */
function isRoughCopy(words: readonly string[], others: readonly string[]): boolean {
  let at = 0;
  for (const word of words) {
    const found = others.findIndex((other, index) => index >= at && sameWord(word, other));
    if (found < 0) return false;
    at = found + 1;
  }
  return words.length >= 2;
}

function sameWord(one: string, other: string): boolean {
  return (
    one === other || (!/'/.test(one) && !/'/.test(other) && one.length > 2 && lemma(one) === lemma(other))
  );
}

function isContracted(norm: string | undefined): boolean {
  return norm !== undefined && /'(?:d|s|ve|m|re|ll)$/.test(norm) && isSubjectPronoun(norm);
}

/** Expands "it's" to "it is". */
function expand(words: readonly string[]): string[] {
  const full: Record<string, string> = { s: 'is', m: 'am', re: 'are', ve: 'have', ll: 'will' };
  return words.flatMap((word) => {
    const [, head, tail = ''] = word.match(/^(i|we|he|she|they|it|you|there|that)'(\w+)$/) ?? [];
    return head && full[tail] ? [head, full[tail]] : [word];
  });
}

/** Whether a piece is about the present moment, said to somebody in the room or to the interviewer. */
function isPutIn(chunk: Chunk, past: boolean): boolean {
  const words = wordsOf(chunk.tokens);
  const at = words.findIndex((word) => !OPENERS.has(word) && word !== 'or');
  const [first = '', second = ''] = words.slice(at);
  if (at < 0 || words.length === 0) return true;
  if (isAuxiliary(first) && (isSubjectPronoun(second) || DETERMINERS.has(second))) return true;
  if (/^(?:what|where|who|how|which)$/.test(first) && isAuxiliary(second)) return true;
  if (COMMAND.has(first)) return true;
  if (isOpen(words)) return true;
  return (
    past &&
    (/^(?:that|it|she|he|there|they|you|i|here|we)'(?:s|re|m|ve)$/.test(first) ||
      (/^(?:you|i|it|that)$/.test(first) && /^(?:am|is|are|have|can|need|want|know)$/.test(second)))
  );
}

function tellsOfThePast(words: readonly string[]): boolean {
  return words.some((word) => /^(?:was|were|had|did|went|came|said|\w{3,}ed)$/.test(word));
}

function drop(stack: Chunk[], begun: Chunk, size: number): true {
  if (size >= wordsOf(begun.tokens).length) stack.pop();
  else {
    dropTail(begun, size);
    begun.mark = breakAt(begun.mark);
  }
  return true;
}

function breakAt(mark: SpokenToken | null): SpokenToken | null {
  return mark && { ...mark, kind: 'BREAK', text: '', norm: '' };
}

function dropTail(chunk: Chunk, size: number) {
  let left = size;
  while (left > 0 && chunk.tokens.length > 0) if (isWord(chunk.tokens.pop())) left -= 1;
}

function dropHead(chunk: Chunk, size: number) {
  let left = size;
  while (left > 0 && chunk.tokens.length > 0) if (isWord(chunk.tokens.shift())) left -= 1;
}
