import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { mediaFor } from '#api/audiences/policy.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { dropKeepsakeQuestion, keepKeepsakeQuestion } from '#api/questions/service.ts';
import { mustStill } from '#api/subjects/policy.ts';
import type { FileSort } from '../content-type.ts';
import { kindFor } from './add.ts';
import { columnsOf, Description, refuseUnknown, setPeople } from './description.ts';
import { lockSubject } from './uploads.ts';

/** How long a deleted keepsake can be had back. */
const undoDays = 30;

const SaveKeepsake = Description.extend({ id: z.string() });

/** Changes what the family says of a keepsake. What is left out stays as it is. */
export async function saveKeepsake(viewer: Viewer, input: z.input<typeof SaveKeepsake>): Promise<void> {
  const { id, ...description } = parse(SaveKeepsake, input);
  await transaction(async (tx) => {
    const { subjectId, contentType, subjectAccess } = await keepsakeAt(tx, viewer, { id, isDeleted: false });
    if (description.kind) kindFor(sortOf(contentType), description.kind);
    await refuseUnknown(tx, subjectAccess, description);
    await tx.media.update({ where: { id }, data: columnsOf(description) });
    if (description.personIds) await setPeople(tx, { subjectId, mediaId: id }, description.personIds);
    await keepKeepsakeQuestion(tx, id);
  });
}

/** Deletes a keepsake: nobody sees it or its file any more. It can be had back for 30 days. */
export async function deleteKeepsake(viewer: Viewer, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { deletedAt } = await keepsakeAt(tx, viewer, { id });
    if (deletedAt) return;
    await tx.media.update({ where: { id }, data: { deletedAt: clock.now() } });
    await dropKeepsakeQuestion(tx, id);
  });
}

/** Brings a deleted keepsake back as it was. */
export async function restoreKeepsake(viewer: Viewer, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { deletedAt } = await keepsakeAt(tx, viewer, { id });
    if (!deletedAt) return;
    // From then on it is being erased.
    if (deletedAt <= beforeUndo()) throw new NotFound('Keepsake', ['id']);
    await tx.media.update({ where: { id }, data: { deletedAt: null } });
    await keepKeepsakeQuestion(tx, id);
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
        { id, photoOf: { is: null }, ...(isDeleted === false && { deletedAt: null }) },
        mediaFor(subjectAccess),
      ],
    },
    select: { contentType: true, deletedAt: true },
  });
  if (!keepsake) throw new NotFound('Keepsake', ['id']);
  return { ...found, ...keepsake, subjectAccess };
}

function sortOf(contentType: string): FileSort {
  const [type] = contentType.split('/');
  return type === 'image' ? 'photo' : type === 'audio' || type === 'video' ? type : 'document';
}

const dayMs = 24 * 3_600_000;

/** What was deleted before can't be had back. */
function beforeUndo(): Date {
  return new Date(clock.now().getTime() - undoDays * dayMs);
}

/** So many are erased in one run: the next night takes the others. */
const atATime = 500;

/** Erases the keepsakes that were deleted 30 days ago: the files first, then their rows. */
export async function eraseDeletedKeepsakes(): Promise<void> {
  const over = await db.media.findMany({
    where: { deletedAt: { lte: beforeUndo() } },
    take: atATime,
    select: { id: true, storageKey: true },
  });
  for (const { id, storageKey } of over) {
    await ports.storage.remove(storageKey);
    await db.media.deleteMany({ where: { id } });
  }
}
