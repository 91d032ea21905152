import type { SourcedSentence } from '#api/biography/writing/writer.ts';

/** A question of the interviewer. */
export interface Question {
  text: string;
  chapterKey: string | null;
  /** The question is the bank's or the family's own. */
  opens?: boolean;
  /** The question is a free follow-up to what the question before brought. */
  followsUp?: boolean;
}

/** The text of one card: an answer with its follow-ups, or a part of a very long one. */
export interface StoryUnit {
  question: Question | null;
  paragraphs: SourcedSentence[][];
  /** A model's proposals; the built-in writer makes none. */
  proposed?: { title: string | null; chapterKey: string | null; cardId: string | null };
}

export function unitText(unit: Pick<StoryUnit, 'paragraphs'>): string {
  return unit.paragraphs
    .flat()
    .map((sentence) => sentence.text)
    .join(' ');
}
