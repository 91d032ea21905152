import { z } from 'zod';
import type { TranscribedSegment, Transcription } from '#api/adapters/transcription/port.ts';
import { splitSentences } from '#api/language/sentences.ts';
import type { Span } from '../spans.ts';

/** The longest recording that can be put into the book. */
export const longestMs = 4 * 3_600_000;
export const mostLines = 2_000;
const mostCharactersOfLine = 20_000;
/** About three hours of speech. */
export const mostCharacters = 150_000;

const time = z.int().min(0).max(longestMs);

/** A piece of what is said on a recording. Without `endMs`, it lasts until the next line. */
export const Line = z.object({
  startMs: time,
  endMs: time.nullable(),
  text: z.string().max(mostCharactersOfLine, `must be at most ${mostCharactersOfLine} characters`),
  /** Whether somebody other than the subject says it. */
  someoneElse: z.boolean(),
});
export type Line = z.output<typeof Line>;

export function linesOf(stored: unknown): Line[] {
  return z.array(Line).parse(stored);
}

/** The lines with words, each with its end, which is never before its start nor after the end of the sound. */
export function placeLines(lines: readonly Line[], durationMs: number): (Line & Span)[] {
  const spoken = lines.filter(({ text }) => text.trim() !== '');
  return spoken.map((line, at) => {
    const startMs = Math.min(line.startMs, Math.max(0, durationMs - 1));
    const endMs = line.endMs ?? spoken[at + 1]?.startMs ?? durationMs;
    return {
      ...line,
      text: line.text.trim(),
      startMs,
      endMs: Math.min(durationMs, Math.max(endMs, startMs + 1)),
    };
  });
}

/** A pause this long begins a new line. */
const pauseMs = 2_000;
/** A line of this length ends with its sentence, and one of the greater length anywhere. */
const usualMs = 45_000;
const longestLineMs = 120_000;

const endsSentence = /[.!?…]["”’)]*$/;

/** Groups what the service heard, in the order of its times, into lines. */
export function groupSegments(segments: readonly TranscribedSegment[]): Line[] {
  const lines: (Line & { endMs: number })[] = [];
  for (const { startMs, endMs, text } of segments) {
    const words = text.replace(/\s+/g, ' ').trim();
    if (!words) continue;
    const last = lines.at(-1);
    const lasts = last ? endMs - last.startMs : 0;
    const opens =
      !last ||
      startMs - last.endMs >= pauseMs ||
      lasts > longestLineMs ||
      (lasts > usualMs && endsSentence.test(last.text));
    if (opens) lines.push({ startMs, endMs, text: words, someoneElse: false });
    else {
      last.text += ` ${words}`;
      last.endMs = Math.max(last.endMs, endMs);
    }
  }
  return lines;
}

/**
 * The segments of a transcribed stretch, with times in the whole recording. Where the service gave no times, they are
 * estimated: words are assumed to be spoken evenly.
 */
export function segmentsIn(
  { text, segments }: Transcription,
  { startMs, endMs }: Span,
): TranscribedSegment[] {
  if (segments)
    return segments
      .map((segment) => ({
        text: segment.text,
        startMs: Math.min(endMs, startMs + segment.startMs),
        endMs: Math.min(endMs, startMs + segment.endMs),
      }))
      .toSorted((one, other) => one.startMs - other.startMs);
  const perUnit = (endMs - startMs) / Math.max(1, text.length);
  return splitSentences(text).map((sentence) => ({
    text: sentence.text,
    startMs: Math.round(startMs + sentence.start * perUnit),
    endMs: Math.round(startMs + sentence.end * perUnit),
  }));
}
