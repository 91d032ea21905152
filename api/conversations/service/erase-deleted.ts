import { deleteStories, emptyAmong } from '#api/biography/privacy.ts';
import { tellReaders } from '#api/keepsakes/service/tell-of-keepsakes.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { silenceErasedWords } from '#api/recordings/silencing.ts';
import { keptForDays } from '#api/subjects/deletion.ts';
import { eraseTold } from './erase-told.ts';

/** The number of messages that one run erases; the next night erases the rest. */
const atATime = 1_000;

/**
 * Erases words that the person deleted 30 days ago, and every sentence based on them. The empty message stays, so
 * that the turns keep their order. The recorded sound is silenced.
 */
export async function eraseDeletedWords() {
  const before = new Date(clock.now().getTime() - keptForDays * 24 * 3_600_000);
  const over = await db.message.findMany({
    where: { deletedAt: { lte: before }, NOT: { text: '' } },
    orderBy: { deletedAt: 'asc' },
    select: { id: true },
    take: atATime,
  });
  for (const { id } of over) await transaction((tx, wake) => eraseWords(tx, wake, id));
}

/** Empties a message and deletes every sentence that rests on it. Its words must be private. */
export async function eraseWords(tx: Tx, wake: Wake, id: string) {
  const { subjectId } = await tx.message.findUniqueOrThrow({ where: { id }, select: { subjectId: true } });
  await eraseTold(tx, wake, subjectId, () => eraseResting(tx, wake, { id, subjectId }));
  const { audioStartMs } = await tx.message.update({
    where: { id },
    data: { text: '', correctedText: null, reading: { spans: [] } },
  });
  if (audioStartMs !== null) await enqueue(tx, silenceErasedWords, { messageId: id }, { subjectId });
}

/** Deletes every sentence that rests on a message, and the cards that have none left. */
async function eraseResting(tx: Tx, wake: Wake, { id, subjectId }: { id: string; subjectId: string }) {
  const resting = await tx.sentence.findMany({
    where: { sources: { some: { messageId: id } } },
    select: { id: true, cardId: true },
  });
  const sentenceIds = resting.map((sentence) => sentence.id);
  const cardIds = [...new Set(resting.map(({ cardId }) => cardId))];
  await tellReaders(tx, wake, subjectId, cardIds);
  await tx.conflict.deleteMany({ where: { sides: { some: { sentenceId: { in: sentenceIds } } } } });
  await tx.sentence.deleteMany({ where: { id: { in: sentenceIds } } });
  const empty = await emptyAmong(tx, cardIds);
  const gone = await tx.card.findMany({
    where: { id: { in: empty }, sentences: { none: {} } },
    select: { id: true },
  });
  await deleteStories(
    tx,
    subjectId,
    gone.map((card) => card.id),
  );
}
