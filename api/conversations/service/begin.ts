import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { lockSubject } from '#api/consent/ledger.ts';
import { answer } from '#api/conversations/engine/answering.ts';
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
import { whyNoTextNow } from '#api/texts/service/why.ts';
import { endLiveText } from './end.ts';

export const BeginConversation = z.object({
  subjectId: z.string(),
  channel: z.enum(['SMS', 'WEB']),
  together: z.boolean().nullish(),
});

/** A model may take its time; the first words then come by subscription. */
const openingWithinMs = 2_000;

/**
 * Begins a conversation in the browser, or by text, and has the interviewer say the first words, which are kept before
 * anybody sees them. What goes on by text ends with one in the browser. A conversation that is live already is answered as it is, also when two begin at the same moment.
 */
export async function beginConversation(viewer: Viewer, input: z.input<typeof BeginConversation>) {
  const data = parse(BeginConversation, input);
  if (data.channel === 'WEB') await endLiveText(data.subjectId);
  const { id } = await orLive(data.subjectId, () =>
    transaction((tx, wake) => beginHere(tx, wake, viewer, { ...data, together: data.together ?? false })),
  );
  concerning(id);
  await Promise.race([answer(id), sleep(openingWithinMs, undefined, { ref: false })]);
  return { id };
}

/** The conversation that is live at a subject now, if there is one. */
export async function liveConversation(subjectId: string, tx: Tx = db): Promise<{ id: string } | null> {
  return tx.conversation.findFirst({
    where: { subjectId, status: { in: ['RINGING', 'IN_PROGRESS'] } },
    select: { id: true },
  });
}

/** What `make` begins, or the conversation that somebody else began at the same moment. */
export async function orLive(
  subjectId: string,
  make: () => Promise<{ id: string }>,
): Promise<{ id: string }> {
  try {
    return await make();
  } catch (error) {
    // Somebody began a moment earlier: theirs is the one.
    const other = (error as { code?: string }).code === 'P2002' ? await liveConversation(subjectId) : null;
    if (!other) throw error;
    return other;
  }
}

/** A conversation as it begins, by whatever channel: already talking, or ringing. */
export type Beginning = {
  subjectId: string;
  channel: Channel;
  status: 'RINGING' | 'IN_PROGRESS';
  /** The number it is held over, and the account that holds it. */
  phone: string | null;
  heldById: string | null;
  together: boolean;
  /** Whether the interviewer says the first words; it does unless this is false. */
  opens?: boolean;
};

/** Begins a conversation, whoever speaks in it; its caller has asked whether they may. */
export async function begin(
  tx: Tx,
  wake: Wake,
  { status, opens = true, ...beginning }: Beginning,
): Promise<{ id: string }> {
  const { id } = await tx.conversation.create({
    data: {
      ...beginning,
      status,
      ...(status === 'IN_PROGRESS' && (opens ? fromNow() : { startedAt: clock.now() })),
    },
    select: { id: true },
  });
  await conversationChanged(tx, wake, beginning.subjectId, id);
  return { id };
}

/** The interviewer's first words are awaited, like any others: a crash before them is made up for. */
const fromNow = () => ({ startedAt: clock.now(), awaitingSeq: 0 });

/** Somebody picks up what rings, once. Gives whether they talk now: with the first pick-up, and after it. */
export async function pickUp(id: string): Promise<'PICKED_UP' | 'TALKING' | 'OVER'> {
  const picked = await transaction(async (tx, wake) => {
    const conversation = await tx.conversation.findUnique({
      where: { id },
      select: { status: true, subjectId: true },
    });
    if (conversation?.status === 'IN_PROGRESS') return 'TALKING';
    const { count } = await tx.conversation.updateMany({
      where: { id, status: 'RINGING' },
      data: { status: 'IN_PROGRESS', ...fromNow() },
    });
    if (!conversation || !count) return 'OVER';
    await conversationChanged(tx, wake, conversation.subjectId, id);
    return 'PICKED_UP';
  });
  if (picked === 'PICKED_UP') void answer(id);
  return picked;
}

async function beginHere(
  tx: Tx,
  wake: Wake,
  viewer: Viewer,
  input: z.output<typeof BeginConversation> & { together: boolean },
) {
  const { subjectId, channel, together } = input;
  // Held: whoever says just now that the person has died leaves nobody to talk with.
  const subject = await lockSubject(tx, subjectId);
  if (!subject || subject.status === 'DELETED') throw new NotFound('Subject', ['subjectId']);
  const { self } = await mustStill(tx, viewer, 'CONVERSE', subjectId);
  if (subject.status === 'MEMORIAL') {
    throw new WrongState(`${subject.preferredName}’s book is a memorial: nobody can be talked with any more`);
  }
  const other = await liveConversation(subjectId, tx);
  if (other) return other;

  if (channel === 'SMS') {
    const problem = await whyNoTextNow(tx, subjectId, clock.now());
    if (problem) throw problem;
    const { phone } = subject;
    return begin(tx, wake, {
      subjectId,
      channel,
      phone,
      heldById: null,
      together: false,
      status: 'IN_PROGRESS',
    });
  }
  if (!self && !together) {
    const message = 'must be true: only the subject talks alone, the family sits at their side';
    throw new InvalidInput([{ path: 'together', message }]);
  }
  const held = { heldById: viewer.userId, together: !self || !!together };
  return begin(tx, wake, { subjectId, channel, phone: null, ...held, status: 'IN_PROGRESS' });
}
