import { useSyncExternalStore } from 'react';

/** Where the recording is, for whatever follows it. */
export interface Playback {
  /** Milliseconds from the beginning; null until it was first played. */
  now(): number | null;
  subscribe(tell: () => void): () => void;
  report(ms: number): void;
  /** Set by the player: plays from there. */
  playFrom: ((ms: number) => void) | null;
}

export function openPlayback(): Playback {
  let ms: number | null = null;
  const listeners = new Set<() => void>();
  return {
    now: () => ms,
    subscribe(tell) {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    report(next) {
      ms = next;
      for (const tell of listeners) tell();
    },
    playFrom: null,
  };
}

/** The word of a turn that is being spoken, counted from 0; null while something else is. */
export function useSpokenWord(
  playback: Playback,
  { audioStartMs, audioEndMs }: { audioStartMs: number | null; audioEndMs: number | null },
  words: number,
): number | null {
  return useSyncExternalStore(
    playback.subscribe,
    () => wordAt(playback.now(), audioStartMs, audioEndMs, words),
    () => null,
  );
}

/** Words are taken to be spoken evenly over their turn. */
export function wordAt(
  ms: number | null,
  start: number | null,
  end: number | null,
  words: number,
): number | null {
  if (ms === null || start === null || end === null || words === 0 || ms < start || ms >= end) return null;
  return Math.min(words - 1, Math.floor(((ms - start) / (end - start)) * words));
}
