import { expect } from 'vitest';
import { ports } from '#api/adapters/ports.ts';
import { exportsMake } from '#api/exports/jobs.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { aFilm } from './keepsake-files.ts';
import { download } from './made.ts';
import { mostMemoryOf } from './memory.ts';
import { aTelling, stories } from './told.ts';
import type { Family } from './world.ts';

const fileBytes = 30 * 1024 * 1024;

/** Exports a book of 10,000 messages and this many films of 30 MB; gives the memory that it took, in bytes, and its id. */
export async function largeExport(family: Family, films: number): Promise<{ id: string; most: number }> {
  const { subject, owner } = family;
  const { id: conversationId } = await aTelling(subject.id, [stories.bakery]);
  const messages = Array.from({ length: 10_000 }, (_, at) => ({
    ...{ id: newId(), subjectId: subject.id, conversationId, seq: at + 10 },
    ...{ role: 'user' as const, text: `${at} ${stories.wedding}` },
  }));
  for (let at = 0; at < messages.length; at += 1_000)
    await db.message.createMany({ data: messages.slice(at, at + 1_000) });
  const film = Buffer.concat([aFilm(), Buffer.alloc(fileBytes, 7)], fileBytes);
  for (let at = 0; at < films; at += 1) {
    const storageKey = `${subject.id}/${crypto.randomUUID()}`;
    await ports.storage.put(storageKey, film);
    await db.media.create({
      data: {
        subjectId: subject.id,
        storageKey,
        bytes: film.length,
        contentType: 'video/mp4',
        kind: 'VIDEO',
      },
    });
  }
  const id = await aQueuedExport(family);
  const most = await mostMemoryOf(() => exportsMake.run({ exportId: id }, new AbortController().signal));

  const made = await db.making.findUniqueOrThrow({ where: { id } });
  expect(made).toMatchObject({ status: 'DONE' });
  const end = films * fileBytes - 1;
  expect((await download(owner, id, { range: `bytes=${end}-${end}` })).status).toBe(206);
  return { id, most };
}

export async function aQueuedExport({ subject, owner }: Pick<Family, 'subject' | 'owner'>): Promise<string> {
  const { id } = await db.making.create({
    data: {
      ...{ subjectId: subject.id, requestedById: owner.id, kind: 'EXPORT', request: {} },
      ...{ title: 'All', fileName: 'All.zip', contentType: 'application/zip' },
    },
  });
  return id;
}
