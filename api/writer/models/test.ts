import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustBeTeam } from '../policy.ts';
import { streamModel } from './stream.ts';

export type ModelTest = {
  ok: boolean;
  /** Time to the whole answer or the failure. */
  latencyMs: number;
  firstTokenMs: number | null;
  message: string;
};

/** Timeout of a test. */
const timeoutMs = 20_000;

/** Asks a model for one word, also a disabled one. No user data is sent. */
export async function testModel(viewer: Viewer, id: string): Promise<ModelTest> {
  mustBeTeam(viewer);
  const row = await db.model.findUnique({ where: { id } });
  if (!row) throw new NotFound('Model', ['id']);
  // Reasoning models use tokens before the first word, so the limit is not too small.
  const { text, error, firstTokenMs, latencyMs } = await streamModel(
    row,
    {
      messages: [{ role: 'user', content: 'Answer with the one word: ready' }],
      maxOutputTokens: 512,
      timeoutMs: Math.min(timeoutMs, row.timeoutMs ?? timeoutMs),
    },
    new AbortController().signal,
  );
  const said = text.trim().replace(/\s+/g, ' ').slice(0, 60);
  const result = {
    ok: !error,
    latencyMs,
    firstTokenMs,
    message: error ?? `It answered “${said}”; the first words came after ${firstTokenMs} ms`,
  };
  // The transaction returns the result, so that an idempotent replay returns the same.
  return transaction(async (tx) => {
    await audit(tx, viewer, 'model.tested', { targetId: id, detail: { ok: !error, latencyMs } });
    return result;
  });
}
