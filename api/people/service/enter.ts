import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Entry, entryKey } from '#api/accounts/mail/asked.ts';
import { askForLetter } from '#api/accounts/mail/asking.ts';
import { accountOfMailbox } from '#api/accounts/profile/service/sign-up.ts';
import type { Budget, Spending } from '#api/platform/budgets.ts';
import { type Cap, spendEach } from '#api/platform/caps.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { clearable, line, parse } from '#api/platform/domain-values/input.ts';
import { blockOf } from '#api/platform/domain-values/network.ts';
import { InvalidInput, LimitReached, NotFound } from '#api/platform/errors.ts';
import type { Origin } from '#api/platform/viewer.ts';
import { statusNow } from '../policy.ts';
import { acceptWithin, type InvitationPreview, invitationByToken } from './answer.ts';
import { EmailAddress, perAccount } from './invite.ts';

const day = 24 * 3600;
/** Limits of letters with a link to enter: per address, per network block, in total. */
const perRecipient: Budget = { name: 'entries-to', points: 3, seconds: day };
const perBlock: Budget = { name: 'entries-from', points: 60, seconds: day };
const inAll: Budget = { name: 'entries-all', points: 5_000, seconds: day };

const AskToEnter = z.object({
  token: z.string(),
  name: clearable(line(120)).nullish(),
  email: clearable(EmailAddress).nullish(),
});

/**
 * Requests a letter with which a reader enters a book without a password. It goes to the invitation's own address when
 * none is given. The work and the answer are the same for all addresses; a job decides whether the address may enter.
 * While the invitation is open, a letter may go to anyone, and counts as one of its sender's invitations; later only
 * members get one. Throws `LimitReached`.
 */
export async function askToEnter(
  { ipAddress }: Origin,
  input: z.input<typeof AskToEnter>,
): Promise<InvitationPreview> {
  const { token, name, email: given } = parse(AskToEnter, input);
  mustNotBeSpent(await spendEach([{ budget: perBlock, of: blockOf(ipAddress ?? '') }]));
  const invitation = await invitationByToken(token);
  if (invitation?.role !== 'VIEWER') throw new NotFound('Invitation', ['token']);
  const email = given ?? invitation.email;
  if (!email) throw new InvalidInput([{ path: 'email', message: 'is not an email' }]);
  const isOpen = statusNow(invitation) === 'PENDING';
  if (!name && isOpen) throw new InvalidInput([{ path: 'name', message: 'must not be empty' }]);
  const toStrangers: Cap[] = [
    { budget: perAccount, of: invitation.invitedById ?? invitation.id },
    { budget: inAll, of: 'all', raisesAlarm: true },
  ];
  mustNotBeSpent(
    await spendEach([
      { budget: perRecipient, of: createHash('sha256').update(email).digest('base64url') },
      ...(isOpen ? toStrangers : []),
    ]),
  );
  const page = `/invite/viewer/${token}/`;
  await askForLetter({ what: 'ENTRY', invitationId: invitation.id, page, name: name ?? '', email });
  return invitation;
}

function mustNotBeSpent(spent: Spending | null): void {
  if (spent)
    throw new LimitReached('Too many letters were sent. Look for the newest one, or ask later', spent.limit);
}

/**
 * Redeems the link of such a letter, once: makes the person a member by the invitation, with an account if they have
 * none. Nothing happens when the invitation is unusable. Throws `NotFound`, `InvitationUnusable`, `LimitReached`,
 * `Forbidden` and `WrongState`.
 */
export async function enterByLetter(token: string): Promise<{ userId: string; subjectId: string }> {
  return transaction(async (tx, wake) => {
    const [row] = await tx.$queryRaw<{ value: string }[]>`
      delete from verification where identifier = ${entryKey(token)} and "expiresAt" > ${clock.now()}
      returning value`;
    if (!row) throw new NotFound('Link', ['token']);
    const { invitationId, ...person } = Entry.parse(JSON.parse(row.value));
    const { id: userId } = await accountOfMailbox(tx, person);
    const { subjectId } = await acceptWithin(tx, wake, { userId }, { letterFor: invitationId });
    return { userId, subjectId };
  });
}
