import type { Conversation } from '#api/generated/prisma/client.ts';
import { prepared } from '#api/platform/database/database.ts';
import { rowFromJson } from '#api/platform/database/json-rows.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import {
  accessColumns,
  type SubjectAccess,
  type SubjectAccessRow,
  subjectAccessOf,
} from '#api/subjects/policy.ts';

/** A conversation with its subject's names. */
export type ConversationRow = Conversation & { beside: { fullName: string; preferredName: string } };

type Row = SubjectAccessRow & { conversation: object; fullName: string; preferredName: string };

/** Reads a conversation and the viewer's access to its subject in one statement; null when it does not exist. */
export async function readConversation(
  viewer: Viewer,
  id: string,
): Promise<{ conversation: ConversationRow; subjectAccess: SubjectAccess } | null> {
  const { rows } = await prepared.query<Row>({
    name: 'conversation',
    text: `select to_jsonb(c) as conversation, s.full_name as "fullName", s.preferred_name as "preferredName",
        ${accessColumns}
      from conversation c join subject s on s.id = c.subject_id
        left join membership member on member.subject_id = s.id and member.user_id = $2::uuid
      where c.id = $1::uuid`,
    values: [id, viewer.userId],
  });
  const [row] = rows;
  if (!row) return null;
  const { fullName, preferredName } = row;
  return {
    conversation: {
      ...rowFromJson<Conversation>('Conversation', row.conversation),
      beside: { fullName, preferredName },
    },
    subjectAccess: subjectAccessOf(viewer, row),
  };
}

/**
 * The writer's result for a conversation: the number of sentences that passed the grounding check, and of different
 * sentences that were refused.
 */
export type Written = { held: number; refused: number };

/** The result of the last successful writer run of each conversation; zeros if there was none. */
export async function readWritten(conversationIds: readonly string[]): Promise<Written[]> {
  const { rows } = await prepared.query<{ id: string; refusals: { text: string }[]; sentences: number }>({
    name: 'written-of-conversations',
    text: `select distinct on (conversation_id) conversation_id::text as id, refusals, sentences
      from writer_run where conversation_id = any($1::uuid[]) and ok
      order by conversation_id, started_at desc`,
    values: [conversationIds],
  });
  const found = new Map(rows.map((row) => [row.id, row]));
  return conversationIds.map((id) => {
    const run = found.get(id);
    // A repeated model call may produce the same refused sentence again; it counts once.
    return { held: run?.sentences ?? 0, refused: new Set(run?.refusals.map(({ text }) => text)).size };
  });
}
