import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustBeTeam } from '../policy.ts';
import { streamModel } from './stream.ts';

export type ModelTest = {
  ok: boolean;
  /** Until the whole answer, or until it failed. */
  latencyMs: number;
  firstTokenMs: number | null;
  message: string;
};

/** The longest that somebody waits for it. */
const timeoutMs = 20_000;

/** Asks a model for one word, whether it is enabled or not. Nobody's words are sent. */
export async function testModel(viewer: Viewer, id: string): Promise<ModelTest> {
  mustBeTeam(viewer);
  const row = await db.model.findUnique({ where: { id } });
  if (!row) throw new NotFound('Model', ['id']);
  // Some models think before they speak: too few tokens would end before the first word.
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
  // With the result: a request that is sent again is told the same.
  return transaction(async (tx) => {
    await audit(tx, viewer, 'model.tested', { targetId: id, detail: { ok: !error, latencyMs } });
    return result;
  });
}
