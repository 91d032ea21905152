import { setTimeout as sleep } from 'node:timers/promises';
import { db } from '#api/platform/database/database.ts';

export async function until(isSo: () => Promise<boolean>) {
  for (let tries = 0; tries < 1200; tries++) {
    if (await isSo()) return;
    await sleep(50);
  }
  throw new Error('The demo waited a minute for something that did not happen');
}

/** Waits until no answer of a conversation is being made. */
export async function answered(id: string) {
  await until(async () => {
    const { awaitingSeq } = await db.conversation.findUniqueOrThrow({
      where: { id },
      select: { awaitingSeq: true },
    });
    return awaitingSeq === null;
  });
}
