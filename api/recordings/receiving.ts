import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { ConsentMissing } from '#api/consent/errors.ts';
import { lockSubject } from '#api/consent/ledger.ts';
import { mayRecordTalks } from '#api/consent/policy.ts';
import { sees, speaks } from '#api/conversations/policy.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId, rowId } from '#api/platform/domain-values/ids.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { Forbidden, LimitReached, NotFound, WrongState } from '#api/platform/errors.ts';
import { enqueue } from '#api/platform/jobs.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { subjectAccessAt } from '#api/subjects/policy.ts';
import { NotASound, PieceOutOfOrder } from './errors.ts';
import { joinRecording } from './joining.ts';

/** The largest piece: a minute of speech at the highest bitrate of browsers. */
export const mostBytesOfPiece = 1024 * 1024;
/** The largest recording of one conversation: about two hours. */
export const mostBytesOfRecording = 64 * 1024 * 1024;
const mostPiecesOfTake = 4_000;
const mostTakes = 100;
/** How long after the end of a conversation pieces may still arrive. */
export const tailMs = 10 * 60_000;

const Piece = z.object({
  conversationId: z.string().transform(rowId),
  takeId: z.uuid(),
  number: z.int().min(0),
});

/** The first bytes of every WebM. */
const webmHead = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);

/**
 * Stores the next recorded piece of a conversation, from its participant, while the subject consents to recording.
 * Idempotent. Returns the number of the next piece.
 */
export async function receivePiece(
  viewer: Viewer,
  input: z.input<typeof Piece>,
  content: Buffer,
): Promise<number> {
  const piece = parse(Piece, input);
  const { takeId, number } = piece;
  if (content.length === 0 || (number === 0 && !content.subarray(0, 4).equals(webmHead)))
    throw new NotASound();
  const before = await transaction((tx) => mustReceive(tx, viewer, piece, content.length));
  if (before.isKept) return before.next;
  const recordingId = before.recordingId ?? newId();
  const key = `${before.subjectId}/recordings/${takeId}/${number}-${randomUUID()}`;
  await ports.storage.put(key, content);
  try {
    return await transaction(async (tx) => {
      // Checked again: the consent may have been withdrawn while the piece was stored.
      const now = await mustReceive(tx, viewer, piece, content.length);
      if (now.isKept) throw new PieceOutOfOrder(now.next);
      const { subjectId, conversationId } = now;
      const recording =
        now.recordingId ??
        (
          await tx.recording.create({
            data: {
              id: recordingId,
              subjectId,
              conversationId,
              mediaType: 'audio/webm',
              startedAt: clock.now(),
            },
          })
        ).id;
      await tx.recordingTake.upsert({
        where: { id: takeId },
        create: { id: takeId, subjectId, recordingId: recording, pieces: [key], bytes: content.length },
        update: { pieces: { push: key }, bytes: { increment: content.length } },
      });
      // The conversation was joined at its end, and is joined again with this late piece.
      if (now.hasEnded) await enqueue(tx, joinRecording, { conversationId }, { subjectId });
      return number + 1;
    });
  } catch (error) {
    await ports.storage.remove(key);
    // Another request stored the same piece meanwhile.
    if (error instanceof PieceOutOfOrder && error.next > number) return error.next;
    throw error;
  }
}

/** Refuses a piece that may not be stored; else returns its recording and whether it is stored already. */
async function mustReceive(
  tx: Tx,
  viewer: Viewer,
  { conversationId, takeId, number }: z.output<typeof Piece>,
  bytes: number,
) {
  const found = await tx.conversation.findUnique({
    where: { id: conversationId },
    select: { subjectId: true },
  });
  if (!found) throw new NotFound('Conversation');
  const { subjectId } = found;
  // Locked, so that the consent can't be withdrawn between the check and the insert.
  await lockSubject(tx, subjectId);
  const conversation = await tx.conversation.findUniqueOrThrow({
    where: { id: conversationId },
    include: { recording: { include: { takes: true } } },
  });
  const subjectAccess = await subjectAccessAt(viewer, subjectId, tx);
  if (!sees(viewer, subjectAccess, conversation)) throw new NotFound('Conversation');
  if (!speaks(viewer, subjectAccess, conversation)) throw new Forbidden();
  const { recording, status, endedAt, channel } = conversation;
  if (channel !== 'WEB') throw new WrongState('Only talks in the browser are recorded by it');
  const refusal = 'Keeping the sound was not agreed to, so nothing is recorded';
  if (recording?.silencedAt || !(await mayRecordTalks(tx, subjectId))) {
    throw new ConsentMissing('RECORDING', refusal);
  }
  const takes = recording?.takes ?? [];
  const take = takes.find(({ id }) => id === takeId);
  const hasEnded = status !== 'IN_PROGRESS';
  const isTail = take && endedAt && clock.now().getTime() - endedAt.getTime() < tailMs;
  if (hasEnded && !isTail) throw new WrongState('The conversation has ended');
  if (!take && (await tx.recordingTake.count({ where: { id: takeId } }))) throw new NotFound('Take');
  const next = take?.pieces.length ?? 0;
  const place = { subjectId, conversationId, recordingId: recording?.id ?? null, hasEnded, next };
  if (number < next) return { ...place, isKept: true };
  if (number > next) throw new PieceOutOfOrder(next);
  const held = takes.reduce((sum, each) => sum + each.bytes, 0);
  if (held + bytes > mostBytesOfRecording) {
    throw new LimitReached('A conversation is recorded for two hours at most', mostBytesOfRecording);
  }
  if (next >= mostPiecesOfTake) throw new LimitReached('Begin a new take', mostPiecesOfTake);
  if (!take && takes.length >= mostTakes) {
    throw new LimitReached(`A conversation has at most ${mostTakes} takes`, mostTakes);
  }
  return { ...place, isKept: false };
}

const mostMs = 4 * 3_600_000;

export const Recorded = z
  .object({
    takeId: z.uuid(),
    startMs: z.int().min(0).max(mostMs),
    endMs: z.int().min(1).max(mostMs),
  })
  .refine(({ startMs, endMs }) => startMs < endMs, { path: ['endMs'], message: 'must be after startMs' });

/** Stores, once, where in a take a message was spoken. The take itself may arrive later. */
export async function markMessage(
  { id, subjectId }: { id: string; subjectId: string },
  recorded: z.output<typeof Recorded>,
): Promise<void> {
  if (!(await mayRecordTalks(db, subjectId))) return;
  await db.recordingMark.createMany({
    data: [{ messageId: id, subjectId, ...recorded }],
    skipDuplicates: true,
  });
}
