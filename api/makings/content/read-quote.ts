import { db } from '#api/platform/database/database.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import type { Quote } from './book.ts';
import { clothColour } from './read-book.ts';
import { readPrintable } from './read-cards.ts';
import type { MakingRequest } from './request.ts';

/** The longest quote that fits on a card. */
export const mostQuoted = 320;

/**
 * The chosen sentence, or the first told one that fits; null when it no longer exists. Words that the family changed
 * are not quoted as the person's own.
 */
export async function readQuote(subjectAccess: SubjectAccess, request: MakingRequest): Promise<Quote | null> {
  const [card] = await readPrintable(subjectAccess, request);
  const told = card?.sentences.filter(
    ({ sources, text, edited }) => sources.length > 0 && !edited && text.length <= mostQuoted,
  );
  const sentence = request.sentenceId ? told?.find(({ id }) => id === request.sentenceId) : told?.[0];
  if (!card || !sentence) return null;
  const subject = await db.subject.findUniqueOrThrow({
    where: { id: subjectAccess.subjectId },
    select: { fullName: true, cloth: true },
  });
  return { text: sentence.text, by: subject.fullName, from: card.title, cloth: clothColour(subject.cloth) };
}
