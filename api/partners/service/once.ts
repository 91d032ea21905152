import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { type Once, type Step, scope, within } from '#api/platform/observability/scope.ts';
import { payerOf, type Viewer } from '#api/platform/viewer.ts';
import { NotOnce } from '../errors.ts';
import { seal, unseal } from '../sealing.ts';

/** An answer as it went out. */
export type Answer = { status: number; headers: Record<string, string>; body: string };

/** No request lasts so long: one that still runs by then was cut off with its process. */
const longestRunMs = 60_000;
const keptMs = 24 * 3600 * 1000;
const wellFormed = /^[\x20-\x7e]{1,255}$/;

/**
 * Answers a change that came with an `Idempotency-Key` once: the same one again, from the same caller within a day, gets
 * the first answer, and nothing is done twice. Where the first was cut off with its process, it is taken up where it
 * was: what was committed is not done again, but answered. Refused with `NotOnce`: while the first still runs, for
 * another body under the same key, and when what was done can't be answered any more, since it is gone or changed, or
 * the secret that seals answers is another. An answer that tells of an error is not kept, unless something was done.
 */
export async function answerOnce(
  viewer: Viewer | null,
  { key, body }: { key: string; body: Buffer },
  run: () => Promise<Answer>,
): Promise<{ answer: Answer; isReplay: boolean }> {
  if (!viewer) throw new NotOnce(401, 'Sign in, or send an API key, to use Idempotency-Key');
  if (!wellFormed.test(key)) throw new NotOnce(400, 'Idempotency-Key takes 1 to 255 printable characters');
  const callerId = payerOf(viewer);
  const callers = JSON.stringify([callerId, viewer.impersonatorId, key]);
  const turn = await take({ callerId, keyHash: hashOf(callers), bodyHash: hashOf(body) });
  if (turn.answer) return { answer: JSON.parse(opened(turn.answer, callers)) as Answer, isReplay: true };
  const { id, runId, steps } = turn;
  const once: Once = { id, runId, done: openAll(steps, callers), close: (step) => closed(step, callers) };
  const isResumed = once.done.length > 0;
  try {
    const answer = await within({ ...(scope() ?? { about: { requestId: null } }), once }, run);
    if (isResumed && (once.done.length || !isGood(answer))) throw answerLost();
    const sealed = seal(JSON.stringify(answer), callers);
    const worth = isGood(answer) ? {} : { done: true };
    await db.idempotentAnswer.updateMany({ where: { id, runId, ...worth }, data: { answer: sealed } });
    return { answer, isReplay: false };
  } finally {
    await db.idempotentAnswer.deleteMany({ where: { id, runId, done: false, answer: null } });
  }
}

/** What can't be kept, such as something with code in it, makes the answer one that can be lost. */
function closed(step: Step, callers: string): string | null {
  try {
    return Buffer.from(seal(serialize(step).toString('base64'), callers)).toString('base64');
  } catch {
    return null;
  }
}

function openAll(steps: readonly string[], callers: string): Step[] {
  if (steps.includes('')) throw answerLost();
  return steps.map(
    (step) => deserialize(Buffer.from(opened(Buffer.from(step, 'base64'), callers), 'base64')) as Step,
  );
}

/** What was sealed with a secret that the server no longer has, after a restore without it say, is lost. */
function opened(sealed: Uint8Array, callers: string): string {
  try {
    return unseal(sealed, callers);
  } catch {
    throw answerLost();
  }
}

type Turn = { id: string; runId: string; answer: Uint8Array | null; steps: string[] };

async function take(asked: { callerId: string; keyHash: string; bodyHash: string }): Promise<Turn> {
  const { callerId, keyHash, bodyHash } = asked;
  const now = clock.now();
  const mine = { id: newId(), runId: newId(), beganAt: now };
  const { count } = await db.idempotentAnswer.createMany({
    data: { ...asked, ...mine, createdAt: now },
    skipDuplicates: true,
  });
  if (count === 1) return { ...mine, answer: null, steps: [] };
  const first = await db.idempotentAnswer.findUnique({ where: { callerId_keyHash: { callerId, keyHash } } });
  // It has just come to nothing, and may be tried again.
  if (!first) throw stillRunning();
  if (first.bodyHash !== bodyHash) {
    throw new NotOnce(422, 'This Idempotency-Key came before with another body: take a new one');
  }
  const { id, answer } = first;
  if (answer) return { id, runId: first.runId, answer, steps: [] };
  if (first.beganAt.getTime() > now.getTime() - longestRunMs) throw stillRunning();
  const { runId, beganAt } = mine;
  const taken = await db.idempotentAnswer.updateMany({
    where: { id, runId: first.runId, answer: null },
    data: { runId, beganAt },
  });
  if (taken.count === 0) throw stillRunning();
  // With one that was committed a moment ago: from now on nobody adds any but this run.
  const { steps } = await db.idempotentAnswer.findUniqueOrThrow({ where: { id }, select: { steps: true } });
  return { id, runId, answer: null, steps };
}

function answerLost(): NotOnce {
  return new NotOnce(
    409,
    'This was done, but its answer was lost: look at how things stand before you send more',
  );
}

function stillRunning(): NotOnce {
  const message = 'The first request with this Idempotency-Key is still being answered: try again';
  return new NotOnce(409, message, { passes: true });
}

function isGood({ status, body }: Answer): boolean {
  return status === 200 && !('errors' in (JSON.parse(body) as object));
}

function hashOf(what: string | Buffer): string {
  return createHash('sha256').update(what).digest('hex');
}

/** Forgets the answers of which nobody may ask any more. */
export async function eraseAnswers(): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs);
  await db.idempotentAnswer.deleteMany({ where: { createdAt: { lt: before } } });
}
