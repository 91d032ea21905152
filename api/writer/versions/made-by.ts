import { db } from '#api/platform/database/database.ts';

/** What made something, in words: the model, and the version of the agent prompt that it followed. */
export async function madeByInWords(by: string, versionId: string | null): Promise<string> {
  const version = versionId
    ? await db.agentPromptVersion.findUnique({
        where: { id: versionId },
        select: { number: true, agentPrompt: { select: { name: true } } },
      })
    : null;
  return version ? `${by}, ${version.agentPrompt.name} ${version.number}` : by;
}

/** What wrote the stories of a conversation, in words; null where nothing did yet. */
export async function writtenByInWords(conversationId: string): Promise<string | null> {
  const run = await db.writerRun.findFirst({
    where: { conversationId, ok: true },
    orderBy: { startedAt: 'desc' },
    select: { writer: true, versionIds: true },
  });
  return run && writerInWords(run.writer, run.versionIds);
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
