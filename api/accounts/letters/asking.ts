import { transaction } from '#api/platform/database/transaction.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { clock } from '#api/platform/values/clock.ts';
import { newId } from '#api/platform/values/ids.ts';
import { type Asked, askedBy } from './asked.ts';
import { writeAsked } from './jobs.ts';

/** Longer than anybody tries to write it: what is left by then was given up. */
const keptForMs = 7 * 86_400_000;

/**
 * Asks for a letter, before the answer that says so. It is the same work for everybody, whether or not there will be
 * one. What was asked is kept here, and not with the job, which is kept for days: it is gone once the letter is written.
 */
export async function askForLetter(asked: Asked) {
  await transaction(async (tx) => {
    const id = newId();
    const expiresAt = new Date(clock.now().getTime() + keptForMs);
    const identifier = 'userId' in asked ? askedBy(asked.userId) : 'asked-sign-up';
    await tx.verification.create({ data: { id, identifier, value: JSON.stringify(asked), expiresAt } });
    await enqueue(tx, writeAsked, { id });
  });
}
