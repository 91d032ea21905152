import type { Language } from '#api/language/languages.ts';
import { type ActSpan, addSpan, spanOf, type UtteranceReading } from './act-spans.ts';
import { Reader } from './reader.ts';

export type { ActSpan, UtteranceReading };

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
