import { isSubjectPronoun, isVerb } from '#api/biography/writing/language/speech/word-classes.ts';
import { isEditing, leadsToSpeech } from './editing-terms.ts';
import { isDenied } from './pairs.ts';
import type { SaidChunk, SaidSentence } from './said-sentences.ts';
import { isSpoken } from './self-repairs.ts';
import { isAside } from './slip-signs.ts';
import { alikeIn, sameKind, sameValue } from './values.ts';

/** Where somebody stops in the middle of a sentence to say it again. */
const STOPS =
  /(?<= |^)(?:(?:now|oh|no|nay|well|and|but|uh|um|er|or|love|sir|yes) )*(?:no (?=no|wait|not|it|that|i|he|she|they|we|my|let)|wait|hold on|hang on|scratch that|strike that|(?:when )?i (?:said|say)|did i say|come to think|or was it|was it|i tell a lie|i mean|i meant|make (?:it|that)|sorry|what am i|correction|let me get|actually|(?:he|she|they|my \w+)(?:'s| is)? (?:says|saying|reckons)|i (?:believe|think) it was|was (?:his|her) name|(?:it|that|he|she|they) (?:was|were)(?:n't|nt| not)?|(?:it|that)'s)(?= |$)/g;
/** A statement that only speech without marks hides in the middle of a sentence. */
const COPULA =
  /^(?:(?:and|but|well|so) )*(?:it|that|he|she|they)(?:'s| was| were| wasn't| wasnt| weren't| werent) /;
/** Where the story goes on after a remark. */
const GOES_ON = /^(?:because|cause|'cause|and|but|so)$/;
/** The most words from a stop to the right value. */
const REACH = 10;
/** Without a mark for so many words, a piece may hold a remark about something told in another sentence. */
const UNMARKED = 12;

/**
 * A sentence without a slip that could be put right in its middle, as two where somebody stops and names another value
 * of one kind: "we sold em at Alpine | no it was Fort Stockton the pens had burned".
 */
export function partAtStops(sentence: SaidSentence): SaidSentence[] {
  if (sentence.isQuoted || isSpoken(sentence)) return [sentence];
  const isUnmarked = !hasMark(sentence.text);
  for (const [nth, chunk] of sentence.chunks.entries()) {
    const said = chunk.words.join(' ');
    const stops =
      isEditing(chunk.words) || startsAnew(sentence.chunks, nth)
        ? [0]
        : [...said.matchAll(STOPS)].map(({ index }) => index);
    for (const index of stops) {
      const word = index === 0 ? 0 : said.slice(0, index).trim().split(' ').length;
      const cut = chunk.starts[word];
      const before = sentence.chunks.flatMap(({ words, starts }) =>
        words.filter((_, at) => (starts[at] ?? 0) < (cut ?? 0)),
      );
      if (cut === undefined || before.length === 0 || leadsToSpeech(before)) continue;
      const last = chunk.starts[word + REACH] ?? Number.POSITIVE_INFINITY;
      // "It was Central, actually, not Denfeld": a denial is not cut off from what it denies.
      const told = sentence.values.filter((value) => !isDenied(sentence, value));
      const olds = told.filter(({ end }) => end <= cut);
      const isAnother = told.some(
        (right) =>
          right.start >= cut &&
          right.start < last &&
          (isUnmarked || olds.some((old) => sameKind(old, right))) &&
          !olds.some((old) => sameKind(old, right) && sameValue(old, right)),
      );
      if (COPULA.test(said.slice(index).trim()) && !isUnmarked) continue;
      if (!isAnother && !(isUnmarked && chunk.words.length >= UNMARKED)) continue;
      return [
        part(sentence, sentence.start, cut),
        ...partAtStops(part(sentence, cut, sentence.end, true)),
      ].map((one, at) => ({ ...one, index: sentence.index + at }));
    }
  }
  return [sentence];
}

function hasMark(text: string): boolean {
  return /[.,;:?!…—–]/.test(text);
}

/** "Doc Petersen, oh for goodness' sake, Doc Paulsen": after a short remark the same words lead to another value. */
function startsAnew(chunks: readonly SaidChunk[], at: number): boolean {
  const [before, aside, next] = [chunks[at - 1], chunks[at], chunks[at + 1]];
  const [old, right] = [before?.values.at(-1), next?.values.find(({ kind }) => kind !== 'KIN')];
  if (!before || !aside || !next || !old || !right || !isAside(aside) || leadsToSpeech(before.words))
    return false;
  if (!sameKind(old, right) || sameValue(old, right)) return false;
  const lead = next.words.filter((_, nth) => (next.starts[nth] ?? 0) < right.start);
  const toldLead = before.words.filter((_, nth) => (before.starts[nth] ?? 0) < old.start);
  const again = [...lead, ...right.key.split(' ')][0];
  const isLed =
    lead.length <= 3 &&
    (toldLead.slice(-1 - lead.length).includes(again ?? '') || old.key.startsWith(`${again} `));
  return isLed || (lead.length === 0 && alikeIn(right, old) !== null);
}

/** The part of a sentence between two positions; a remark also in pieces where the story goes on. */
function part(sentence: SaidSentence, from: number, to: number, isRemark = false): SaidSentence {
  const isIn = ({ start }: { start: number }) => start >= from && start < to;
  const isUnmarked = !hasMark(sentence.text);
  const chunks = sentence.chunks.flatMap((chunk) => {
    const at = chunk.words.flatMap((word, nth) => {
      const start = chunk.starts[nth] ?? 0;
      if (start === from) return [nth];
      const tells =
        isUnmarked &&
        isSubjectPronoun(word) &&
        isVerb(chunk.words[nth + 1]) &&
        chunk.values.some((value) => value.start >= from && value.end <= start);
      return isRemark && start > from && nth > 0 && (tells || GOES_ON.test(word)) ? [nth] : [];
    });
    return cutChunk(chunk, [0, ...at.filter((nth) => nth > 0), chunk.words.length], to).filter(isIn);
  });
  const text = sentence.text.slice(from - sentence.start, to - sentence.start).trimEnd();
  return {
    ...sentence,
    text,
    start: from,
    end: from + text.length,
    chunks,
    values: sentence.values.filter(isIn),
    goesOnFrom: isRemark ? (lastEndBefore(sentence, from) ?? null) : sentence.goesOnFrom,
  };
}

/** Where the last word before a position ends. */
function lastEndBefore({ text, start }: SaidSentence, at: number): number | null {
  const before = text
    .slice(0, at - start)
    .replace(/(?:[\s,;:—–-]|[\s,](?:well|oh|och|ah|now|and|but|so)(?=[\s,]))+$/i, '');
  return before === '' ? null : start + before.length;
}

function cutChunk(chunk: SaidChunk, bounds: readonly number[], to: number): SaidChunk[] {
  return bounds.slice(0, -1).flatMap((first, nth): SaidChunk[] => {
    const words = chunk.words
      .slice(first, bounds[nth + 1])
      .filter((_, at) => (chunk.starts[first + at] ?? 0) < to);
    const start = chunk.starts[first];
    const lastStart = chunk.starts[first + words.length - 1];
    if (start === undefined || lastStart === undefined || words.length === 0) return [];
    const rest = chunk.text.slice(lastStart - chunk.start);
    const end =
      first + words.length === chunk.words.length
        ? chunk.end
        : lastStart + (rest.match(/^[^\s,.;:!?—–]+/)?.[0].length ?? 0);
    return [
      {
        ...chunk,
        words,
        starts: chunk.starts.slice(first, first + words.length),
        text: chunk.text.slice(start - chunk.start, end - chunk.start),
        start,
        end,
        values: chunk.values.filter((value) => value.start >= start && value.start < end),
      },
    ];
  });
}
