import type { Span } from '../spans.ts';

/** The duration that one level covers. */
export const levelMs = 20;

/** Shorter pauses belong to the speech. */
const pauseMs = 400;
/** Anything shorter is a click. */
const shortestMs = 100;
/**
 * Speech is at least `aboveQuiet` times as loud as the quiet level of its channel, or at least `ofLoudest` of its loud
 * level if that is lower, and never below `quietestSpeech` (of 32,768).
 */
const aboveQuiet = 4;
const ofLoudest = 0.3;
const quietestSpeech = 150;

/**
 * Finds the spans of speech in a channel from its levels: one root mean square for each 20 ms, of samples between
 * -32,768 and 32,767.
 */
export function speechIn(levels: readonly number[]): Span[] {
  const sorted = levels.toSorted((one, other) => one - other);
  const quiet = sorted[Math.floor(sorted.length * 0.1)] ?? 0;
  const loud = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  const threshold = Math.max(quietestSpeech, Math.min(aboveQuiet * quiet, ofLoudest * loud));
  const spans: Span[] = [];
  for (const [at, level] of levels.entries()) {
    if (level < threshold) continue;
    const [startMs, endMs] = [at * levelMs, (at + 1) * levelMs];
    const last = spans.at(-1);
    if (last && startMs - last.endMs < pauseMs) last.endMs = endMs;
    else spans.push({ startMs, endMs });
  }
  return spans.filter(({ startMs, endMs }) => endMs - startMs >= shortestMs);
}
