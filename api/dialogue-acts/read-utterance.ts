import type { Language } from '#api/language/languages.ts';
import type { Act, Label } from './labels.ts';
import { addSpan, Reader, spanOf } from './reader.ts';

/**
 * A part of an utterance and what it does. `label` is more specific than `act`; `labels` are all that
 * apply, as one sentence can withdraw two consents. A doubtful act is not acted on before the person has
 * been asked.
 */
export type ActSpan = {
  act: Act;
  label: Label;
  labels: Label[];
  doubtful: boolean;
  start: number;
  end: number;
};

/**
 * The one reading of an utterance, which interviewer, privacy, consent and writer all use. The spans are in
 * order and cover every sentence; offsets count UTF-16 units.
 */
export type UtteranceReading = { spans: ActSpan[] };

const readers = new Map<Language, Reader>();

/** Reads what an utterance does, sentence by sentence. Pure: the same words always give the same reading. */
export function readUtterance(utterance: string, language: Language = 'en'): UtteranceReading {
  const reader = readers.get(language) ?? new Reader(language);
  readers.set(language, reader);
  return reader.read(utterance);
}

/** The reading after the person has said that a doubtful danger was only told for the book. */
export function withDoubtTold({ spans }: UtteranceReading): UtteranceReading {
  const settledSpans: ActSpan[] = [];
  for (const span of spans) {
    const isDoubted = span.act === 'DISTRESS' && span.doubtful;
    addSpan(settledSpans, isDoubted ? spanOf(span, 'tell') : { ...span });
  }
  return { spans: settledSpans };
}

/** The parts of an utterance that tell a story, in order: what the writer may print. */
export function storySpans({ spans }: UtteranceReading): ActSpan[] {
  return spans.filter(({ act, doubtful }) => act === 'TELLS' && !doubtful);
}
