import { useSyncExternalStore } from 'react';

/** The playback position of the recording, for components that follow it. */
export interface Playback {
  /** Milliseconds from the beginning; null until it is first played. */
  now(): number | null;
  subscribe(tell: () => void): () => void;
  report(ms: number): void;
  /** Plays from a position; set by the player. */
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

/** The index of the spoken word of a turn, from 0; null while the turn is not spoken. */
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

/** Assumes that the words are spoken evenly over the turn. */
export function wordAt(
  ms: number | null,
  start: number | null,
  end: number | null,
  words: number,
): number | null {
  if (ms === null || start === null || end === null || words === 0 || ms < start || ms >= end) return null;
  return Math.min(words - 1, Math.floor(((ms - start) / (end - start)) * words));
}
