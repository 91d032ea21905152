import { setTimeout as sleep } from 'node:timers/promises';
import { agreeByText, isAsked, readCommand, reply, stopByText } from '#api/consent/by-text.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { log } from '#api/platform/log.ts';
import { endTextsOf } from './end.ts';
import { tellText } from './tell.ts';
import { chooseSubject, liveByText } from './whose.ts';

/** A carrier hands on 1,600 characters at most. */
const longest = 4_000;
/** A stop must not be lost to a moment without a database: the carrier waits for 15 seconds, and may not come again. */
const againAfterMs = [100, 500, 2_000, 5_000];

/** A text as the carrier hands it on, with the addresses of the files that came with it. */
export type IncomingText = { providerId: string; phone: string; text: string; media?: readonly string[] };

/** Hears a text that came in, once however often the carrier sends it. It is kept before anything follows from it. */
export async function hearText(text: IncomingText) {
  for (const ms of againAfterMs) {
    try {
      return await hear(text);
    } catch (error) {
      log.warn({ error, ms }, 'a text is heard again');
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
  // A conversation is held before its subject, and a phone before both: so it is ended apart.
  if (stops) await endTextsOf(phone);
}

type Heard = { id: string; phone: string; said: string; hasMedia: boolean };

/** Does what a text asks for, and says whether texts to its phone are stopped by it. */
async function follow(tx: Tx, wake: Wake, heard: Heard): Promise<boolean> {
  const { phone, said } = heard;
  const command = readCommand(said);
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
      // Amid a conversation a yes is just a word, unless we asked for one.
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

/** Has the words told in the conversation of whoever they are about, as soon as that is known. */
async function takeWords(tx: Tx, heard: Heard) {
  const { id, phone } = heard;
  const choice = await chooseSubject(tx, heard);
  switch (choice.kind) {
    case 'SUBJECT': {
      const { subjectId } = choice;
      await tx.inboundText.update({ where: { id }, data: { tells: true, subjectId } });
      await enqueue(tx, tellText, { textId: id });
      return;
    }
    case 'ANSWERED': {
      // What waited until it was known whom it is about.
      const { subjectId } = choice;
      const waiting = { phone, tells: true, toldAt: null, subjectId: null };
      await tx.inboundText.updateMany({ where: waiting, data: { subjectId } });
      await enqueue(tx, tellText, { textId: id });
      return;
    }
    case 'UNKNOWN_YET':
      await tx.inboundText.update({ where: { id }, data: { tells: true } });
      return;
    case 'NOBODY':
      if (choice.isStranger) await reply(tx, heard, 'texts-what-we-are', { onceADay: true });
  }
}

const keptForMs = 30 * 24 * 3_600_000;

/**
 * Erases what came in by text 30 days ago, but for words that wait to be told; what a text changed stays in the ledger,
 * and what it told in its conversation.
 */
export async function eraseOldTexts() {
  const before = new Date(clock.now().getTime() - keptForMs);
  await db.inboundText.deleteMany({
    where: { at: { lt: before }, NOT: { tells: true, subjectId: { not: null }, toldAt: null } },
  });
}
