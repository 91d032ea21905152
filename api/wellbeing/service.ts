import { z } from 'zod';
import { audit } from '#api/platform/audit.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { parse, words } from '#api/platform/domain-values/input.ts';
import { NotFound } from '#api/platform/errors.ts';
import { append } from '#api/platform/events/events.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';

const SeeWellbeingNote = z.object({ id: z.string(), done: words(1_000) });

/** Marks a wellbeing note as seen, with the action taken. The first viewer is kept: only they can add to it later. */
export async function seeWellbeingNote(viewer: Viewer, input: z.input<typeof SeeWellbeingNote>) {
  const { id, done } = parse(SeeWellbeingNote, input);
  await transaction(async (tx, wake) => {
    const note = await tx.wellbeingNote.findUnique({ where: { id }, select: { subjectId: true } });
    if (!note) throw new NotFound('WellbeingNote', ['id']);
    const { subjectId } = note;
    const { count } = await tx.wellbeingNote.updateMany({
      where: { id, OR: [{ seenAt: null }, { seenById: viewer.userId }] },
      data: { seenAt: clock.now(), seenById: viewer.userId, done },
    });
    if (!count) return;
    if (viewer.admin) await audit(tx, viewer, 'wellbeing.seen', { subjectId, targetId: id });
    await append(tx, topics.subject(subjectId), 'wellbeing-seen', { noteId: id }, subjectId);
    wake(topics.subject(subjectId));
  });
}
