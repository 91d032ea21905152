import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ConsentMissing } from '#api/consent/errors.ts';
import { lockSubject } from '#api/consent/ledger.ts';
import { hasConsent } from '#api/consent/policy.ts';
import { answer } from '#api/conversations/engine/answering.ts';
import { conversationChanged } from '#api/conversations/events.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { InvalidInput, NotFound, WrongState } from '#api/platform/errors.ts';
import { clock } from '#api/platform/values/clock.ts';
import { parse } from '#api/platform/values/input.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { concerning } from '#api/platform/watching/scope.ts';
import { mustStill } from '#api/subjects/policy.ts';

export const BeginConversation = z.object({
  subjectId: z.string(),
  channel: z.enum(['PHONE', 'SMS', 'WEB']),
  together: z.boolean().nullish(),
});

/** A model may take its time; the first words then come by subscription. */
const openingWithinMs = 2_000;

/**
 * Begins a conversation and has the interviewer say the first words, which are kept before anybody sees them.
 * A conversation that is live already is answered as it is, also when two begin at the same moment. With no
 * telephony configured a call is simulated: it is picked up at once, and held through `say`.
 */
export async function beginConversation(viewer: Viewer, input: z.input<typeof BeginConversation>) {
  const data = parse(BeginConversation, input);
  const { id } = await live(data.subjectId, () =>
    transaction((tx, wake) => begin(tx, wake, viewer, { ...data, together: data.together ?? false })),
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

async function live(subjectId: string, make: () => Promise<{ id: string }>): Promise<{ id: string }> {
  try {
    return await make();
  } catch (error) {
    // Somebody began a moment earlier: theirs is the one.
    const other = (error as { code?: string }).code === 'P2002' ? await liveConversation(subjectId) : null;
    if (!other) throw error;
    return other;
  }
}

async function begin(tx: Tx, wake: Wake, viewer: Viewer, input: z.output<typeof BeginConversation>) {
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

  await checkChannel(tx, subjectId, channel, subject);
  if (channel === 'WEB' && !self && !together) {
    const message = 'must be true: only the subject talks alone, the family sits at their side';
    throw new InvalidInput([{ path: 'together', message }]);
  }
  const { id } = await tx.conversation.create({
    data: {
      subjectId,
      channel,
      // A simulated call, too, is held by somebody at the subject's side.
      together: !self || !!together,
      heldById: viewer.userId,
      phone: channel === 'PHONE' ? subject.phone : null,
      status: 'IN_PROGRESS',
      startedAt: clock.now(),
      // The interviewer's first words are awaited, like any others: a crash before them is made up for.
      awaitingSeq: 0,
    },
    select: { id: true },
  });
  await conversationChanged(tx, wake, subjectId, id);
  return { id };
}

async function checkChannel(
  tx: Tx,
  subjectId: string,
  channel: 'PHONE' | 'SMS' | 'WEB',
  { status, phone }: { status: string; phone: string | null },
) {
  if (channel === 'WEB') return;
  if (!phone) throw new WrongState('There is no phone yet: enter one first', ['channel']);
  const kind = channel === 'PHONE' ? 'CALLS' : 'SMS';
  if (!(await hasConsent(tx, subjectId, kind, phone))) {
    throw new ConsentMissing(
      kind,
      channel === 'PHONE' ? 'Calls were not agreed to' : 'Texts were not agreed to',
    );
  }
  if (status === 'PAUSED') throw new WrongState('Calls and texts are paused', ['channel']);
  if (channel === 'SMS') throw new WrongState('No texts can be sent: there is no telephony yet', ['channel']);
}
