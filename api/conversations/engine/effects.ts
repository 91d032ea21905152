import { showAgain } from '#api/biography/privacy.ts';
import { enterForPhone } from '#api/consent/by-phone.ts';
import { phoneKinds } from '#api/consent/ledger.ts';
import { withdrawWithin } from '#api/consent/service.ts';
import { messagesChanged } from '#api/conversations/events.ts';
import { type Heard, refusesRecording } from '#api/conversations/interviewer/mind.ts';
import type { Channel } from '#api/conversations/interviewer/request.ts';
import { contentOf, textNearest, touchesAvoided } from '#api/conversations/interviewer/themes.ts';
import type { SqlMessage } from '#api/conversations/reads/message-row.ts';
import { withDoubtTold } from '#api/dialogue-acts/read-utterance.ts';
import { type Language, languageOf } from '#api/language/languages.ts';
import { notify } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { declineRecording, keepVoiceYes } from '#api/recordings/calls/voice-yes.ts';
import { exchangeAt, exchangeBefore, readingOf, type Turn, turnsOf } from './history.ts';
import { nameTheme, openThemes } from './named-themes.ts';
import { askedAbout, storeSaidAudience } from './said-audiences.ts';
import { accountOf, originOf, type Speaker } from './speaker.ts';
import { withholdMessages } from './withhold.ts';

export type SaidBy = { message: SqlMessage; channel: Channel; speaker: Speaker };

/**
 * Whether words have effects other than an answer. Such effects are carried out in the transaction that stores the
 * words.
 */
export function hasEffects(heard: Heard): boolean {
  return (
    heard.privateScope === 'THIS_AND_BEFORE' ||
    heard.privateTheme !== null ||
    heard.audience !== null ||
    heard.intents.includes('DELETE') ||
    heard.intents.includes('PERMITS') ||
    heard.confirmed?.yes === false ||
    heard.confirmed?.voice === true ||
    refusesRecording(heard.confirmed) ||
    heard.theme !== null ||
    heard.crisis !== null ||
    heard.withdraws.length > 0 ||
    heard.intents.includes('STOP_FOR_GOOD')
  );
}

/** Carries out what the words ask for. This does not depend on the answer to them. */
export async function followsFrom(tx: Tx, wake: Wake, heard: Heard, by: SaidBy) {
  const { message, channel, speaker } = by;
  const { subjectId } = message;
  const before = await withheldBefore(tx, heard, message);
  const asked = heard.confirmed?.audience ? await askedAbout(tx, message.conversationId) : [];
  // Words that the person kept private earlier stay private, whatever they say now.
  const isKept = await tx.message.count({
    where: { id: { in: before, notIn: asked }, role: 'user', private: true },
  });
  await keepPrivate(tx, wake, message, before);
  if (!isKept && speaker.kind !== 'ASSIGNED_TEXT')
    await storeSaidAudience(tx, heard, message, [...before, ...asked]);
  await messagesChanged(tx, wake, subjectId, asked);
  if (heard.privateTheme) {
    const { id: messageId } = message;
    await tx.privateTheme.create({ data: { messageId, subjectId, theme: heard.privateTheme } });
  }
  if (heard.intents.includes('DELETE')) {
    const ids = [message.id, ...before];
    await tx.message.updateMany({ where: { id: { in: ids } }, data: { deletedAt: clock.now() } });
  }
  if (heard.confirmed?.yes === false) await releaseDoubtedMessages(tx, wake, message);
  if (heard.confirmed?.voice) await keepVoiceYes(tx, message);
  if (refusesRecording(heard.confirmed)) await declineRecording(tx, message);
  if (heard.intents.includes('PERMITS') && !heard.crisis) await includeDoubtedStory(tx, message);
  // “Don’t ask me that” names no theme when no question was asked.
  if (heard.theme && contentOf(heard.theme).length) await nameTheme(tx, message, heard.theme);
  if (heard.crisis) await noteWellbeing(tx, message);
  if (speaker.kind === 'ASSIGNED_TEXT') return;
  // STOP_FOR_GOOD withdraws every consent by which we could contact the person again.
  const stops = heard.intents.includes('STOP_FOR_GOOD') && heard.withdraws.length === 0;
  const kinds = stops ? (['CALLS', 'SMS'] as const) : heard.withdraws;
  // A stop by text applies to the phone number, and so to every subject who shares it.
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

/** The ids of earlier messages that the words make private, with the answers to them. */
async function withheldBefore(
  tx: Tx,
  heard: Heard,
  { seq, conversationId, subjectId }: SqlMessage,
): Promise<string[]> {
  if (heard.privateScope !== 'THIS_AND_BEFORE' && heard.privateTheme === null) return [];
  const turns = (await turnsOf(conversationId, tx)).filter((turn) => turn.seq < seq);
  const about = heard.privateTheme ?? heard.reachesBackTo;
  const told = turns.filter(({ role }) => role === 'user');
  const language = about ? await languageOfSubject(tx, subjectId) : 'en';
  const named = about ? told.filter(({ text }) => touchesAvoided([about], text, [], language)) : [];
  if (named.length > 0) return exchangesOf(named, turns);
  if (heard.privateScope !== 'THIS_AND_BEFORE') return [];
  const nearest = about
    ? textNearest(
        about,
        told.map(({ text }) => text),
      )
    : null;
  const meant = nearest === null ? [] : told.slice(nearest, nearest + 1);
  return [...new Set([...exchangesOf(meant, turns), ...turnsSinceLastStory(turns).map(({ id }) => id)])];
}

async function languageOfSubject(tx: Tx, id: string): Promise<Language> {
  const { language } = await tx.subject.findUniqueOrThrow({ where: { id }, select: { language: true } });
  return languageOf(language);
}

/** The ids of turns, of the questions before them and of the answers to them. */
function exchangesOf(said: readonly Turn[], turns: readonly Turn[]): string[] {
  const exchanges = said.flatMap(({ seq }) => {
    const exchange = exchangeAt(turns, seq);
    return [...exchange.said, ...exchange.answers];
  });
  return [...new Set(exchanges.map(({ id }) => id))];
}

/**
 * The last turn that tells a story and every turn after it. Asides are skipped, because nobody would want an aside
 * withdrawn.
 */
function turnsSinceLastStory(turns: readonly Turn[]): Turn[] {
  const last = turns.findLastIndex(({ told }) => !!told);
  return last < 0 ? exchangeBefore(turns) : turns.slice(last);
}

async function keepPrivate(tx: Tx, wake: Wake, { id, subjectId }: SqlMessage, before: readonly string[]) {
  if (before.length) await withholdMessages(tx, wake, subjectId, before, [id]);
}

/** Makes messages readable again that were held back until the person confirmed that they meant no privacy. */
async function releaseDoubtedMessages(tx: Tx, wake: Wake, { seq, subjectId, conversationId }: SqlMessage) {
  const turns = (await turnsOf(conversationId, tx)).filter((turn) => turn.seq < seq);
  if (turns.at(-1)?.turnKind !== 'CONFIRM_PRIVATE') return;
  const ids = exchangeBefore(turns)
    .filter((turn) => turn.private)
    .map(({ id }) => id);
  await tx.message.updateMany({ where: { id: { in: ids } }, data: { private: false } });
  await tx.saidAudience.deleteMany({ where: { messageId: { in: ids } } });
  await showAgain(tx, wake, ids);
  await openThemes(tx, subjectId, ids);
  await messagesChanged(tx, wake, subjectId, ids);
}

/**
 * Treats words as a story that were left out of the book because they might have spoken of danger, now that the
 * person wants them in it.
 */
async function includeDoubtedStory(tx: Tx, { seq, conversationId }: SqlMessage) {
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

/**
 * Notifies the owners at once that somebody should get in touch with the person. The notice does not contain the
 * words.
 */
async function noteWellbeing(
  tx: Tx,
  { id: messageId, subjectId, conversationId, preferredName }: SqlMessage,
) {
  const { id } = await tx.wellbeingNote.create({
    data: { subjectId, conversationId, messageId },
    select: { id: true },
  });
  const owners = await tx.membership.findMany({
    // An owner who is the subject gets no notice about themself.
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
