import type { SubjectRole } from '#web/app/generated/schema-types.ts';

/** A member's role, as the family reads it. */
export const roleWords: Record<SubjectRole, string> = {
  OWNER: 'owner',
  EDITOR: 'family, writes and corrects',
  VIEWER: 'reader, reads and asks',
  SUBJECT: 'the book is about them',
};

/** The same roles, as an invitation states them. */
export const invitedAs: Record<SubjectRole, string> = {
  OWNER: 'as an owner',
  EDITOR: 'as family',
  VIEWER: 'to read',
  SUBJECT: 'as the person the book is about',
};

/** For example "9 November". */
export function dayAndMonth(at: string): string {
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
}

/** For example "5 stories", "1 story", or that there is none yet. */
export function storiesInWords(count: number): string {
  if (count === 0) return 'no story yet';
  return count === 1 ? '1 story' : `${count} stories`;
}
