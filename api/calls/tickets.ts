import { createHash, randomBytes } from 'node:crypto';
import type { CallLine } from '#api/generated/prisma/enums.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';

/** How long a ticket is valid after its address was given out. */
const goodForMs = 10 * 60_000;

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('hex');

/** Creates a ticket for the next socket of a call; it replaces an earlier one. */
export async function giveTicket(tx: Tx, conversationId: string): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  const ticketUntil = new Date(clock.now().getTime() + goodForMs);
  await tx.call.update({
    where: { conversationId },
    data: { ticketHash: hashOf(ticket), ticketUntil },
  });
  return ticket;
}

export type TicketHolder = {
  conversationId: string;
  line: CallLine;
  providerId: string | null;
  /** Whether it is an inbound call. */
  inbound: boolean;
};

/** Redeems a ticket, which opens one socket. Returns null for an invalid, used or expired one. */
export async function takeTicket(ticket: string, line: CallLine): Promise<TicketHolder | null> {
  const where = { ticketHash: hashOf(ticket), ticketUntil: { gt: clock.now() }, line };
  const found = await db.call.findFirst({ where, select: { conversationId: true } });
  if (!found) return null;
  const { count } = await db.call.updateMany({ where, data: { ticketHash: null, ticketUntil: null } });
  if (!count) return null;
  return db.call.findUnique({
    where: { conversationId: found.conversationId },
    select: { conversationId: true, line: true, providerId: true, inbound: true },
  });
}
