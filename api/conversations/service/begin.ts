import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { lockSubject } from '#api/consent/ledger.ts';
import { answer, seeToAnswer } from '#api/conversations/engine/answering.ts';
import { conversationChanged } from '#api/conversations/events.ts';
import type { Channel } from '#api/conversations/interviewer/request.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { InvalidInput, NotFound, WrongState } from '#api/platform/errors.ts';
import { concerning } from '#api/platform/observability/scope.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { endIdleTexts, holdOthers } from '#api/texts/service/shared-phone.ts';
import { whyNoTextNow } from '#api/texts/service/why.ts';
import { endLiveText } from './end.ts';

export const BeginConversation = z.object({
  subjectId: z.string(),
  channel: z.enum(['SMS', 'WEB']),
  together: z.boolean().nullish(),
});

/** How long the caller waits for the first words; later ones come by subscription. */
const openingWithinMs = 2_000;

/**
 * Begins a conversation in the browser or by text, and has the interviewer say the first words, which are stored
 * before anybody sees them. A conversation in the browser ends a live one by text. A conversation by text is refused
 * while somebody else writes from the same phone. A conversation that is already live is returned, also when two requests
 * begin at the same moment.
 */
export async function beginConversation(viewer: Viewer, input: z.input<typeof BeginConversation>) {
  const given = parse(BeginConversation, input);
  const data = { ...given, together: given.together ?? false };
  if (data.channel === 'WEB')
    await endLiveText(data.subjectId, async (tx) => {
      const { self } = await mustConverse(tx, viewer, data);
      mustSitAlong(self, data);
    });
  const { id } = await orLive(data.subjectId, () =>
    transaction((tx, wake) => beginHere(tx, wake, viewer, data)),
  );
  concerning(id);
  await Promise.race([answer(id), sleep(openingWithinMs, undefined, { ref: false })]);
  return { id };
}

/** The live conversation of a subject, if there is one. */
export async function liveConversation(subjectId: string, tx: Tx = db): Promise<{ id: string } | null> {
  return tx.conversation.findFirst({
    where: { subjectId, status: { in: ['RINGING', 'IN_PROGRESS'] } },
    select: { id: true },
  });
}

/** Runs `make`; if another request began a conversation at the same moment, returns that one. */
export async function orLive(
  subjectId: string,
  make: () => Promise<{ id: string }>,
): Promise<{ id: string }> {
  try {
    return await make();
  } catch (error) {
    // Another request was faster: its conversation is returned.
    const other = (error as { code?: string }).code === 'P2002' ? await liveConversation(subjectId) : null;
    if (!other) throw error;
    return other;
  }
}

/** A new conversation on any channel, either talking already or ringing. */
export type Beginning = {
  subjectId: string;
  channel: Channel;
  status: 'RINGING' | 'IN_PROGRESS';
  /** The number that is called or texted, and the account that holds the conversation. */
  phone: string | null;
  heldById: string | null;
  together: boolean;
  /** The version of the agent prompt that an admin tries; by default the one in force. */
  agentVersionId?: string;
  /** Whether the interviewer says the first words; the default is true. */
  opens?: boolean;
  /** Whether nothing in it is answered, asked or sent; the default is false. */
  silent?: boolean;
};

/** Creates a conversation; the caller has checked the permission. */
export async function begin(
  tx: Tx,
  wake: Wake,
  { status, opens = true, ...beginning }: Beginning,
): Promise<{ id: string }> {
  const { id } = await tx.conversation.create({
    data: {
      ...beginning,
      status,
      ...(status === 'IN_PROGRESS' && (opens ? startedNow() : { startedAt: clock.now() })),
    },
    select: { id: true },
  });
  await conversationChanged(tx, wake, beginning.subjectId, id);
  return { id };
}

/** Marks the first words as awaited like any answer, so that they are made even after a crash. */
const startedNow = () => ({ startedAt: clock.now(), awaitingSeq: 0 });

/**
 * Picks up a ringing conversation once. Returns whether it was picked up now, is already talking, or is over. In one
 * that is resumed, an answer that still waits is made now.
 */
export async function pickUp(id: string): Promise<'PICKED_UP' | 'TALKING' | 'OVER'> {
  const picked = await transaction(async (tx, wake) => {
    const conversation = await tx.conversation.findUnique({
      where: { id },
      select: { status: true, subjectId: true },
    });
    if (conversation?.status === 'IN_PROGRESS') return 'TALKING';
    const { count } = await tx.conversation.updateMany({
      where: { id, status: 'RINGING' },
      data: { status: 'IN_PROGRESS', ...startedNow() },
    });
    if (!conversation || !count) return 'OVER';
    await conversationChanged(tx, wake, conversation.subjectId, id);
    return 'PICKED_UP';
  });
  if (picked === 'PICKED_UP') void answer(id);
  if (picked === 'TALKING') void seeToAnswer(id);
  return picked;
}

/**
 * Locks the phone that a conversation by text would use, so that a text which comes now is stored before or after, and
 * the turns in the conversations of others on it.
 */
async function holdPhoneOf(tx: Tx, subjectId: string) {
  const { phone = null } =
    (await tx.subject.findUnique({ where: { id: subjectId }, select: { phone: true } })) ?? {};
  if (!phone) return { phone, ofOthers: [] };
  return { phone, ofOthers: await holdOthers(tx, { phone, subjectId }) };
}

type Wanted = z.output<typeof BeginConversation> & { together: boolean };

/**
 * Refuses a conversation that the viewer may not hold. Locks the subject, so that it can't become a memorial while the
 * conversation begins.
 */
async function mustConverse(tx: Tx, viewer: Viewer, { subjectId }: Wanted) {
  const subject = await lockSubject(tx, subjectId);
  if (!subject || subject.status === 'DELETED') throw new NotFound('Subject', ['subjectId']);
  const { self } = await mustStill(tx, viewer, 'CONVERSE', subjectId);
  if (subject.status === 'MEMORIAL') {
    throw new WrongState(`${subject.preferredName}’s book is a memorial: nobody can be talked with any more`);
  }
  return { self, subject };
}

function mustSitAlong(self: boolean, { together }: Wanted) {
  if (self || together) return;
  const message = 'must be true: only the subject talks alone, the family sits at their side';
  throw new InvalidInput([{ path: 'together', message }]);
}

async function beginHere(tx: Tx, wake: Wake, viewer: Viewer, wanted: Wanted) {
  const { subjectId, channel, together } = wanted;
  const held = channel === 'SMS' ? await holdPhoneOf(tx, subjectId) : null;
  const { self, subject } = await mustConverse(tx, viewer, wanted);
  const other = await liveConversation(subjectId, tx);
  if (other) return other;

  if (channel === 'SMS') {
    const problem = await whyNoTextNow(tx, subjectId, clock.now());
    if (problem) throw problem;
    const { phone } = subject;
    // A phone that was changed meanwhile is not locked.
    if (!held || phone !== held.phone)
      throw new WrongState('The phone was changed just now. Please try again');
    if (phone && !(await endIdleTexts(tx, wake, { phone, subjectId }, held.ofOthers)))
      throw new WrongState('We’re waiting for an answer on this phone. Please try again later.', ['channel']);
    return begin(tx, wake, {
      subjectId,
      channel,
      phone,
      heldById: null,
      together: false,
      status: 'IN_PROGRESS',
    });
  }
  mustSitAlong(self, wanted);
  const holder = { heldById: viewer.userId, together: !self || together };
  return begin(tx, wake, { subjectId, channel, phone: null, ...holder, status: 'IN_PROGRESS' });
}
