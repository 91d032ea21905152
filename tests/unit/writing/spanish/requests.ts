import type { ExistingCard, WriteMessage, WriteRequest } from '#api/biography/writing/writer.ts';
import { CHAPTERS } from '#api/questions/bank/question.ts';

/** A request to write what a Spanish speaker born in 1938 told. */
export function spanishRequest(
  turns: readonly (readonly [question: string, answer: string])[],
  subject: Partial<WriteRequest['subject']> = {},
  cards: ExistingCard[] = [],
): WriteRequest {
  return {
    subject: {
      preferredName: 'Tomasa',
      fullName: 'Tomasa Arrieta',
      birthDate: '1938-05-14',
      birthPlace: null,
      pronouns: 'she/her',
      people: [],
      language: 'es',
      ...subject,
    },
    conversation: { id: 'c1', startedAt: new Date('2026-11-05T15:00:00Z') },
    messages: turns.flatMap(([question, answer], at): WriteMessage[] => [
      { id: `m${at}q`, role: 'assistant', text: question, private: false },
      { id: `m${at}a`, role: 'user', text: answer, private: false },
    ]),
    cards,
    chapters: CHAPTERS.map(({ key, title }) => ({ key, title })),
  };
}
