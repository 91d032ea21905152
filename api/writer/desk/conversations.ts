import type { Prisma } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';

const states = () =>
  ({
    LIVE: { status: { in: ['RINGING', 'IN_PROGRESS'] } },
    MISSED: { status: 'MISSED' },
    FAILED: { status: 'FAILED' },
    HELD: { status: { notIn: ['MISSED', 'FAILED'] } },
    ANSWERED: {
      channel: 'PHONE',
      call: { is: { line: 'PROVIDER' } },
      endedAt: { gt: db.conversation.fields.startedAt },
    },
    FAILED_OR_NOT_WRITTEN: { OR: [{ status: 'FAILED' }, { writing: 'WRITING_FAILED' }] },
  }) satisfies Record<string, Prisma.ConversationWhereInput>;

type Filter = {
  dateFrom?: Date | null;
  dateTo?: Date | null;
  phoneOnly?: boolean | null;
  state?: keyof ReturnType<typeof states> | null;
  agentVersionId?: string | null;
  promptVersionId?: string | null;
  subjectId?: string | null;
};

/** The filter for the conversations that a number on the desk counts. */
export function conversationFilter({
  dateFrom,
  dateTo,
  phoneOnly,
  state,
  agentVersionId,
  promptVersionId,
  subjectId,
}: Filter): Prisma.ConversationWhereInput {
  return {
    brought: false,
    ...((dateFrom || dateTo) && {
      // The answered calls of a month are those that began in it.
      [state === 'ANSWERED' ? 'startedAt' : 'createdAt']: {
        ...(dateFrom && { gte: dateFrom }),
        ...(dateTo && { lt: dateTo }),
      },
    }),
    ...(phoneOnly && { channel: 'PHONE' }),
    ...(state && states()[state]),
    ...(subjectId && { subjectId }),
    ...(agentVersionId && { agentVersionId }),
    ...(promptVersionId && { writerRuns: { some: { ok: true, versionIds: { has: promptVersionId } } } }),
  };
}

/** From how many conversations stories were written by each version of a writing prompt, in their order. */
export async function countFollowed(versionIds: readonly string[]): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: string; count: number }[]>`
    select v.id::text as id, count(distinct w.conversation_id)::int as count
    from unnest(${[...versionIds]}::uuid[]) v(id) join writer_run w on w.ok and v.id = any(w.prompt_version_ids)
    group by v.id`;
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return versionIds.map((id) => counts.get(id) ?? 0);
}
