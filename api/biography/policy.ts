import { cardsFor, cardsForViewer } from '#api/audiences/policy.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import type { CardStatus } from '#api/generated/prisma/enums.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { type SubjectAccess, withinKey } from '#api/subjects/policy.ts';

const none: Prisma.CardWhereInput = { id: { in: [] } };

/** Written by the family alone: nothing in it, now or ever, rests on what the subject said. */
const byHandAlone: Prisma.CardWhereInput = {
  revisions: { every: { writer: null } },
  sentences: { every: { sources: { none: {} } } },
};

/** Which cards of a subject somebody sees: those made of what was said too, or by hand alone; of these states, or any. */
export type CardsSeen = { said: boolean; statuses: readonly CardStatus[] | null };

/** Which cards of one subject somebody who stands so may read; null for none. */
export function cardsSeen({ sees, shared, admin, can }: SubjectAccess): CardsSeen | null {
  // A deleted subject's book is closed to all but the team.
  if (!sees || (!admin && !can('ASK'))) return null;
  // Without the subject's yes to sharing, what was written from their words is theirs alone.
  if (admin || can('WRITE')) return { said: shared, statuses: null };
  return { said: shared, statuses: can('READ_TRANSCRIPTS') ? ['PUBLISHED', 'DRAFT'] : ['PUBLISHED'] };
}

/** The same for Prisma. Spread into every `where` over a subject's cards. */
export function visibleCards(subjectAccess: SubjectAccess): Prisma.CardWhereInput {
  const seen = cardsSeen(subjectAccess);
  if (!seen) return none;
  return {
    ...(!seen.said && byHandAlone),
    ...(seen.statuses && { status: { in: [...seen.statuses] } }),
    ...cardsFor(subjectAccess),
  };
}

/** The same over the cards of all subjects, for reads that begin at a card or a chapter. */
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

/** Earlier wordings are for those who read drafts: what was taken out before publishing stays out. */
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

/** What the machine would change is for those who decide on it, and rests on words that they must be able to read. */
export function decidesProposals(subjectAccess: SubjectAccess): boolean {
  return subjectAccess.can('WRITE') && subjectAccess.can('READ_TRANSCRIPTS');
}

/** Open proposals that this viewer decides on. */
export function openProposalsFor(viewer: Viewer | null): Prisma.ProposalWhereInput {
  if (!viewer) return { id: { in: [] } };
  const at: Prisma.SubjectWhereInput = {
    AND: [familyOf(viewer.userId), sharesWith(viewer), withinKey(viewer)],
  };
  return { status: 'OPEN', card: { is: { subject: { is: { deletedAt: null, ...at } } } } };
}

/** Subjects whose words may be shown to the viewer at all. */
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

/** How far a chapter is told, 0 to 1: five stories make it full. */
export function toldBy(cardCount: number): number {
  return Math.min(1, cardCount / 5);
}
