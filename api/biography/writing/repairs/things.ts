import { DETERMINERS, isVerb, PREPOSITIONS } from '#api/biography/writing/language/speech/word-classes.ts';
import { isStopWord, lemma } from '#api/biography/writing/language/words.ts';
import { rankOf, similarityOf, vectorOf } from '#api/language/word-vectors.ts';
import { denies, editingStart, isEditing, speaksOfTelling } from './editing-terms.ts';
import type { SaidChunk, SaidSentence } from './said-sentences.ts';
import type { Value } from './values.ts';

/** The least similarity of two words of one kind: a mule and a donkey, a cleaner and a nurse. */
const LIKE = 0.5;
const LONGEST = 3;
/** Words more common than this rank are seldom a slip. */
const COMMON = 700;
export const NOT_ONLY =
  /^(?:only|just|even|always|yet|exactly|so|because|necessarily|that|many|much|as|too|long|far|all|every|everyone)$/;
const CALLED = /^(?:say|saying|said|call|calling|called|told|wrote|put)$/;
const COPULA = /^(?:was|were|is|be|been|meant|mean|it's|he's|she's|that's|they're|but)$/;

/**
 * The words for a thing that a piece negates: "not a carpenter", "we never had a mule", "I keep calling him
 * captain".
 */
export function deniedThings(chunk: SaidChunk): Value[] {
  if (chunk.words.length > 8) return [];
  return chunk.words.flatMap((word, at) => {
    const isMine =
      CALLED.test(word) && chunk.words.slice(Math.max(0, at - 3), at).some((one) => /^(?:i|i've)$/.test(one));
    if ((!denies(word) && word !== 'no' && !isMine) || NOT_ONLY.test(chunk.words[at + 1] ?? '')) return [];
    let from = at + 1;
    while (from < at + 6 && isSmall(chunk.words[from])) from += 1;
    const thing = phraseFrom(chunk, from);
    const isLast = thing !== null && chunk.words.length - from - thing.key.split(' ').length <= 1;
    const isNamed =
      /^(?:a|an|the|my|our|his|her|their)$/.test(chunk.words[from - 1] ?? '') &&
      !isStopWord(thing?.text ?? '');
    return thing && isLast && (isNamed || isNoun(thing)) && !isValue(chunk, thing) ? [thing] : [];
  });
}

/** Whether it is probably a word for a thing: not a verb and not one of the most common words. */
export function isNoun({ key, text }: Value): boolean {
  const word = lastWord(text);
  return !isVerb(word) && !/(?:ing|ly)$/.test(word) && (rankOf(word) ?? COMMON) >= COMMON && key.length > 2;
}

/** The words for a thing that a piece asserts: "it was a donkey", "a joiner", "Cornet". */
export function assertedThings({ chunks }: SaidSentence, chunk: SaidChunk): Value[] {
  if (isEditing(chunk.words) || speaksOfTelling(chunk.words)) return [];
  const head = editingStart(chunk.words);
  const copula = chunk.words.findIndex(
    (word, at) =>
      at >= head && COPULA.test(word) && !/(?:'d|would|could|might)$/.test(chunk.words[at - 1] ?? ''),
  );
  const starts = [
    ...(copula >= 0 && !chunk.words.slice(0, copula + 3).some(denies) ? [copula + 1] : []),
    ...(chunk.words.length - head <= LONGEST + 2 && chunks.length > 0 ? [head] : []),
    ...chunk.words.flatMap((word, at) =>
      word === 'but' && chunk.words.slice(0, at).some((one) => denies(one) || one === 'no') ? [at + 1] : [],
    ),
  ];
  return starts.flatMap((start) => {
    let from = start;
    while (
      from < start + 4 &&
      isSmall(chunk.words[from]) &&
      !denies(chunk.words[from] ?? '') &&
      chunk.words[from] !== 'no'
    )
      from += 1;
    // "Sister mulvey": without a capital the name is the thing.
    if (chunk.values.some(({ kind, start: at }) => kind === 'KIN' && at === chunk.starts[from])) from += 1;
    const thing = phraseFrom(chunk, from);
    return thing && isNoun(thing) && !isValue(chunk, thing) ? [thing] : [];
  });
}

/** The nouns of a piece that are no values, in order. */
export function nounsOf(chunk: SaidChunk): Value[] {
  return chunk.words.flatMap((word, at) => {
    if (!isContent(word) || isSmall(word)) return [];
    const thing = valueAt(chunk, at, at);
    return thing && isNoun(thing) && !isValue(chunk, thing) ? [thing] : [];
  });
}

/** The things of a told sentence that follow the same two words as one of these pieces: "she sang alto". */
export function thingsFramedAlike(
  { chunks }: Pick<SaidSentence, 'chunks'>,
  told: Pick<SaidSentence, 'chunks'>,
): { right: Value; old: Value }[] {
  const framed = (chunk: SaidChunk) =>
    chunk.words.flatMap((word, at) => {
      if (at < 2 || !isContent(word)) return [];
      const thing = phraseFrom(chunk, at);
      const frame = `${chunk.words[at - 2]} ${chunk.words[at - 1]}`;
      return thing && isNoun(thing) && !isValue(chunk, thing) ? [{ frame, thing }] : [];
    });
  const olds = told.chunks.flatMap(framed);
  return chunks
    .flatMap(framed)
    .flatMap(({ frame, thing }) =>
      olds.filter((old) => old.frame === frame).map((old) => ({ right: thing, old: old.thing })),
    );
}

const lemmas = new WeakMap<readonly SaidChunk[], ReadonlySet<string>>();

function lemmasOf(chunks: readonly SaidChunk[]): ReadonlySet<string> {
  const known = lemmas.get(chunks);
  if (known) return known;
  const found = new Set(chunks.flatMap(({ words }) => words.map((word) => lemma(bare(word)))));
  lemmas.set(chunks, found);
  return found;
}

/** The places in a told sentence that name this thing. */
export function thingsToldAs(thing: Value, told: Pick<SaidSentence, 'chunks' | 'text' | 'start'>): Value[] {
  const wanted = thing.key.split(' ');
  if (!wanted.every((word) => lemmasOf(told.chunks).has(word))) return [];
  return told.chunks.flatMap((chunk) =>
    chunk.words.flatMap((_, at) => {
      if (!wanted.every((word, nth) => lemma(bare(chunk.words[at + nth] ?? '')) === word)) return [];
      return valueAt(chunk, at, at + wanted.length - 1) ?? [];
    }),
  );
}

/** The similarity of two things: 1 for the same, 0 for nothing in common or unknown. */
export function likenessOfThings(one: Value, other: Value): number {
  const [first, second] = [vectorOf(lastWord(one.text)), vectorOf(lastWord(other.text))];
  return first && second ? Math.max(0, similarityOf(first, second)) : 0;
}

/**
 * The thing in a told sentence that is most similar to another, if it is similar enough and in the same
 * form.
 */
export function likeThing(
  right: Value,
  told: Pick<SaidSentence, 'chunks' | 'text' | 'start'>,
  least = LIKE,
): Value[] {
  const wanted = vectorOf(right.key.split(' ').at(-1) ?? '') ?? vectorOf(lastWord(right.text));
  if (!wanted) return [];
  let best: { value: Value; score: number } | null = null;
  for (const chunk of told.chunks)
    for (const [at, word] of chunk.words.entries()) {
      if (isStopWord(word) || isVerb(word) || (rankOf(bare(word)) ?? COMMON) < COMMON) continue;
      const vector = vectorOf(bare(word));
      const score = vector ? similarityOf(wanted, vector) : 0;
      if (score < least || (best && best.score >= score)) continue;
      const value = valueAt(chunk, at, at);
      if (value && value.key !== right.key && !isValue(chunk, value)) best = { value, score };
    }
  return best ? [best.value] : [];
}

/** The word before a thing that shows whose it is or whether it was named before: "a", "the", "his". */
export function articleOf(thing: Value, { chunks }: Pick<SaidSentence, 'chunks'>): string | null {
  const chunk = chunks.find(({ start, end }) => start <= thing.start && thing.start < end);
  const before = chunk?.words.filter((_, at) => (chunk.starts[at] ?? 0) < thing.start).at(-1) ?? '';
  return /^(?:an?|the|my|me|his|her|our|their)$/.test(before) ? before.replace(/^an$/, 'a') : null;
}

/** The things of a told sentence with this article. */
export function thingsWith(article: string, told: Pick<SaidSentence, 'chunks'>): Value[] {
  return told.chunks.flatMap((chunk) =>
    chunk.words.flatMap((word, at) => {
      if (word.replace(/^an$/, 'a') !== article) return [];
      const thing = phraseFrom(chunk, at + 1);
      return thing && isNoun(thing) && !isValue(chunk, thing) ? [thing] : [];
    }),
  );
}

/** Whether a value of another kind is there; a capital at the start of a sentence doesn't make a name. */
function isValue(chunk: SaidChunk, thing: Value): boolean {
  return chunk.values.some(
    (value) =>
      value.start < thing.end &&
      thing.start < value.end &&
      !(
        value.kind === 'NAME' &&
        value.start === chunk.start &&
        chunk.values.length === 1 &&
        !value.text.includes(' ')
      ),
  );
}

/** The thing that a piece names from a word on, after small words. */
export function firstThing(chunk: SaidChunk, at: number): Value | null {
  let from = at;
  while (from < at + 3 && isSmall(chunk.words[from])) from += 1;
  return phraseFrom(chunk, from);
}

function lastWord(text: string): string {
  return (
    text
      .toLowerCase()
      .split(/[\s-]+/)
      .at(-1) ?? ''
  );
}

function bare(word: string): string {
  return word.replace(/'s$/, '');
}

function isSmall(word: string | undefined): boolean {
  return (
    word !== undefined &&
    (DETERMINERS.has(word) ||
      PREPOSITIONS.has(word) ||
      /^(?:had|have|been|be|was|were|called|named|really|only|even|him|her|it|them|a|an|so|then|always|just|that|you|ever|any)$/.test(
        word,
      ))
  );
}

/** Up to three consecutive content words. */
function phraseFrom(chunk: SaidChunk, from: number): Value | null {
  let to = from;
  while (to < from + LONGEST && isContent(chunk.words[to])) to += 1;
  // "A canteen of cutlery"
  if (to > from && chunk.words[to] === 'of' && isContent(chunk.words[to + 1])) to += 2;
  return to > from ? valueAt(chunk, from, to - 1) : null;
}

function isContent(word: string | undefined): boolean {
  return (
    word !== undefined &&
    !isStopWord(word) &&
    !DETERMINERS.has(word) &&
    !PREPOSITIONS.has(word) &&
    !/^(?:then|before|after|when|really|said|sorry|wait|wrong|right|like|first|last|at|all)$|n't$/.test(word)
  );
}

function valueAt(chunk: SaidChunk, from: number, to: number): Value | null {
  const start = chunk.starts[from];
  const last = chunk.starts[to];
  if (start === undefined || last === undefined) return null;
  const end = last + bare(chunk.words[to] ?? '').length;
  const text = chunk.text.slice(start - chunk.start, end - chunk.start);
  const key = chunk.words
    .slice(from, to + 1)
    .map((word) => lemma(bare(word)))
    .join(' ');
  return { kind: 'THING', start, end, text, key, head: null };
}
