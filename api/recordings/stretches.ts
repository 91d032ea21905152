import type { TranscribedSegment } from '#api/adapters/transcription/port.ts';
import { loudnessStepMs } from './loudness.ts';
import type { Span } from './spans.ts';

/** The longest stretch that is transcribed at once: a service may take about as long as it lasts. */
export const longestStretchMs = 10 * 60_000;
/** The quietest moment is searched for in this time before the latest end. */
const quietSearchMs = 30_000;

/**
 * The next stretch to transcribe from `fromMs` on: at most ten minutes, and at most `mostBytes` of a sound of `bytes`
 * in total. It ends in a quiet moment, so that no word is cut.
 */
export function nextStretch(
  { durationMs, loudness, bytes }: { durationMs: number; loudness: readonly number[]; bytes: number },
  fromMs: number,
  mostBytes: number,
): Span {
  // Half of what would fit on average, because some parts of a sound need more bytes than others.
  const fittingMs = Math.floor((durationMs * mostBytes) / Math.max(1, bytes) / 2);
  const most = Math.max(loudnessStepMs, Math.min(longestStretchMs, fittingMs));
  if (bytes <= mostBytes && durationMs - fromMs <= longestStretchMs)
    return { startMs: fromMs, endMs: durationMs };
  if (durationMs - fromMs <= most) return { startMs: fromMs, endMs: durationMs };
  const end = fromMs + most;
  const first = Math.ceil(Math.max(fromMs + most / 2, end - quietSearchMs) / loudnessStepMs);
  const last = Math.floor(end / loudnessStepMs) - 1;
  let quietest = last;
  for (let at = last; at >= first; at -= 1)
    if ((loudness[at] ?? 0) < (loudness[quietest] ?? 0)) quietest = at;
  return { startMs: fromMs, endMs: Math.min(durationMs, Math.round((quietest + 0.5) * loudnessStepMs)) };
}

/** The segments heard in a stretch, by time. Their times count from the start of the whole recording. */
export function placeInRecording(
  segments: readonly TranscribedSegment[],
  { startMs, endMs }: Span,
): TranscribedSegment[] {
  return segments
    .map((segment) => ({
      text: segment.text,
      startMs: Math.min(endMs, startMs + segment.startMs),
      endMs: Math.min(endMs, startMs + segment.endMs),
    }))
    .toSorted((one, other) => one.startMs - other.startMs);
}
