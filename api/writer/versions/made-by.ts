import { db, prepared } from '#api/platform/database/database.ts';

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

/** A maker of answers in words, and the answers in a conversation that it made, by their `seq`. */
export type AnswerMaker = { madeBy: string; seqs: number[] };

/** The makers of the answers of each conversation, the first to answer first. */
export async function answerMakersOf(conversationIds: readonly string[]): Promise<AnswerMaker[][]> {
  const { rows } = await prepared.query<AnswerMaker & { id: string }>({
    name: 'makers-of-answers',
    text: `select made.id, made.seqs,
        concat_ws(', ', made.made_by, case when v.id is not null then p.name || ' ' || v.number end) as "madeBy"
      from (
        select conversation_id::text as id, made_by, agent_prompt_version_id, array_agg(seq order by seq) as seqs
        from message
        where conversation_id = any($1::uuid[]) and role = 'assistant' and made_by is not null
        group by conversation_id, made_by, agent_prompt_version_id
      ) made
      left join agent_prompt_version v on v.id = made.agent_prompt_version_id
      left join agent_prompt p on p.id = v.agent_prompt_id
      order by made.seqs`,
    values: [conversationIds],
  });
  const found = Map.groupBy(rows, ({ id }) => id);
  return conversationIds.map((id) => found.get(id) ?? []);
}

/**
 * The interviewer of each conversation, with its agent prompt version, in words and in their order; null where nobody
 * asked, as in an old recording.
 */
export async function askedByInWords(conversationIds: readonly string[]): Promise<(string | null)[]> {
  const conversations = await db.conversation.findMany({
    where: { id: { in: [...conversationIds] } },
    select: { id: true, interviewer: true, agentVersionId: true },
  });
  const versions = await db.agentPromptVersion.findMany({
    where: { id: { in: conversations.flatMap(({ agentVersionId }) => agentVersionId ?? []) } },
    select: { id: true, number: true, agentPrompt: { select: { name: true } } },
  });
  const names = new Map(versions.map(({ id, number, agentPrompt }) => [id, `${agentPrompt.name} ${number}`]));
  const found = new Map(
    conversations.map(({ id, interviewer, agentVersionId }) => [
      id,
      interviewer === 'none'
        ? null
        : [interviewer, names.get(agentVersionId ?? '')].filter(Boolean).join(', '),
    ]),
  );
  return conversationIds.map((id) => found.get(id) ?? null);
}

/** The writer of each conversation's stories, in words and in their order; null when none ran yet. */
export async function writtenByInWords(conversationIds: readonly string[]): Promise<(string | null)[]> {
  const runs = await db.writerRun.findMany({
    where: { conversationId: { in: [...conversationIds] }, ok: true },
    orderBy: [{ conversationId: 'asc' }, { startedAt: 'desc' }],
    distinct: ['conversationId'],
    select: { conversationId: true, writer: true, versionIds: true },
  });
  const words = await writersInWords(runs);
  const found = new Map(runs.map(({ conversationId }, at) => [conversationId, words[at] ?? null]));
  return conversationIds.map((id) => found.get(id) ?? null);
}

/** The writer of each card's newest text by a machine, in words and in their order; null for one by people alone. */
export async function cardsWrittenBy(cardIds: readonly string[]): Promise<(string | null)[]> {
  const revisions = await db.cardRevision.findMany({
    where: { cardId: { in: [...cardIds] }, writer: { not: null } },
    orderBy: [{ cardId: 'asc' }, { number: 'desc' }],
    distinct: ['cardId'],
    select: { cardId: true, writer: true, versionIds: true },
  });
  const words = await writersInWords(revisions);
  const found = new Map(revisions.map(({ cardId }, at) => [cardId, words[at] ?? null]));
  return cardIds.map((id) => found.get(id) ?? null);
}

type Made = { writer: string | null; versionIds: readonly string[] };

async function writersInWords(made: readonly Made[]): Promise<string[]> {
  const ids = made.flatMap(({ versionIds }) => versionIds);
  const versions = await db.promptVersion.findMany({
    where: { id: { in: ids } },
    orderBy: { prompt: { task: 'asc' } },
    select: { id: true, number: true, prompt: { select: { task: true } } },
  });
  return made.map(({ writer, versionIds }) => {
    const followed = versions.filter(({ id }) => versionIds.includes(id));
    return [writer, ...followed.map(({ number, prompt }) => `${prompt.task} ${number}`)].join(', ');
  });
}
