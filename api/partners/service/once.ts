import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { type Once, type Step, scope, within } from '#api/platform/observability/scope.ts';
import { payerOf, type Viewer } from '#api/platform/viewer.ts';
import { NotOnce } from '../errors.ts';
import { seal, unseal } from '../sealing.ts';

/** An answer as it was sent. */
export type Answer = { status: number; headers: Record<string, string>; body: string };

/** No request takes this long: an older unfinished one was interrupted with its process. */
const longestRunMs = 60_000;
const keptMs = 24 * 3600 * 1000;
const wellFormed = /^[\x20-\x7e]{1,255}$/;

/**
 * Makes a change with an `Idempotency-Key` idempotent: the same request from the same caller within a day gets the
 * first answer, and nothing is done twice. If the first run was interrupted with its process, it resumes: committed
 * steps are replayed, not repeated. Refuses with `NotOnce` while the first run is active, for another body under the
 * same key, and when the result can't be answered any more, because it is gone or changed, or because the sealing
 * secret has changed. An answer with an error is stored only if something was committed.
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

/** A step that can't be serialized, such as one with a function, makes the answer one that can't be replayed. */
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

/** An answer sealed with a former secret, for example before a restore, is lost. */
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
  // The first run has just failed without a result; a retry is possible.
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
  // Includes a step committed a moment ago; from now on only this run adds steps.
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

/** Erases the answers that can no longer be replayed. */
export async function eraseAnswers(): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs);
  await db.idempotentAnswer.deleteMany({ where: { createdAt: { lt: before } } });
}
