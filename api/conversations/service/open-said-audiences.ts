import { z } from 'zod';
import { showAgain } from '#api/biography/privacy.ts';
import { exchangeAt, turnsOf } from '#api/conversations/engine/history.ts';
import { openThemes } from '#api/conversations/engine/named-themes.ts';
import { takeTurn } from '#api/conversations/engine/turn-lock.ts';
import { messagesChanged } from '#api/conversations/events.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { job } from '#api/platform/jobs.ts';
import { tellOfWords } from './tell-of-words.ts';

/** Audiences whose day has come, or whose speaker has died. Words that the person deleted since are not opened. */
function due(): Prisma.SaidAudienceWhereInput {
  return {
    message: { is: { deletedAt: null } },
    subject: { is: { deletedAt: null } },
    OR: [{ opensAt: { lte: clock.now() } }, { afterDeath: true, subject: { is: { status: 'MEMORIAL' } } }],
  };
}

/**
 * Makes the words readable that the person kept back until now, with the answers to them, and queues their writing, as
 * if the person had made them readable.
 */
export async function openSaidAudiences() {
  const found = await db.saidAudience.findMany({
    where: due(),
    select: { message: { select: { conversationId: true } } },
  });
  for (const conversationId of new Set(found.map(({ message }) => message.conversationId)))
    await openWithin(conversationId);
}

async function openWithin(conversationId: string) {
  await transaction(async (tx, wake) => {
    await takeTurn(tx, conversationId);
    const kept = await tx.saidAudience.findMany({
      where: { AND: [due(), { message: { is: { conversationId } } }] },
      select: { messageId: true, subjectId: true, message: { select: { seq: true } } },
    });
    const [first] = kept;
    if (!first) return;
    const ids = new Set(kept.map(({ messageId }) => messageId));
    const turns = await turnsOf(conversationId, tx);
    const answers = kept.flatMap(({ message }) => {
      const exchange = exchangeAt(turns, message.seq);
      const isOpen = exchange.said.every((turn) => !turn.private || ids.has(turn.id));
      return isOpen ? exchange.answers.map(({ id }) => id) : [];
    });
    const opened = [...new Set([...ids, ...answers])];
    await tx.message.updateMany({ where: { id: { in: opened } }, data: { private: false } });
    await tx.saidAudience.deleteMany({ where: { messageId: { in: opened } } });
    await showAgain(tx, wake, opened);
    await openThemes(tx, first.subjectId, opened);
    await messagesChanged(tx, wake, first.subjectId, opened);
  });
}

/** How long after its day an audience is looked for, so that a job that comes late misses none. */
const lookedForMs = 30 * 60_000;

/**
 * Notifies open call logs of the words of stories whose day has come, or whose person, the subject `died`, has died. The
 * audiences need no change for that; words that nobody has read since are sent again in vain.
 */
export async function tellOfOpenedStories(died?: string) {
  const now = clock.now();
  const since = new Date(now.getTime() - lookedForMs);
  const opened = await db.audience.findMany({
    where: {
      subject: { is: { deletedAt: null } },
      OR: [
        { mediaId: null, opensAt: { gt: since, lte: now } },
        ...(died ? [{ mediaId: null, subjectId: died, afterDeath: true }] : []),
      ],
    },
    select: { subjectId: true, cardId: true, chapterId: true },
  });
  for (const [subjectId, audiences] of Map.groupBy(opened, (audience) => audience.subjectId)) {
    const cardIds = audiences.flatMap(({ cardId }) => cardId ?? []);
    const chapterIds = audiences.flatMap(({ chapterId }) => chapterId ?? []);
    await transaction((tx, wake) => tellOfWords(tx, wake, subjectId, { cardIds, chapterIds }));
  }
}

/**
 * Makes words readable whose day has come, or whose speaker has died, and tells of those of stories; also queued when a
 * book becomes a memorial, then with its subject as `died`.
 */
export const openKeptWords = job({
  name: 'conversations.openKeptWords',
  input: z.object({ died: z.uuid().optional() }),
  cron: '*/10 * * * *',
  retries: 2,
  timeoutSeconds: 1800,
  async run({ died }) {
    await openSaidAudiences();
    await tellOfOpenedStories(died);
  },
});
