import {
  type Chunk,
  isQuoted,
  isSoftMark,
  isWord,
  readChunks,
  type SpokenToken,
  wordsOf,
} from './spoken-tokens.ts';
import { isAuxiliary, isPast, isSubjectPronoun } from './word-classes.ts';

const HESITATION = /^(?:um+|uh+m?|er+m?|hmm?|mm+|mhm|uh-huh|ahem|phew)$/;

/** A phrase said while looking for a word: it must be the whole piece between commas. */
const FILLER = new RegExp(
  `^(?:(?:oh|ah|well|now|so|and|but|no|yes|aye|eh|just|then) )*(?:${[
    '(?:do )?(?:you )?know what i mean',
    'if you know what i mean',
    '(?:(?:you|ye) (?:know|ken|see)|d(?:o you|ye) (?:know|ken|see)|i mean)(?: like)?',
    'so to speak|as it were|in a manner of speaking|if you see what i mean|(?:you )?see what i mean|you understand|you follow(?: me)?',
    '(?:basically|actually|literally|honestly|obviously|essentially|frankly)',
    'i mean to say',
    '(?:sort|kind) of(?: thing)?',
    "let(?:'s| me| us) (?:think|see|count|try|remember)(?: now| back| a (?:minute|moment|second))?",
    'let me get (?:this|that|it) (?:right|straight)',
    '(?:how|what) (?:shall|should|can|could|would|do|will|is it|did) (?:i|you|we|one|they) (?:say|put|call|explain)(?: it| that| them| him| her)?',
    'how to (?:say|put)(?: it| that)?',
    "what(?:'s|'d| is| was| were| did| do| does| would)(?: (?:you|they|we|i|it|he|she|the|his|her|its|their|that))? (?:called?|say|name|words?)(?: it| them| him| her| that| again| now| for it)*",
    'what was i saying',
    'where was i',
    "(?:never|no) (?:mind|matter)|(?:it|that) doesn't matter",
    '(?:hold|hang) on|wait|(?:wait|just|half|hold on|hang on) (?:a|one) (?:minute|second|moment)',
    'like|right|okay|ok|yeah|yep|eh|er|ah|oh|well|anyway|anyhow',
  ].join('|')})$`,
);
/** Words said before the telling starts. */
const OPENERS = new Set(
  'yeah yes yep yup no nope okay ok well oh ah aye eh so now right sure alright exactly absolutely anyway anyhow again like gosh golly hey see'.split(
    ' ',
  ),
);
const OPENING_PHRASE =
  /^(?:(?:you|ye) (?:know|ken|see)(?: what)?|i mean|(?:basically|actually|literally|honestly|obviously|frankly)|(?:do )?you know what(?: i mean)?|i mean to say|all right|as i (?:said|say|was saying)|like i (?:said|say|was saying)|to be honest|let's see|let me see)$/;
/** The most words and marks that are searched for one opening. */
const LONGEST_OPENING = 8;
const BARE_OPENERS = new Set('so okay ok well yeah aye oh'.split(' '));
const AFTER_OPENER = new Set(
  'i we he she they it that there then my our his her the a an when in after anyway what us'.split(' '),
);
/** Phrases at the end of a sentence that mean nothing. */
const CLOSERS = /^(?:if you will|or whatever|and all that|and so on|and stuff(?: like that)?)$/;
/** "That is what it was like": here "like" is part of the sentence. */
const LIKE_IS_MEANT =
  /\b(?:what|how|look\w*|feel|felt|sound\w*|seem\w*|taste\w*|smell\w*|is|was|were|are|be|been|it|that|would|much|and|nothing|something|anything|i|you|we|they|\w+'(?:s|m|re|d))$/;

const INTERJECTION =
  /^(?:oh|ah|well|yeah|yes|no|okay|ok|right|eh)(?: (?:oh|ah|well|yeah|yes|no|okay|ok|right|eh))*$/;
const REPORTS = /^(?:say|says|said|saying|like|ask|asks|asked|thought|shouted|cried|answered|goes)$/;

/** The sentence without filler sounds and phrases. */
export function withoutFillers(tokens: readonly SpokenToken[]): SpokenToken[] {
  const cut = cutOffIn(tokens);
  const heard = takeOut(tokens, (token) => cut.has(token) || (isWord(token) && HESITATION.test(token.norm)));
  const chunks = readChunks(heard);
  const fillers = new Set<SpokenToken>();
  chunks.forEach((chunk, at) => {
    const tail = tailOf(chunk);
    if (tail) {
      for (const token of tail) fillers.add(token);
      return;
    }
    const words = wordsOf(chunk.tokens);
    const last =
      at === chunks.length - 1 || chunks.slice(at + 1).every(({ tokens: rest }) => !rest.some(isWord));
    if (
      words.length === 0 ||
      words.length > 9 ||
      chunk.tokens.some((token) => token.quoted || token.kind === 'OTHER')
    )
      return;
    const alone = chunks.length === 1 || (at === 0 && last);
    const said = words.join(' ');
    const next = wordsOf(chunks[at + 1]?.tokens ?? []);
    // "They would say, oh, not today": the interjection belongs to the quote.
    if (REPORTS.test(wordsOf(chunks[at - 1]?.tokens ?? []).at(-1) ?? '') && INTERJECTION.test(said)) return;
    if (!alone && at > 0 && /^(?:yes|no)$/.test(said) && isAuxiliary(next[0]))
      for (const token of chunk.tokens) fillers.add(token);
    else if (!alone && at > 0 && (FILLER.test(said) || (last && CLOSERS.test(said))))
      for (const token of chunk.tokens) fillers.add(token);
    else if (
      words.length > 2 &&
      words.at(-1) === 'like' &&
      (chunk.mark?.kind === 'SOFT' || chunk.mark?.kind === 'HARD') &&
      !LIKE_IS_MEANT.test(words.slice(0, -1).join(' '))
    )
      for (const token of chunk.tokens.slice(chunk.tokens.findLastIndex(isWord))) fillers.add(token);
  });
  return takeOut(heard, (token) => fillers.has(token), true);
}

/** Unfinished words ("a pota-, a potato"), and a filler "like": "he like fell", "like properly in". */
function cutOffIn(tokens: readonly SpokenToken[]): ReadonlySet<SpokenToken> {
  const found = new Set<SpokenToken>();
  tokens.forEach((token, at) => {
    const [before, next, behind] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]];
    if (!isWord(token) || token.quoted) return;
    const isCut = next?.kind === 'OTHER' && /^[-‐‑]$/.test(next.text) && !next.spaced;
    if (isCut && (behind === undefined || behind.spaced || isSoftMark(behind))) {
      found.add(token);
      found.add(next);
    }
    // "The sea you know and there it was".
    const third = tokens[at + 3];
    if (
      token.norm === 'you' &&
      isWord(next) &&
      next.norm === 'know' &&
      isWord(before) &&
      !/^(?:do|did|as|if|that|what|how|who|people|let|would|will|when|than|everyone|anyone|everything|all|don't|didn't|since)$/.test(
        before.norm,
      ) &&
      isWord(behind) &&
      /^(?:and|but|so|because)$/.test(behind.norm) &&
      isWord(third) &&
      isSubjectPronoun(third.norm)
    ) {
      found.add(token);
      found.add(next);
    }
    if (token.norm !== 'like' || !isWord(next)) return;
    const isBeforePast = isWord(before) && isSubjectPronoun(before.norm) && isPast(next.norm);
    const isBeforeManner = !isWord(before) && /ly$/.test(next.norm);
    if (isBeforePast || isBeforeManner) found.add(token);
  });
  return found;
}

/** "disease and you know, a lot of it"; "but no, I did": the conjunction stays. */
function tailOf({ tokens, mark }: Chunk): SpokenToken[] | null {
  const words = tokens.filter(isWord);
  if (!mark || isQuoted(tokens)) return null;
  const two = /^(?:and|but|so|because|or|that|then) (?:you know|i mean|you see)$/;
  if (
    words.length > 2 &&
    two.test(
      words
        .slice(-3)
        .map(({ norm }) => norm)
        .join(' '),
    )
  )
    return tokens.slice(tokens.indexOf(words.at(-2) as SpokenToken));
  const one = /^(?:and|but|so|or|because) (?:like|well|yeah|so|yes|no|wow|gosh|oh)$/;
  if (words.length === 2 && one.test(words.map(({ norm }) => norm).join(' ')))
    return tokens.slice(tokens.indexOf(words[1] as SpokenToken));
  return null;
}

/** The sentence without an empty opening: "Well, yeah, so". */
export function withoutOpening(tokens: readonly SpokenToken[]): SpokenToken[] {
  const all = tokens.filter(isWord);
  if (all.every(({ norm, quoted }) => OPENERS.has(norm) && !quoted)) return [];
  if (all.length < 5 && OPENING_PHRASE.test(all.map(({ norm }) => norm).join(' '))) return [];
  let from = -1;
  for (let next = 0; next > from; next = openingFrom(tokens, from)) {
    from = next;
    while (from < tokens.length && !isWord(tokens[from]) && tokens[from]?.kind !== 'OTHER') from += 1;
  }
  return tokens.slice(from);
}

/** Where the sentence continues after one opening; `from` itself when it has none. */
function openingFrom(tokens: readonly SpokenToken[], from: number): number {
  const [chunk] = readChunks(tokens.slice(from, from + LONGEST_OPENING));
  if (!chunk || isQuoted(chunk.tokens)) return from;
  const words = wordsOf(chunk.tokens);
  const place = (word: number) =>
    from + chunk.tokens.indexOf(chunk.tokens.filter(isWord)[word] as SpokenToken);
  // "But and then": of several conjunctions the last one stays.
  const joins = words.findIndex((word) => !/^(?:and|but|so|or)$/.test(word));
  if (joins > 1 && words[joins - 1] !== 'so') return place(joins - 1);
  const opens =
    words.length > 0 && (words.every((word) => OPENERS.has(word)) || OPENING_PHRASE.test(words.join(' ')));
  const after = from + chunk.tokens.length + 1;
  if (opens && chunk.mark && after < tokens.length) return after;
  const bare = words.findIndex((word) => !BARE_OPENERS.has(word));
  const next = words[bare];
  const result = next === 'that' && /^(?:could|can|would|might)$/.test(words[bare + 2] ?? '');
  const begins =
    bare > 0 && next !== undefined && !result && (AFTER_OPENER.has(next) || isSubjectPronoun(next));
  return begins ? place(bare) : from;
}

/** Removes tokens with the commas around them. A mark stays where they stood between words. */
function takeOut(
  tokens: readonly SpokenToken[],
  isOut: (token: SpokenToken) => boolean,
  marksEach = false,
): SpokenToken[] {
  const left: SpokenToken[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as SpokenToken;
    if (!isOut(token)) {
      left.push(token);
      continue;
    }
    let end = at;
    while (tokens[end + 1] && isOut(tokens[end + 1] as SpokenToken)) end += 1;
    const before = isSoftMark(left.at(-1));
    const after = isSoftMark(tokens[end + 1]);
    const mark: SpokenToken = { ...token, kind: before && after ? 'PAUSE' : 'BREAK', text: '', norm: '' };
    const last = before ? left.pop() : undefined;
    if (last?.kind === 'PAUSE') mark.kind = 'PAUSE';
    if (after) {
      end += 1;
      if (tokens[end]?.kind === 'PAUSE') mark.kind = 'PAUSE';
    }
    // A final filler is removed from "Sunday like, with": the comma stays.
    if (marksEach && !before && after && tokens[end]?.kind === 'SOFT') mark.kind = 'PAUSE';
    left.push(last && /^[—–]$/.test(last.text) ? last : mark);
    at = end;
  }
  return left;
}
