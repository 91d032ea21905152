import type { Place } from './reading.ts';

/** The start and end position of each word of a text. */
export function wordsOf(text: string): Place[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
}

/** How long silent reading stays on a word: longer for long words and at the end of a sentence. */
export function readingMs(word: string): number {
  return 160 + word.length * 26 + (/[.,:?]”?$/.test(word) ? 260 : 0);
}

type Stop = () => void;
type Report = (place: Place | null) => void;

/** Reads silently, word by word. */
export function readSilently(text: string, report: Report): Stop {
  const words = wordsOf(text);
  let timer: ReturnType<typeof setTimeout>;
  const step = (i: number) => {
    const place = words[i];
    report(place ?? null);
    if (place) timer = setTimeout(step, readingMs(text.slice(place.start, place.end)), i + 1);
  };
  step(0);
  return () => clearTimeout(timer);
}

/** Reads aloud by the browser. If the browser refuses (no voice, no sound), calls `onRefused`. */
export function readAloud(text: string, report: Report, onRefused: () => void): Stop {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = 'en-US';
  utterance.rate = 0.92;
  let stopped = false;
  const unlessStopped = (act: () => void) => () => {
    if (!stopped) act();
  };
  const silence = setTimeout(
    unlessStopped(() => {
      stop();
      onRefused();
    }),
    2500,
  );
  utterance.onstart = () => clearTimeout(silence);
  utterance.onboundary = (event) => {
    const place = wordsOf(text).find(({ end }) => end > event.charIndex);
    if (!stopped && place) report(place);
  };
  utterance.onend = unlessStopped(() => report(null));
  utterance.onerror = unlessStopped(() => {
    clearTimeout(silence);
    onRefused();
  });
  function stop() {
    stopped = true;
    clearTimeout(silence);
    speechSynthesis.cancel();
  }
  speechSynthesis.speak(utterance);
  return stop;
}
