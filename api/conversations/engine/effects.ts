import { showAgain } from '#api/biography/privacy.ts';
import { enterForPhone } from '#api/consent/by-phone.ts';
import { phoneKinds } from '#api/consent/ledger.ts';
import { withdrawWithin } from '#api/consent/service.ts';
import { messagesChanged } from '#api/conversations/events.ts';
import type { Heard } from '#api/conversations/interviewer/mind.ts';
import type { Channel } from '#api/conversations/interviewer/request.ts';
import { contentOf, touchesAvoided } from '#api/conversations/interviewer/themes.ts';
import type { SqlMessage } from '#api/conversations/reads/message-row.ts';
import { withDoubtTold } from '#api/dialogue-acts/read-utterance.ts';
import { notify } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { exchangeAt, exchangeBefore, readingOf, type Turn, turnsOf } from './history.ts';
import { nameTheme, openThemes } from './named-themes.ts';
import { accountOf, originOf, type Speaker } from './speaker.ts';
import { withholdMessages } from './withhold.ts';

export type SaidBy = { message: SqlMessage; channel: Channel; speaker: Speaker };

/** Whether words bring about more than an answer, in the transaction that keeps them. */
export function hasEffects(heard: Heard): boolean {
  return (
    heard.privateScope === 'THIS_AND_BEFORE' ||
    heard.privateTheme !== null ||
    heard.intents.includes('DELETE') ||
    heard.intents.includes('PERMITS') ||
    heard.confirmed?.yes === false ||
    heard.theme !== null ||
    heard.crisis !== null ||
    heard.withdraws.length > 0 ||
    heard.intents.includes('STOP_FOR_GOOD')
  );
}

/** Carries out what the words ask for, whatever will be answered to them. */
export async function followsFrom(tx: Tx, wake: Wake, heard: Heard, by: SaidBy) {
  const { message, channel, speaker } = by;
  const { subjectId } = message;
  const before = await withheldBefore(tx, heard, message);
  await keepPrivate(tx, wake, message, before);
  if (heard.privateTheme) {
    const { id: messageId } = message;
    await tx.privateTheme.create({ data: { messageId, subjectId, theme: heard.privateTheme } });
  }
  if (heard.intents.includes('DELETE')) {
    const ids = [message.id, ...before];
    await tx.message.updateMany({ where: { id: { in: ids } }, data: { deletedAt: clock.now() } });
  }
  if (heard.confirmed?.yes === false) await openDoubted(tx, wake, message);
  if (heard.intents.includes('PERMITS') && !heard.crisis) await tellDoubted(tx, message);
  // “Don’t ask me that”, when nothing was asked, names nothing.
  if (heard.theme && contentOf(heard.theme).length) await nameTheme(tx, message, heard.theme);
  if (heard.crisis) await noteWellbeing(tx, message);
  // Stopping for good is taken back of everything by which we would come again.
  const stops = heard.intents.includes('STOP_FOR_GOOD') && heard.withdraws.length === 0;
  const kinds = stops ? (['CALLS', 'SMS'] as const) : heard.withdraws;
  // By text a stop is the phone's, whoever shares it.
  const ofPhone = channel === 'SMS' && message.phone ? kinds.filter((kind) => phoneKinds.includes(kind)) : [];
  if (message.phone && ofPhone.length) {
    await enterForPhone(tx, wake, {
      ...{ phone: message.phone, status: 'WITHDRAWN', kinds: ofPhone, via: 'SMS' },
      evidence: { messageId: message.id },
    });
  }
  if (kinds.length) {
    await withdrawWithin(tx, wake, {
      subjectId,
      kinds,
      via: channel === 'PHONE' ? 'VOICE' : channel,
      viewer: null,
      evidence: { messageId: message.id, actorId: accountOf(speaker), origin: originOf(speaker) },
    });
  }
}

/** The messages from before that the words reach back to, with what was answered to them. */
async function withheldBefore(tx: Tx, heard: Heard, { seq, conversationId }: SqlMessage): Promise<string[]> {
  if (heard.privateScope !== 'THIS_AND_BEFORE' && heard.privateTheme === null) return [];
  const turns = (await turnsOf(conversationId, tx)).filter((turn) => turn.seq < seq);
  const about = heard.privateTheme ?? heard.reachesBackTo;
  const named = about
    ? turns.filter(({ role, text }) => role === 'user' && touchesAvoided([about], text))
    : [];
  const told = named.flatMap((turn) => {
    const { said, answers } = exchangeAt(turns, turn.seq);
    return [...said, ...answers];
  });
  if (told.length > 0) return [...new Set(told.map(({ id }) => id))];
  return heard.privateScope === 'THIS_AND_BEFORE' ? lastTold(turns).map(({ id }) => id) : [];
}

/** What was said last that tells something, and all after it: an aside is no story that one would take back. */
function lastTold(turns: readonly Turn[]): Turn[] {
  const last = turns.findLastIndex(({ told }) => !!told);
  return last < 0 ? exchangeBefore(turns) : turns.slice(last);
}

async function keepPrivate(tx: Tx, wake: Wake, { id, subjectId }: SqlMessage, before: readonly string[]) {
  if (before.length) await withholdMessages(tx, wake, subjectId, before, [id]);
}

/** The person meant no privacy: what was held back until they said so is readable again. */
async function openDoubted(tx: Tx, wake: Wake, { seq, subjectId, conversationId }: SqlMessage) {
  const turns = (await turnsOf(conversationId, tx)).filter((turn) => turn.seq < seq);
  if (turns.at(-1)?.turnKind !== 'CONFIRM_PRIVATE') return;
  const ids = exchangeBefore(turns)
    .filter((turn) => turn.private)
    .map(({ id }) => id);
  await tx.message.updateMany({ where: { id: { in: ids } }, data: { private: false } });
  await showAgain(tx, ids);
  await openThemes(tx, subjectId, ids);
  await messagesChanged(tx, wake, subjectId, ids);
}

/** The person wants in the book what was left out of it because it may have spoken of danger: it is a story from now on. */
async function tellDoubted(tx: Tx, { seq, conversationId }: SqlMessage) {
  const turns = (await turnsOf(conversationId, tx)).filter((turn) => turn.seq < seq);
  if (turns.at(-1)?.turnKind !== 'CONFIRM_SAFE') return;
  const ids = exchangeBefore(turns).flatMap(({ id, role }) => (role === 'user' ? id : []));
  const rows = await tx.message.findMany({
    where: { id: { in: ids } },
    select: { id: true, text: true, correctedText: true, reading: true },
  });
  for (const { id, text, correctedText, reading } of rows)
    await tx.message.update({
      where: { id },
      data: { reading: withDoubtTold(readingOf(correctedText ?? text, reading)) },
    });
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
