import { holds, type Span } from './spans.ts';

/** The duration covered by one loudness value. */
export const loudnessStepMs = 500;

/** The number of points in the player's loudness line. */
const LINE_POINTS = 110;

/** The loudness along a recording, from 0 to 1; 0 where it is silent for this listener. */
export function loudnessLine(
  { loudness, durationMs }: { loudness: readonly number[]; durationMs: number },
  heard: readonly Span[] | 'ALL',
): number[] {
  const steps = withoutUnheard(loudness, heard);
  const quietest = Math.min(...steps.filter((step) => step > 0), Number.POSITIVE_INFINITY);
  const loudest = Math.max(...steps, 0);
  const range = loudest - quietest;
  return Array.from({ length: LINE_POINTS }, (_, at) => {
    const from = Math.floor(((at / LINE_POINTS) * durationMs) / loudnessStepMs);
    const to = Math.max(from + 1, Math.floor((((at + 1) / LINE_POINTS) * durationMs) / loudnessStepMs));
    const part = steps.slice(from, to);
    const most = Math.max(...part, 0);
    if (most === 0) return 0;
    return range === 0 ? 0.5 : Math.round(((most - quietest) / range) * 100) / 100;
  });
}

/** Sets the values of stretches that aren't fully audible to 0. */
export function withoutUnheard(loudness: readonly number[], heard: readonly Span[] | 'ALL'): number[] {
  if (heard === 'ALL') return [...loudness];
  return loudness.map((step, at) => {
    const startMs = at * loudnessStepMs;
    return holds(heard, { startMs, endMs: startMs + loudnessStepMs }) ? step : 0;
  });
}
