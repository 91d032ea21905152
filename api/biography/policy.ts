import { cardsFor, cardsForViewer } from '#api/audiences/policy.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import type { CardStatus } from '#api/generated/prisma/enums.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { type SubjectAccess, withinKey } from '#api/subjects/policy.ts';

const none: Prisma.CardWhereInput = { id: { in: [] } };

/** Cards written by the family alone: no revision and no sentence rests on what the subject said. */
export const byHandAlone: Prisma.CardWhereInput = {
  revisions: { every: { writer: null } },
  sentences: { every: { sources: { none: {} } } },
};

/**
 * The cards of a subject that somebody may see. `said`: also cards made from what was said, not only those
 * written by hand. `statuses`: the visible statuses, null for all.
 */
export type CardsSeen = { said: boolean; statuses: readonly CardStatus[] | null };

/** The cards of one subject that somebody with this access may read; null for none. */
export function cardsSeen({ sees, shared, admin, can }: SubjectAccess): CardsSeen | null {
  // Only the team may read the book of a deleted subject.
  if (!sees || (!admin && !can('READ'))) return null;
  // Unless the subject agreed to sharing, only the subject may read what was written from their words.
  if (admin || can('WRITE')) return { said: shared, statuses: null };
  return { said: shared, statuses: can('READ_TRANSCRIPTS') ? ['PUBLISHED', 'DRAFT'] : ['PUBLISHED'] };
}

/** The same as a Prisma filter. Spread it into every `where` over a subject's cards. */
export function visibleCards(subjectAccess: SubjectAccess): Prisma.CardWhereInput {
  const seen = cardsSeen(subjectAccess);
  if (!seen) return none;
  return {
    ...(!seen.said && byHandAlone),
    ...(seen.statuses && { status: { in: [...seen.statuses] } }),
    ...cardsFor(subjectAccess),
  };
}

/** The same filter over the cards of all subjects, for queries that start at a card or a chapter. */
export function visibleCardsTo(viewer: Viewer | null): Prisma.CardWhereInput {
  if (!viewer) return none;
  const { userId, admin } = viewer;
  const shared: Prisma.CardWhereInput = { OR: [{ subject: { is: sharesWith(viewer) } }, byHandAlone] };
  const admitted = cardsForViewer(viewer);
  if (admin) return { AND: [shared, admitted] };
  const viewers: Prisma.SubjectWhereInput = {
    deletedAt: null,
    members: { some: { userId, role: 'VIEWER' } },
  };
  return {
    AND: [
      shared,
      admitted,
      { subject: { is: withinKey(viewer) } },
      {
        OR: [
          { subject: { is: { deletedAt: null, ...familyOf(userId) } } },
          { status: 'PUBLISHED', subject: { is: viewers } },
          { status: 'DRAFT', subject: { is: { ...viewers, viewersReadTranscripts: true, sharing: true } } },
        ],
      },
    ],
  };
}

/** Only readers of drafts see earlier revisions: what was removed before publishing stays hidden. */
export function visibleRevisionsTo(viewer: Viewer | null): Prisma.CardRevisionWhereInput {
  if (!viewer) return { id: { in: [] } };
  const admitted = cardsForViewer(viewer);
  if (viewer.admin) return { card: { is: admitted } };
  const { userId } = viewer;
  const reads: Prisma.SubjectWhereInput = {
    OR: [familyOf(userId), { viewersReadTranscripts: true, members: { some: { userId, role: 'VIEWER' } } }],
  };
  return { card: { is: { AND: [{ subject: { is: { AND: [reads, withinKey(viewer)] } } }, admitted] } } };
}

/**
 * Proposals are visible to those who decide on them, and these must be able to read the words behind them.
 */
export function decidesProposals(subjectAccess: SubjectAccess): boolean {
  return subjectAccess.can('WRITE') && subjectAccess.can('READ_TRANSCRIPTS');
}

/** Whether somebody sees who else has the editor of a story open: the members who write, not their programs. */
export function seesEditors({ keyId, can }: SubjectAccess): boolean {
  return keyId === null && can('WRITE');
}

/** Subjects whose words may be shown to the viewer. */
function sharesWith(viewer: Viewer): Prisma.SubjectWhereInput {
  return actsForAnother(viewer)
    ? { sharing: true }
    : { OR: [{ sharing: true }, { selfUserId: viewer.userId }] };
}

function familyOf(userId: string): Prisma.SubjectWhereInput {
  return {
    OR: [{ selfUserId: userId }, { members: { some: { userId, role: { in: ['OWNER', 'EDITOR'] } } } }],
  };
}

/** A sentence without private sources. */
export const openSentence = {
  hidden: false,
  sources: { none: { message: { is: { private: true } } } },
} satisfies Prisma.SentenceWhereInput;

/** How complete a chapter is, 0 to 1. Five stories make it complete. */
export function toldBy(cardCount: number): number {
  return Math.min(1, cardCount / 5);
}
