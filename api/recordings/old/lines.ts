import { z } from 'zod';
import type { TranscribedSegment, Transcription } from '#api/adapters/transcription/port.ts';
import { splitSentences } from '#api/language/sentences.ts';
import type { Span } from '../spans.ts';
import { placeInRecording } from '../stretches.ts';

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

export function parseLines(stored: unknown): Line[] {
  return z.array(Line).parse(stored);
}

const TimedWord = z.object({ startMs: time, endMs: time, text: z.string() });

/** The stored words of a transcribed recording with their times. */
export function parseWords(stored: unknown): TranscribedSegment[] {
  return z.array(TimedWord).parse(stored);
}

/** The lines that have words, each with an end after its start and within the sound. */
export function completeLineTimes(lines: readonly Line[], durationMs: number): (Line & Span)[] {
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

/** A new line begins after a pause of this length. */
const pauseMs = 2_000;
/** A line longer than this ends with its sentence; one longer than `longestLineMs` ends with its segment. */
const usualLineMs = 45_000;
const longestLineMs = 120_000;

const endsSentence = /[.!?…]["”’)]*$/;

/** Groups the segments from the service, which are in the order of their times, into lines. */
export function groupSegments(segments: readonly TranscribedSegment[]): Line[] {
  const lines: (Line & { endMs: number })[] = [];
  for (const { startMs, endMs, text } of segments) {
    const words = text.replace(/\s+/g, ' ').trim();
    if (!words) continue;
    const last = lines.at(-1);
    const lengthMs = last ? endMs - last.startMs : 0;
    const startsLine =
      !last ||
      startMs - last.endMs >= pauseMs ||
      lengthMs > longestLineMs ||
      (lengthMs > usualLineMs && endsSentence.test(last.text));
    if (startsLine) lines.push({ startMs, endMs, text: words, someoneElse: false });
    else {
      last.text += ` ${words}`;
      last.endMs = Math.max(last.endMs, endMs);
    }
  }
  return lines;
}

/**
 * The segments of a transcribed stretch, with times from the start of the whole recording. If the service gave no times,
 * they are estimated as if all characters took the same time.
 */
export function alignSegments({ text, segments }: Transcription, stretch: Span): TranscribedSegment[] {
  if (segments) return placeInRecording(segments, stretch);
  const { startMs, endMs } = stretch;
  const msPerCharacter = (endMs - startMs) / Math.max(1, text.length);
  return splitSentences(text).map((sentence) => ({
    text: sentence.text,
    startMs: Math.round(startMs + sentence.start * msPerCharacter),
    endMs: Math.round(startMs + sentence.end * msPerCharacter),
  }));
}
