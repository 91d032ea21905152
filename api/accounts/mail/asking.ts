import type { z } from 'zod';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { type Asked, askedBy, type Kept } from './asked.ts';
import { writeAsked } from './jobs.ts';

/** Longer than the job retries: an older request was given up. */
const keptForMs = 7 * 86_400_000;

/**
 * Requests a letter before the answer is sent. The work is the same whether or not a letter follows. The request is
 * stored here, not with the job, whose data stays for days: it is deleted once the letter is written.
 */
export async function askForLetter(asked: Asked) {
  await transaction(async (tx) => {
    const id = newId();
    const expiresAt = new Date(clock.now().getTime() + keptForMs);
    const identifier = 'userId' in asked ? askedBy(asked.userId) : 'asked-sign-up';
    const kept: z.input<typeof Kept> = { home: publicUrl(), asked };
    await tx.verification.create({ data: { id, identifier, value: JSON.stringify(kept), expiresAt } });
    await enqueue(tx, writeAsked, { id });
  });
}
