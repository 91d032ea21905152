import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { mediaFor } from '#api/audiences/policy.ts';
import { keepUntiedClosed } from '#api/audiences/untying.ts';
import { cardChanged } from '#api/biography/events.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { dropKeepsakeQuestion, keepKeepsakeQuestion } from '#api/questions/service.ts';
import { silenceRecordingOf } from '#api/recordings/erasing.ts';
import { dropDraftOf } from '#api/recordings/old/removing.ts';
import { restoreSound } from '#api/recordings/old/restoring.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { type FileSort, kindFor } from '../content-type.ts';
import { columnsOf, Description, refuseUnknown, setPeople } from './description.ts';
import { tellOfKeepsakes } from './tell-of-keepsakes.ts';
import { lockSubject } from './uploads.ts';

/** How long a deleted keepsake can be restored. */
const undoDays = 30;

const SaveKeepsake = Description.extend({ id: z.string() });

/** Changes the description of a keepsake. Omitted fields stay. */
export async function saveKeepsake(viewer: Viewer, input: z.input<typeof SaveKeepsake>): Promise<void> {
  const { id, ...description } = parse(SaveKeepsake, input);
  await transaction(async (tx, wake) => {
    const before = await keepsakeAt(tx, viewer, { id, isDeleted: false });
    const { subjectId, contentType, subjectAccess } = before;
    if (description.kind) kindFor(sortOf(contentType), description.kind);
    await refuseUnknown(tx, subjectAccess, description);
    const isMoved = description.cardId !== undefined && description.cardId !== before.cardId;
    if (isMoved) await keepUntiedClosed(tx, subjectId, { id });
    await tx.media.update({
      where: { id },
      // Its place among the paragraphs of one story means nothing in another.
      data: { ...(isMoved && { afterParagraph: null }), ...columnsOf(description) },
    });
    if (isMoved && before.cardId) await cardChanged(tx, wake, subjectId, before.cardId);
    await tellOfKeepsakes(tx, wake, subjectId, [id]);
    if (description.personIds) await setPeople(tx, { subjectId, mediaId: id }, description.personIds);
    await keepKeepsakeQuestion(tx, id);
  });
}

/** Deletes a keepsake: it and its file are hidden, and can be restored for 30 days. */
export async function deleteKeepsake(viewer: Viewer, id: string): Promise<void> {
  await transaction(async (tx, wake) => {
    const { deletedAt, subjectId, oldRecording } = await keepsakeAt(tx, viewer, { id });
    if (deletedAt) return;
    await tx.media.update({ where: { id }, data: { deletedAt: clock.now() } });
    await tellOfKeepsakes(tx, wake, subjectId, [id]);
    await dropKeepsakeQuestion(tx, id);
    const { conversationId } = oldRecording ?? {};
    if (conversationId) await silenceRecordingOf(tx, { conversationId, subjectId });
  });
}

/** Restores a deleted keepsake. */
export async function restoreKeepsake(viewer: Viewer, id: string): Promise<void> {
  await transaction(async (tx, wake) => {
    const { deletedAt, subjectId, oldRecording } = await keepsakeAt(tx, viewer, { id });
    if (!deletedAt) return;
    // It may be in the middle of its erasure.
    if (deletedAt <= beforeUndo()) throw new NotFound('Keepsake', ['id']);
    await tx.media.update({ where: { id }, data: { deletedAt: null } });
    await tellOfKeepsakes(tx, wake, subjectId, [id]);
    await keepKeepsakeQuestion(tx, id);
    if (oldRecording?.status === 'IN_BOOK') await restoreSound(tx, { id: oldRecording.id, subjectId });
  });
}

async function keepsakeAt(tx: Tx, viewer: Viewer, { id, isDeleted }: { id: string; isDeleted?: false }) {
  const found = await tx.media.findUnique({ where: { id }, select: { subjectId: true } });
  if (!found) throw new NotFound('Keepsake', ['id']);
  await lockSubject(tx, found.subjectId);
  const subjectAccess = await mustStill(tx, viewer, 'WRITE', found.subjectId);
  const keepsake = await tx.media.findFirst({
    where: {
      AND: [
        { id, photoOf: { is: null }, held: false, ...(isDeleted === false && { deletedAt: null }) },
        mediaFor(subjectAccess),
      ],
    },
    select: { contentType: true, deletedAt: true, oldRecording: true, cardId: true },
  });
  if (!keepsake) throw new NotFound('Keepsake', ['id']);
  return { ...found, ...keepsake, subjectAccess };
}

function sortOf(contentType: string): FileSort {
  const [type] = contentType.split('/');
  return type === 'image' ? 'photo' : type === 'audio' || type === 'video' ? type : 'document';
}

const dayMs = 24 * 3_600_000;

/** Keepsakes deleted before this time can't be restored. */
function beforeUndo(): Date {
  return new Date(clock.now().getTime() - undoDays * dayMs);
}

/** The number erased in one run; the next night continues. */
const atATime = 500;

/** Erases the keepsakes that were deleted 30 days ago: the files first, then their rows. */
export async function eraseDeletedKeepsakes(): Promise<void> {
  const over = await db.media.findMany({
    where: { deletedAt: { lte: beforeUndo() }, held: false },
    take: atATime,
    select: { id: true, storageKey: true },
  });
  for (const { id, storageKey } of over) {
    await dropDraftOf(id);
    await ports.storage.remove(storageKey);
    await db.media.deleteMany({ where: { id } });
  }
}
