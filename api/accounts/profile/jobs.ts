import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { job } from '#api/platform/jobs.ts';

/** Removes the file of a photo that is no longer used. */
export const erasePhotoFile = job({
  name: 'accounts.erasePhotoFile',
  input: z.object({ storageKey: z.string() }),
  async run({ storageKey }) {
    if (await db.userPhoto.count({ where: { storageKey } })) return;
    await ports.storage.remove(storageKey);
  },
});
