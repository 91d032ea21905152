import { useCallback, useEffect, useRef, useState } from 'react';
import { samplePage } from './home-sample.ts';

const sampleText = samplePage
  .flat()
  .map(({ text }) => text)
  .join('');
export const sampleLength = sampleText.length;

export interface Place {
  start: number;
  end: number;
}

export type Stop = () => void;

function hasVoice(): boolean {
  return 'speechSynthesis' in window && speechSynthesis.getVoices().some(({ lang }) => lang.startsWith('en'));
}

/** Plays the sample: aloud where the browser has a voice, otherwise silently. */
export function useReading() {
  const [way, setWay] = useState<'unknown' | 'aloud' | 'silent'>('unknown');
  const [place, setPlace] = useState<Place | null>(null);
  const [playing, setPlaying] = useState(false);
  const stop = useRef<Stop>(undefined);

  useEffect(() => {
    const look = () => setWay(hasVoice() ? 'aloud' : 'silent');
    look();
    // Some browsers load their voices late.
    if ('speechSynthesis' in window) speechSynthesis.addEventListener?.('voiceschanged', look);
    return () => {
      if ('speechSynthesis' in window) speechSynthesis.removeEventListener?.('voiceschanged', look);
      stop.current?.();
    };
  }, []);

  const report = useCallback((at: Place | null) => {
    setPlace(at);
    if (!at) setPlaying(false);
  }, []);

  const toggle = useCallback(() => {
    if (playing) {
      stop.current?.();
      report(null);
      return;
    }
    setPlaying(true);
    let called = false;
    stop.current = () => {
      called = true;
    };
    void import('./read-text.ts').then(({ readAloud, readSilently }) => {
      if (called) return;
      const silently = () => {
        setWay('silent');
        stop.current = readSilently(sampleText, report);
      };
      if (hasVoice()) stop.current = readAloud(sampleText, report, silently);
      else silently();
    });
  }, [playing, report]);

  return { way, playing, place, toggle };
}
