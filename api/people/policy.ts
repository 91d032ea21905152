import type { Prisma } from '#api/generated/prisma/client.ts';
import type { InvitationRole, InvitationStatus } from '#api/generated/prisma/enums.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import type { Ability, SubjectAccess } from '#api/subjects/policy.ts';

/** The ability needed to invite someone in this role, and to revoke such an invitation. */
export function abilityToInvite(role: InvitationRole): Ability {
  return role === 'VIEWER' ? 'INVITE_VIEWER' : 'INVITE_EDITOR';
}

/** The recipient's address is visible to those who manage the members, and to the sender. */
export function seesAddress(
  subjectAccess: SubjectAccess,
  invitation: { invitedById: string | null },
  userId: string,
): boolean {
  return (
    subjectAccess.can('MANAGE_MEMBERS') ||
    (subjectAccess.can('INVITE_VIEWER') && invitation.invitedById === userId)
  );
}

/** The current status of an invitation: one past its end is expired, whatever its row says. */
export function statusNow(invitation: { status: InvitationStatus; expiresAt: Date }): InvitationStatus {
  return invitation.status === 'PENDING' && invitation.expiresAt <= clock.now()
    ? 'EXPIRED'
    : invitation.status;
}

/** Whether a viewer sees who the members are: all who see the book, and the team. */
export function seesMembers({ sees, admin, can }: SubjectAccess): boolean {
  return sees && (admin || can('READ'));
}

/**
 * The people this viewer may see: without access to transcripts, only those in visible cards, and of those who may be
 * living only as far as the owners choose.
 */
export function visiblePeople(
  subjectAccess: SubjectAccess,
  visibleCards: Prisma.CardWhereInput,
): Prisma.PersonWhereInput {
  const listed = listedPeople(subjectAccess);
  if (subjectAccess.can('READ_TRANSCRIPTS')) return listed;
  return { AND: [listed, { OR: [{ found: false }, { cards: { some: { card: visibleCards } } }] }] };
}

/** The people whom the owners let readers see, outside of the stories' own words. */
export const listedForViewers = {
  OR: [{ living: false }, { living: null, died: { not: null } }, { subject: { viewersSeeLiving: true } }],
} satisfies Prisma.PersonWhereInput;

/** Of the people in a story that this viewer reads, those who are listed for them. */
export function listedPeople(subjectAccess: SubjectAccess): Prisma.PersonWhereInput {
  return seesAllOfLiving(subjectAccess) ? {} : listedForViewers;
}

/** Whether the owners' choice about living people doesn't concern this viewer, who writes the book or is the team. */
function seesAllOfLiving({ can, admin }: SubjectAccess): boolean {
  return can('WRITE') || (admin && can('READ_TRANSCRIPTS'));
}

/** Whether the life dates of a person are open to all readers: they have died, and nobody says that they are living. */
export function hasDied({ living, died }: { living: boolean | null; died: string | null }): boolean {
  return living === false || (living === null && died !== null);
}

/**
 * Whether a viewer may see the life dates of people who may be living: members who may write, the team where it reads
 * transcripts, and others where the book's owners allow it.
 */
export function seesLivingDates(subjectAccess: SubjectAccess, viewersSeeLivingDates: boolean): boolean {
  if (!subjectAccess.sees) return false;
  return seesAllOfLiving(subjectAccess) || (viewersSeeLivingDates && subjectAccess.role !== null);
}

/** The places this viewer may see: without access to transcripts, only those in visible cards. */
export async function visiblePlaces(
  subjectAccess: SubjectAccess,
  placesOfVisibleCards: () => Promise<string[]>,
): Promise<Prisma.PlaceWhereInput> {
  if (subjectAccess.can('READ_TRANSCRIPTS')) return {};
  return { name: { in: await placesOfVisibleCards() } };
}
