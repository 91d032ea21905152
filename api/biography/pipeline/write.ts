import { conversationChanged } from '#api/conversations/events.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { runInWorker } from '#api/platform/text-workers/pool.ts';
import { reconcileSearch } from '#api/writer/reconcile/jobs.ts';
import { holdBook } from '../book.ts';
import { turnOf } from '../built-in-writer.ts';
import { groundDrafts } from '../text-tasks.ts';
import { withTypographicMarks } from '../title-marks.ts';
import { chooseWriter } from '../writers.ts';
import type { WriteRequest, Written } from '../writing/writer.ts';
import { commitDrafts, titleLimit } from './commit.ts';
import { loadWork, type Work } from './load.ts';
import type { ProvenDrafts } from './proving.ts';
import { tellOfStories } from './telling.ts';

/** How often one run starts again because the book or the words changed meanwhile. */
const beginnings = 3;

/**
 * Writes a finished conversation into the book, exactly once however often and wherever it is called. The
 * writer works outside a transaction. Its result is committed in one transaction if everything it read is
 * unchanged; otherwise writing starts again. When it rejects, nothing was changed.
 */
export async function writeConversation(conversationId: string, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; attempt < beginnings; attempt++) {
    const conversation = await db.conversation.findUnique({
      where: { id: conversationId },
      select: { writing: true },
    });
    if (!conversation || conversation.writing === 'WRITTEN') return;
    const work = await loadWork(db, conversationId);
    if (work === 'NOTHING') return;
    if (work === 'CONSENT') return leaveUnwritten(conversationId);
    const startedAt = clock.now();
    const writer = await chooseWriter(work.subjectId);
    const answer = await writer.write(work.request, signal);
    const written = work.amends ? answer : { ...answer, amendments: [] };
    const proven = await prove(work.request, written, signal);
    if (await commit(work, written, proven, startedAt)) return;
  }
  throw new Error('The book changed while it was written');
}

/** Whatever the writer claims, a sentence enters the book only if its sources support it. */
async function prove(
  request: WriteRequest,
  { cards, amendments }: Written,
  signal: AbortSignal,
): Promise<ProvenDrafts> {
  const { messages, subject, conversation } = request;
  const evidence = { messages, subject, conversation };
  const ids = amendments.flatMap(({ replaces }) => replaces.sources.map(({ messageId }) => messageId));
  const rows = await db.message.findMany({
    where: { id: { in: ids }, private: false },
    select: { id: true, role: true, text: true, correctedText: true },
  });
  const earlier = rows.map(({ id, role, text, correctedText }) => ({
    ...{ id, role, private: false },
    text: correctedText ?? text,
  }));
  const drafts = { request: evidence, cards, amendments, earlier };
  return runInWorker(groundDrafts, drafts, turnOf(request, signal));
}

/**
 * Returns true when there is nothing more to do: committed, written by another run, or no longer to be
 * written.
 */
async function commit(work: Work, written: Written, proven: ProvenDrafts, startedAt: Date): Promise<boolean> {
  const { subjectId, request } = work;
  const conversationId = request.conversation.id;
  const outcome = await transaction(async (tx, wake) => {
    if (!(await holdBook(tx, subjectId))) return 'DONE';
    const { writing } = await tx.conversation.findUniqueOrThrow({
      where: { id: conversationId },
      select: { writing: true },
    });
    if (writing === 'WRITTEN') return 'DONE';
    const now = await loadWork(tx, conversationId);
    if (now === 'NOTHING') return 'DONE';
    if (now === 'CONSENT') return 'CONSENT';
    // Another conversation was written, the family edited, or words became private: the result is out of
    // date.
    if (now.mark !== work.mark) return 'MOVED';

    const { newCardIds, refusals } = await commitDrafts(tx, wake, now, written, proven);
    await tx.conversation.update({
      where: { id: conversationId },
      data: {
        writing: 'WRITTEN',
        title: withTypographicMarks(written.title.trim()).slice(0, titleLimit) || 'A short talk',
        summary: withTypographicMarks(written.summary.trim()) || null,
      },
    });
    await tx.writerRun.create({
      data: {
        subjectId,
        conversationId,
        writer: written.writer,
        versionIds: written.versionIds ?? [],
        ok: true,
        sentences: written.cards.flatMap(({ paragraphs }) => paragraphs.flat()).length,
        refusals: json([...written.refusals, ...refusals]),
        findings: json(written.findings),
        inputTokens: written.tokens?.input,
        outputTokens: written.tokens?.output,
        startedAt,
        endedAt: clock.now(),
      },
    });
    await conversationChanged(tx, wake, subjectId, conversationId);
    await tellOfStories(tx, subjectId, newCardIds, `cards:${newCardIds[0]}`);
    await enqueue(tx, reconcileSearch, { subjectId }, { subjectId });
    return 'DONE';
  });
  if (outcome === 'CONSENT') await leaveUnwritten(conversationId);
  return outcome !== 'MOVED';
}

/** Without the subject's consent nothing is written, and the conversation no longer shows as waiting. */
async function leaveUnwritten(conversationId: string) {
  await transaction(async (tx, wake) => {
    const [left] = await tx.conversation.updateManyAndReturn({
      where: { id: conversationId, writing: { in: ['WRITING', 'WRITING_FAILED'] } },
      data: { writing: null },
      select: { subjectId: true },
    });
    if (left) await conversationChanged(tx, wake, left.subjectId, conversationId);
  });
}

/**
 * Records that a run failed. After `tries` failures the conversation shows as failed, until a later run
 * succeeds.
 */
export async function noteFailure(conversationId: string, error: unknown, tries: number) {
  await transaction(async (tx, wake) => {
    const conversation = await tx.conversation.findUnique({
      where: { id: conversationId },
      select: { subjectId: true, writing: true },
    });
    if (conversation?.writing !== 'WRITING') return;
    const { subjectId } = conversation;
    // An error's message may quote the conversation; its name and code don't.
    const { name, code } = error as { name?: string; code?: string };
    await tx.writerRun.create({
      data: {
        subjectId,
        conversationId,
        writer: '',
        error: [name ?? 'Error', code].filter(Boolean).join(' '),
        endedAt: clock.now(),
      },
    });
    const failures = await tx.writerRun.count({ where: { conversationId, ok: false } });
    if (failures < tries) return;
    await tx.conversation.update({ where: { id: conversationId }, data: { writing: 'WRITING_FAILED' } });
    await conversationChanged(tx, wake, subjectId, conversationId);
  });
}

/** Marks a conversation whose writing failed for good as to be written again. */
export async function writeAgain(tx: Tx, wake: Wake, conversationId: string) {
  const [again] = await tx.conversation.updateManyAndReturn({
    where: { id: conversationId, writing: 'WRITING_FAILED' },
    data: { writing: 'WRITING' },
    select: { subjectId: true },
  });
  if (again) await conversationChanged(tx, wake, again.subjectId, conversationId);
}

function json(value: unknown): Prisma.InputJsonValue {
  return value as Prisma.InputJsonValue;
}
