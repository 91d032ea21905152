import { randomUUID } from 'node:crypto';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';

/** Replaces the file of a keepsake with a sound in which erased words are silent. Safe to run twice. */
export async function replaceKeepsakeOf(
  conversationId: string,
  { content, mediaType }: { content: Buffer; mediaType: string },
): Promise<void> {
  const media = await keepsakeOf(conversationId);
  if (!media) return;
  const storageKey = `${media.subjectId}/${media.id}-${randomUUID()}`;
  await ports.storage.put(storageKey, content);
  const { count } = await db.media.updateMany({
    where: { id: media.id, storageKey: media.storageKey },
    data: { storageKey, contentType: mediaType, bytes: content.length },
  });
  await ports.storage.remove(count ? media.storageKey : storageKey);
  if (!count) throw new Error('The keepsake changed meanwhile');
}

/** Erases a deleted keepsake whose sound can't be silenced any more. */
export async function eraseKeepsakeOf(conversationId: string): Promise<void> {
  const media = await keepsakeOf(conversationId);
  if (!media) return;
  await ports.storage.remove(media.storageKey);
  await db.media.deleteMany({ where: { id: media.id } });
}

async function keepsakeOf(conversationId: string) {
  const inBook = await db.oldRecording.findUnique({ where: { conversationId }, select: { media: true } });
  return inBook?.media ?? null;
}
