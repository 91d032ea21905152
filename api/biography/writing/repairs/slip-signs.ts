import { editingStart, isEditing, isSaidNow, SAYS_NOW } from './editing-terms.ts';
import { type CorrectableSentence, isSame, type NeighbouringSentences, type Pair } from './pairs.ts';
import type { SaidChunk, SaidSentence } from './said-sentences.ts';
import { thingsToldAs } from './things.ts';
import type { Value } from './values.ts';

/** The most words of a piece that only cries out or speaks to the listener: "listen to me", "fair go". */
const LONGEST_ASIDE = 6;
const OF_OTHERS = /^(?:he|she|they|him|her|them|his|their|who|we|us|our)(?:'|$)/;
const POINTS = /^(?:it|that|this|he|she|they|there|'twas|twas)(?:'s|'d)?$/;
const BESIDE =
  /^(?:in|at|on|of|to|from|by|with|for|the|a|an|my|me|our|his|her|their|mr|mrs|ms|miss|dr|doctor|about|around|old|only|just)$/;
const LATER =
  /\b(?:then|later|after|afterwards|next|before that|in the end|till|until|by|again|since|years? on|once|when i was|when we)\b/;
const ANOTHER =
  /\b(?:too|also|another|other|others|second|both|mine|yours|hers|ours|theirs|his own|next door|neighbours?|each|either|neither|same|worse|better|more|older|younger)\b/;
const SOMEBODY_SAYS =
  /\b(?:he|she|they|mam|mum|mama|dad|daddy|mother|father|people|everybody|everyone|(?:the|my|our|her|his) \w+) (?:said|says|say|thought|thinks?|told|tells?|asked|asks|called|calls|wrote|put|reckoned|claimed|swore|would say|used to say|always said)\b/;
const TO_SOMEBODY =
  /\bi(?:'d| had)? (?:said|told|says|say|tell|wrote|answered|lied)(?: to)? (?:the|my|him|her|them|everybody|everyone|people|a|mother|father|mam|mum|dad|that i|i'd|no)\b/;
const TO_YOU =
  /\b(?:told|gave|give|giving|telling|tell|said to) you\b|\byou(?:'ve| have)? (?:written|put|got|write|wrote)\b/;
const WAVERS = /\b(?:or|might|may|maybe|perhaps|either|could have|something like|nearly|almost|if)\b/;
const WISHES =
  /\b(?:want(?:ed)?|would|should|could|supposed|meant|going to|thought|hoped|asked|expected|planned|wished|said|say|called)\b/;
const LOOKS_IT_UP =
  /\b(?:found|looked|looking|checked|paper|certificate|bible|book|ticket|diary|letter|letters|picture|photograph|here in my|counting|counted|forgot|forgotten|forget|thinking of|remember|worked it out|figure|reckon|exact|honest|right|proper)\b/;
const REASON = /^(?:because|cause|'cause|for|since|so|as|or)$/;
const NOT = /^(?:not|never|no|nor|neither|without)$|n't$|nae$/;

type Add = (name: string, value?: number | boolean) => void;

/**
 * The signs that a second value corrects the first: the first is said again, the same words stand around both, a short
 * remark stands between them, or a reason follows.
 */
export function addSigns(
  add: Add,
  { told, old, right, by }: Pair<CorrectableSentence>,
  { before, after }: NeighbouringSentences,
) {
  const own = chunkOf(by, right);
  const home = chunkOf(told, old);
  if (!own || !home) return;
  const said = textOf(by);
  const earlier = before && !isOne(before, told) ? before : null;
  // The wrong value is said again
  const again = placesOf(by, old);
  add(
    'echo',
    again.some(({ start }) => start < right.start),
  );
  add(
    'echo alone',
    by.chunks.some((chunk) => chunk !== own && chunk.start < right.start && isEchoOf(chunk, old)) ||
      (earlier?.chunks.some((chunk) => isEchoOf(chunk, old)) ?? false),
  );
  add('explains the wrong one', tellsOf(by, old, right.end) || (after !== null && tellsOf(after, old, 0)));
  // The same words stand around both values
  const [lead, toldLead] = [wordsBefore(own, right), wordsBefore(home, old)];
  const [behind, toldBehind] = [wordsAfter(own, right), wordsAfter(home, old)];
  const left = sameEnd(lead, toldLead);
  const follows = sameEnd(behind.toReversed(), toldBehind.toReversed());
  add(`frame before ${Math.min(3, left)}`);
  add(`frame behind ${Math.min(2, follows)}`);
  add('frame', left + follows > 2);
  const toldWords = new Set(told.chunks.flatMap(({ words }) => words));
  const beside = [...lead, ...behind];
  if (beside.length > 0)
    add('words told before', beside.filter((word) => toldWords.has(word)).length / beside.length);
  // The form of the piece with the right value
  const head = isEditing(lead) ? lead.length : editingStart(own.words);
  const form = formOf(lead.slice(Math.min(head, lead.length)), behind, left);
  add(`form ${form}`);
  add('announced at once', head > 0);
  add('ends there', behind.length === 0);
  const at = by.chunks.indexOf(own);
  const asides = by.chunks.map((chunk) => chunk !== own && isAside(chunk));
  add('aside in front', asides.slice(0, at).some(Boolean));
  add('aside behind', asides.slice(at + 1).some(Boolean));
  add('first piece', at === 0);
  add('reason behind', REASON.test(behind[0] ?? '') || REASON.test(by.chunks[at + 1]?.words[0] ?? ''));
  add('told in few words', by.chunks.reduce((sum, { words }) => sum + words.length, 0) < 5);
  add('exclaims', /[!?]["”’)]*$/.test(by.text) || (earlier !== null && /[!?]["”’)]*$/.test(earlier.text)));
  add('few words before', earlier !== null && textOf(earlier).split(' ').length < 5);
  // Signs of telling
  add('opens the turn', by.index === 0);
  add('answers no', by.index === 0 && /^(?:no|not|nope|oh no|well no|yes|aye)\b/.test(said));
  add('goes on in time', LATER.test(said));
  add('of another one', ANOTHER.test(said));
  add(
    'somebody says',
    SOMEBODY_SAYS.test(said) &&
      !isSaidNow(by) &&
      !by.chunks.some(({ words }) => SAYS_NOW.test(words.join(' '))),
  );
  add('somebody said it', SOMEBODY_SAYS.test(textOf(told)));
  add('said to somebody', TO_SOMEBODY.test(said) || TO_SOMEBODY.test(textOf(told)));
  add('said to you', TO_YOU.test(said) || (earlier !== null && TO_YOU.test(textOf(earlier))));
  add('wavers', WAVERS.test(said));
  add('wished', WISHES.test(toldLead.slice(-6).join(' ')));
  add('wishes', WISHES.test(lead.slice(-4).join(' ')));
  add('looks it up', LOOKS_IT_UP.test(said));
  add(
    'told denied',
    toldLead.slice(-4).some((word) => NOT.test(word)),
  );
  add(
    'right one denied',
    lead
      .slice(head)
      .slice(-4)
      .some((word) => NOT.test(word)),
  );
  const title = (words: readonly string[]) => words.filter((word) => !BESIDE.test(word)).at(-1);
  add('same word in front', left > 0 && title(lead) !== undefined && lead.at(-1) === title(lead));
  if (right.kind === 'NAME') {
    const [one, other] = [right.key.split(' '), old.key.split(' ')];
    add('name shares a word', one.length > 1 && one.some((word) => word.length > 2 && other.includes(word)));
  }
}

/** Features that weigh differently beside each other. */
const CROSSED = [
  'announced at once',
  'answers no',
  'aside in front',
  'denies the wrong one',
  'echo',
  'echo alone',
  'explains the wrong one',
  'form bare',
  'form clause',
  'form points',
  'frame',
  'heard surely',
  'kind KIN',
  'kind NAME',
  'kind NUMBER',
  'kind THING',
  'kind YEAR',
  'of a slip',
  'of somebody else',
  'of the telling',
  'opens with no',
  'said to somebody',
  'same word in front',
  'somebody says',
  'turns 0',
  'unannounced',
];

/** Adds a feature for each two of the crossed ones that are there. */
export function addCrossed(found: Record<string, number>) {
  const there = CROSSED.filter((name) => found[name]);
  for (const [at, one] of there.entries())
    for (const other of there.slice(at + 1)) found[`${one} + ${other}`] = 1;
}

function textOf({ chunks }: Pick<SaidSentence, 'chunks'>): string {
  return chunks.map(({ words }) => words.join(' ')).join(' ');
}

function isOne(one: SaidSentence, told: CorrectableSentence): boolean {
  return one.turn === told.turn && one.start === told.start;
}

function chunkOf({ chunks }: Pick<SaidSentence, 'chunks'>, { start }: Value): SaidChunk | undefined {
  return chunks.find((one) => one.start <= start && start < one.end);
}

function wordsBefore({ words, starts }: SaidChunk, { start }: Value): string[] {
  return words.filter((_, at) => (starts[at] ?? 0) < start);
}

function wordsAfter({ words, starts }: SaidChunk, { end }: Value): string[] {
  return words.filter((_, at) => (starts[at] ?? 0) >= end);
}

/** Where a sentence names a value, or for a thing its word. */
function placesOf(sentence: SaidSentence, value: Value): { start: number; end: number }[] {
  return value.kind === 'THING'
    ? thingsToldAs(value, sentence)
    : sentence.values.filter((one) => isSame(one, value));
}

/** How many words at the end are the same. */
function sameEnd(one: readonly string[], other: readonly string[]): number {
  let same = 0;
  while (same < one.length && same < other.length && one.at(-1 - same) === other.at(-1 - same)) same += 1;
  return same;
}

/** "Nine?", "not Barrow", "I say March". */
function isEchoOf(chunk: SaidChunk, old: Value): boolean {
  const size = old.text.split(/[\s-]+/).length;
  return chunk.words.length <= size + 3 && placesOf(asSentence(chunk), old).length > 0;
}

/** "Drummond was the exec", "the ham was next door's": says what the wrong one is. */
function tellsOf({ chunks }: SaidSentence, old: Value, from: number): boolean {
  return chunks.some((chunk) =>
    placesOf(asSentence(chunk), old).some(({ start, end }) => {
      if (start < from) return false;
      const at = chunk.starts.filter((one) => one < start).length;
      const behind = chunk.words.filter((_, nth) => (chunk.starts[nth] ?? 0) >= end);
      return at <= 2 && behind.length > 0 && !NOT.test(chunk.words[0] ?? '');
    }),
  );
}

function asSentence(chunk: SaidChunk): SaidSentence {
  return { chunks: [chunk], values: chunk.values, text: chunk.text, start: chunk.start } as SaidSentence;
}

/** A short piece without a value, about nobody else. */
export function isAside({ words, values }: SaidChunk): boolean {
  return (
    words.length <= LONGEST_ASIDE &&
    values.every(({ kind }) => kind === 'KIN') &&
    !words.some((word) => OF_OTHERS.test(word))
  );
}

/** The words before the right value in its piece: none, "it was", those that stood before the wrong value, or a clause. */
function formOf(lead: readonly string[], behind: readonly string[], left: number): string {
  if (lead.every((word) => BESIDE.test(word)))
    return /^(?:it|that|he|she|they) (?:was|is|were)\b/.test(behind.join(' ')) ? 'inverted' : 'bare';
  const own = lead.filter((word) => !/^(?:and|but|so|well|no|oh|now)$/.test(word));
  if (POINTS.test(own[0] ?? '') && own.length <= 5) return 'points';
  if (left > 1) return 'again';
  return 'clause';
}
