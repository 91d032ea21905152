import { setTimeout as sleep } from 'node:timers/promises';
import { agreeByText, isAsked, reply, stopByText } from '#api/consent/by-text.ts';
import { languageOfPhone } from '#api/consent/phone-language.ts';
import { readCommand } from '#api/consent/read-command.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { log } from '#api/platform/log.ts';
import { reconcileSearch } from '#api/writer/reconcile/jobs.ts';
import { mayWriteFrom } from '../policy.ts';
import { endTextsOf } from './end.ts';
import { tellText } from './tell.ts';
import { chooseSubject, liveByText, waitingOf } from './whose.ts';

/** Longer than the 1,600 characters that a carrier delivers. */
const longest = 4_000;
/**
 * Retry delays: a stop must not be lost while the database is briefly unavailable. The carrier waits for 15 seconds
 * and may not retry.
 */
const againAfterMs = [100, 500, 2_000, 5_000];

/** An incoming text, with the addresses of its files. */
export type IncomingText = { providerId: string; phone: string; text: string; media?: readonly string[] };

/** Processes an incoming text once, even if the carrier repeats it. It is stored before anything follows from it. */
export async function hearText(text: IncomingText) {
  for (const ms of againAfterMs) {
    try {
      return await hear(text);
    } catch (error) {
      log.warn({ error, ms }, 'an incoming text could not be stored and is retried');
      await sleep(ms);
    }
  }
  await hear(text);
}

async function hear({ providerId, phone, text, media = [] }: IncomingText) {
  const said = text.replaceAll('\0', '').slice(0, longest);
  const stops = await transaction(async (tx, wake) => {
    const id = newId();
    const { count } = await tx.inboundText.createMany({
      data: [{ id, providerId, phone, text: said, at: clock.now() }],
      skipDuplicates: true,
    });
    if (!count) return false;
    await tx.inboundMedia.createMany({
      data: media.map((url, position) => ({ id: newId(), textId: id, position, url: url.slice(0, 2_000) })),
    });
    return follow(tx, wake, { id, phone, said, hasMedia: media.length > 0 });
  });
  // Run in its own transaction, because locks are taken in the order phone, conversation, subject.
  if (stops) await endTextsOf(phone);
}

type Heard = { id: string; phone: string; said: string; hasMedia: boolean };

/**
 * Carries out a text's command, or stores its words for a conversation. Returns whether texts to the phone are
 * stopped.
 */
async function follow(tx: Tx, wake: Wake, text: Heard): Promise<boolean> {
  const { phone, said } = text;
  const command = readCommand(said, await languageOfPhone(tx, phone));
  const heard = { ...text, language: command?.language };
  switch (command?.kind) {
    case 'STOP': {
      await stopByText(tx, wake, heard, command.withdraws);
      if (command.withdraws.includes('SMS')) return true;
      if (command.tells) await takeWords(tx, heard);
      return false;
    }
    case 'HELP':
      await reply(tx, heard, 'texts-help');
      return false;
    case 'AGREE': {
      // In a conversation YES is an ordinary word, unless we asked for consent.
      const isWord = command.word === 'yes' && !(await isAsked(tx, phone)) && (await liveByText(tx, phone));
      if (isWord) await takeWords(tx, heard);
      else await agreeByText(tx, wake, heard, command.word);
      return false;
    }
    default:
      if (said.trim() || heard.hasMedia) await takeWords(tx, heard);
      return false;
  }
}

/** Queues the words for the conversation of the subject that they are about, as soon as that is known. */
async function takeWords(tx: Tx, heard: Heard) {
  const { id, phone } = heard;
  const choice = await chooseSubject(tx, heard);
  switch (choice.kind) {
    case 'SUBJECT': {
      const { subjectId } = choice;
      await tx.inboundText.update({ where: { id }, data: { tells: true, subjectId } });
      await enqueue(tx, tellText, { textId: id }, { subjectId, takesTurns: false });
      return;
    }
    case 'SAID_ALL':
    case 'ANSWERED': {
      // Also assigns the earlier texts that waited for this answer, which may tell something itself.
      const { subjectId } = choice;
      if (choice.kind === 'SAID_ALL') await tx.inboundText.update({ where: { id }, data: { tells: true } });
      await tx.inboundText.updateMany({ where: waitingOf(phone), data: { subjectId } });
      await enqueue(tx, tellText, { textId: id }, { subjectId, takesTurns: false });
      return;
    }
    case 'UNKNOWN_YET': {
      const subjects = await tx.subject.findMany({ where: mayWriteFrom(phone), select: { id: true } });
      const mayBeOf = subjects.map((subject) => subject.id);
      await tx.inboundText.update({ where: { id }, data: { tells: true, mayBeOf } });
      // The team decides if nobody answers us. A search that waits may begin before this text can be read.
      for (const subjectId of mayBeOf) await enqueue(tx, reconcileSearch, { subjectId }, { subjectId });
      return;
    }
    case 'NOBODY':
      if (choice.isStranger) await reply(tx, heard, 'texts-what-we-are', { onceADay: true });
  }
}

const keptForMs = 30 * 24 * 3_600_000;

/**
 * Erases texts 30 days after they came in, except those that still wait to be told, or to be given to one of the books
 * that share their phone, as we promised when we asked. The consents that they changed stay in the ledger, and their
 * stories in the conversations.
 */
export async function eraseOldTexts() {
  const at = { lt: new Date(clock.now().getTime() - keptForMs) };
  const waits = { tells: true, toldAt: null };
  const unknown = await db.inboundText.findMany({
    where: { at, ...waits, subjectId: null },
    distinct: ['phone'],
    select: { phone: true },
  });
  const shared = await db.subject.findMany({
    where: { phone: { in: unknown.map(({ phone }) => phone) }, deletedAt: null },
    select: { phone: true },
  });
  const phone = { in: shared.flatMap((subject) => subject.phone ?? []) };
  await db.inboundText.deleteMany({
    where: { at, NOT: { ...waits, OR: [{ subjectId: { not: null } }, { phone }] } },
  });
}
