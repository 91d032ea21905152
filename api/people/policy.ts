import type { Prisma } from '#api/generated/prisma/client.ts';
import type { InvitationRole, InvitationStatus } from '#api/generated/prisma/enums.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import type { Ability, SubjectAccess } from '#api/subjects/policy.ts';

/** What it takes to invite somebody as this, and to take such an invitation back. */
export function abilityToInvite(role: InvitationRole): Ability {
  return role === 'EDITOR' ? 'INVITE_EDITOR' : 'INVITE_VIEWER';
}

/** Who an invitation went to is for those who manage the members, and for whoever sent it. */
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

/** How an invitation stands now: one that waited too long is expired, whatever its row says. */
export function statusNow(invitation: { status: InvitationStatus; expiresAt: Date }): InvitationStatus {
  return invitation.status === 'PENDING' && invitation.expiresAt <= clock.now()
    ? 'EXPIRED'
    : invitation.status;
}

/** People of the stories whom this viewer may know of: who was only spoken of goes with the words. */
export function visiblePeople(
  subjectAccess: SubjectAccess,
  visibleCards: Prisma.CardWhereInput,
): Prisma.PersonWhereInput {
  if (subjectAccess.can('READ_TRANSCRIPTS')) return {};
  return { OR: [{ found: false }, { cards: { some: { card: visibleCards } } }] };
}

/** Places likewise: without the words, those that a visible card names. */
export async function visiblePlaces(
  subjectAccess: SubjectAccess,
  placesOfVisibleCards: () => Promise<string[]>,
): Promise<Prisma.PlaceWhereInput> {
  if (subjectAccess.can('READ_TRANSCRIPTS')) return {};
  return { name: { in: await placesOfVisibleCards() } };
}
