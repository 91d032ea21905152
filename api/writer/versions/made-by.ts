import { db } from '#api/platform/database/database.ts';

/** The maker in words: the model, and its agent prompt version. */
export async function madeByInWords(by: string, versionId: string | null): Promise<string> {
  const version = versionId
    ? await db.agentPromptVersion.findUnique({
        where: { id: versionId },
        select: { number: true, agentPrompt: { select: { name: true } } },
      })
    : null;
  return version ? `${by}, ${version.agentPrompt.name} ${version.number}` : by;
}

/** The writer of each conversation's stories, in words and in their order; null when none ran yet. */
export async function writtenByInWords(conversationIds: readonly string[]): Promise<(string | null)[]> {
  const runs = await db.writerRun.findMany({
    where: { conversationId: { in: [...conversationIds] }, ok: true },
    orderBy: [{ conversationId: 'asc' }, { startedAt: 'desc' }],
    distinct: ['conversationId'],
    select: { conversationId: true, writer: true, versionIds: true },
  });
  const words = await Promise.all(runs.map(({ writer, versionIds }) => writerInWords(writer, versionIds)));
  const found = new Map(runs.map(({ conversationId }, at) => [conversationId, words[at] ?? null]));
  return conversationIds.map((id) => found.get(id) ?? null);
}

export async function writerInWords(writer: string, versionIds: readonly string[]): Promise<string> {
  if (!versionIds.length) return writer;
  const versions = await db.promptVersion.findMany({
    where: { id: { in: [...versionIds] } },
    orderBy: { prompt: { task: 'asc' } },
    select: { number: true, prompt: { select: { task: true } } },
  });
  return [writer, ...versions.map(({ number, prompt }) => `${prompt.task} ${number}`)].join(', ');
}
