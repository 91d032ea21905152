import { diffArrays } from 'diff';
import type { TranscribedSegment } from '#api/adapters/transcription/port.ts';
import type { Span } from '../spans.ts';

/** A message whose words are looked for in what a transcription service heard. */
export type SpokenMessage = Span & { id: string; text: string };

/** Above this number of differing words, two texts are not of the same sound, and comparing them takes too long. */
const mostEdits = 1_500;
/** Of the words of a message, so many must be found again; otherwise its times are not believed. */
const leastFound = 0.5;
/** A word that is found this far outside of its message is another one. */
const slackMs = 1_000;

/**
 * Finds when each word of the messages begins, from the words that a service heard in the same sound, in order. Words that
 * it did not hear, or heard differently, get times between their neighbours. A message of which too few words are found
 * has no times.
 */
export function alignWords(
  messages: readonly SpokenMessage[],
  heard: readonly TranscribedSegment[],
): Map<string, number[]> {
  const said: Said[] = messages.flatMap(({ text }, at) =>
    [...text.matchAll(/\S+/g)].map((word) => ({ at, start: word.index, text: word[0], key: keyOf(word[0]) })),
  );
  const known = heard.map((word) => ({ ...word, key: keyOf(word.text) })).filter(({ key }) => key);
  const runs = diffArrays(keysOf(said), keysOf(known), { maxEditLength: mostEdits });
  if (!runs) return new Map();
  const anchors: Anchor[][] = messages.map(() => []);
  const found = messages.map(() => 0);
  /** Remembers that words of one message are these sounds. Returns whether they can be. */
  const fix = (words: readonly Said[], sounds: readonly Span[]): boolean => {
    const [first, last, begin, end] = [words[0], words.at(-1), sounds[0], sounds.at(-1)];
    if (!first || !last || !begin || !end || first.at !== last.at) return false;
    const message = messages[first.at];
    if (!message || !isNear(message, { startMs: begin.startMs, endMs: end.endMs })) return false;
    anchors[first.at]?.push(
      { unit: first.start, ms: begin.startMs },
      { unit: last.start + last.text.length, ms: end.endMs },
    );
    return true;
  };
  let [i, j] = [0, 0];
  // Where the words that the service heard differently begin, on both sides.
  let [fromSaid, fromHeard] = [0, 0];
  for (const { added, removed, value } of runs) {
    if (added) j += value.length;
    else if (removed) i += value.length;
    else {
      fix(said.slice(fromSaid, i), known.slice(fromHeard, j));
      for (const _ of value) {
        const at = said[i]?.at ?? -1;
        if (fix(said.slice(i, i + 1), known.slice(j, j + 1))) found[at] = (found[at] ?? 0) + 1;
        [i, j] = [i + 1, j + 1];
      }
      [fromSaid, fromHeard] = [i, j];
    }
  }
  fix(said.slice(fromSaid), known.slice(fromHeard));
  const times = new Map<string, number[]>();
  for (const [at, words] of Map.groupBy(said, (word) => word.at)) {
    const message = messages[at];
    const counted = words.filter(({ key }) => key).length;
    if (!message || counted === 0 || (found[at] ?? 0) < counted * leastFound) continue;
    const { startMs, endMs, text } = message;
    const line = [{ unit: 0, ms: startMs }, ...(anchors[at] ?? []), { unit: text.length, ms: endMs }];
    const places = words.map(({ start }) => start);
    times.set(message.id, timesAlong(line, message, places));
  }
  return times;
}

/** A word of the message with this index. */
type Said = { at: number; start: number; text: string; key: string };

/** A place in the text of a message, in UTF-16 units, whose time is known. */
type Anchor = { unit: number; ms: number };

/** The times of these places, between the anchors around each; they never decrease and stay within the message. */
function timesAlong(line: readonly Anchor[], { startMs, endMs }: Span, places: readonly number[]): number[] {
  let at = 0;
  let latest = startMs;
  return places.map((unit) => {
    while (at + 2 < line.length && (line[at + 1]?.unit ?? 0) <= unit) at += 1;
    const [from, to] = [line[at] ?? { unit: 0, ms: startMs }, line[at + 1] ?? { unit, ms: endMs }];
    const share = to.unit > from.unit ? (unit - from.unit) / (to.unit - from.unit) : 0;
    latest = Math.min(endMs, Math.max(latest, Math.round(from.ms + (to.ms - from.ms) * share)));
    return latest;
  });
}

/**
 * The times of the words of a corrected text, from those of the words as first heard. Empty when these are not known or
 * the texts have too little in common.
 */
export function timesOfShownWords({
  text,
  correctedText,
  wordStartsMs,
  audioStartMs,
  audioEndMs,
}: {
  text: string;
  correctedText: string | null;
  wordStartsMs: number[];
  audioStartMs: number | null;
  audioEndMs: number | null;
}): number[] {
  if (correctedText === null || wordStartsMs.length === 0) return wordStartsMs;
  if (audioStartMs === null || audioEndMs === null) return [];
  const words = text.match(/\S+/g) ?? [];
  const heard = words.map((word, at) => ({
    text: word,
    startMs: wordStartsMs[at] ?? audioEndMs,
    endMs: wordStartsMs[at + 1] ?? audioEndMs,
  }));
  const shown = { id: '', text: correctedText, startMs: audioStartMs, endMs: audioEndMs };
  return alignWords([shown], heard).get('') ?? [];
}

/** A word without what services write differently: accents, capitals, and signs. */
function keyOf(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

function keysOf(words: readonly { key: string }[]): string[] {
  return words.map(({ key }) => key);
}

function isNear(message: Span, { startMs, endMs }: Span): boolean {
  return startMs >= message.startMs - slackMs && endMs <= message.endMs + slackMs;
}
