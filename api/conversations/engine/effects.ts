import { hidePrivateSentences } from '#api/biography/privacy.ts';
import { withdrawWithin } from '#api/consent/service.ts';
import { messagesChanged } from '#api/conversations/events.ts';
import type { Heard } from '#api/conversations/interviewer/mind.ts';
import type { Channel } from '#api/conversations/interviewer/request.ts';
import { contentOf } from '#api/conversations/interviewer/themes.ts';
import type { SqlMessage } from '#api/conversations/reads/message-row.ts';
import { notify } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { publicUrl } from '#api/platform/values/public-url.ts';
import type { Origin, Viewer } from '#api/platform/viewer.ts';
import { exchangeBefore, turnsOf } from './history.ts';
import { confideThemes, nameTheme } from './named-themes.ts';

export type SaidBy = { message: SqlMessage; channel: Channel; viewer: Viewer; origin: Origin };

/** Whether words bring about more than an answer, in the transaction that keeps them. */
export function hasEffects(heard: Heard): boolean {
  return (
    heard.privateScope === 'THIS_AND_BEFORE' ||
    heard.theme !== null ||
    heard.crisis !== null ||
    heard.withdraws.length > 0 ||
    heard.intents.includes('STOP_FOR_GOOD')
  );
}

/** Carries out what the words ask for, whatever will be answered to them. */
export async function followsFrom(tx: Tx, wake: Wake, heard: Heard, by: SaidBy) {
  const { message, channel, viewer, origin } = by;
  const { subjectId } = message;
  if (heard.privateScope === 'THIS_AND_BEFORE') await keepPrivateBefore(tx, wake, message);
  // “Don’t ask me that”, when nothing was asked, names nothing.
  if (heard.theme && contentOf(heard.theme).length) await nameTheme(tx, wake, message, heard.theme);
  if (heard.crisis) await noteWellbeing(tx, message);
  // Stopping for good is taken back of everything by which we would come again.
  const stops = heard.intents.includes('STOP_FOR_GOOD') && heard.withdraws.length === 0;
  const kinds = stops ? (['CALLS', 'SMS'] as const) : heard.withdraws;
  if (kinds.length) {
    await withdrawWithin(tx, wake, {
      subjectId,
      kinds,
      via: channel === 'PHONE' ? 'VOICE' : channel,
      viewer: null,
      evidence: { messageId: message.id, actorId: viewer.userId, origin },
    });
  }
}

/** The words came after the story: what was said before them, and what was answered, is private too. */
async function keepPrivateBefore(tx: Tx, wake: Wake, { id, seq, subjectId, conversationId }: SqlMessage) {
  const turns = await turnsOf(conversationId, tx);
  const before = exchangeBefore(turns.filter((turn) => turn.seq < seq)).filter((turn) => !turn.private);
  const ids = before.map((turn) => turn.id);
  await tx.message.updateMany({ where: { id: { in: ids } }, data: { private: true } });
  await hidePrivateSentences(tx, [...ids, id]);
  await confideThemes(tx, wake, subjectId, ids);
  await messagesChanged(tx, wake, subjectId, ids);
}

/** The owners are told at once that somebody close should be in touch; the words themselves stay inside. */
async function noteWellbeing(
  tx: Tx,
  { id: messageId, subjectId, conversationId, preferredName }: SqlMessage,
) {
  const { id } = await tx.wellbeingNote.create({
    data: { subjectId, conversationId, messageId },
    select: { id: true },
  });
  const owners = await tx.membership.findMany({
    // Nobody is asked to look after themself.
    where: { subjectId, role: 'OWNER', NOT: { user: { selfSubject: { id: subjectId } } } },
    select: { user: { select: { id: true, email: true } } },
  });
  for (const { user } of owners) {
    await notify(tx, {
      kind: 'wellbeing',
      channel: 'mail',
      recipient: user.email,
      data: { subjectName: preferredName, url: `${publicUrl()}/dashboard/${subjectId}/` },
      dedupeKey: `wellbeing:${id}:${user.id}`,
      subjectId,
    });
  }
}
