import type { Message } from '#api/generated/prisma/client.ts';

/** What a reading of messages brings along, so that it needn't be asked for row by row. */
export type Beside = {
  /** How the message's subject is called. */
  fullName: string;
  preferredName: string;
  /** The conversation's: whoever holds it together with the subject reads it while it lasts. */
  together: boolean;
  heldById: string | null;
  endedAt: Date | null;
};

/** A message as the hot reads and the live streams load it, with where it stands. */
export type MessageRow = Message & { beside: Beside; xid: string; place: string; snapshot: string };

/** Selects a `SqlMessage` from message m, conversation c and subject s. */
export const messageColumns = `m.id::text as id, m.subject_id::text as "subjectId",
  m.conversation_id::text as "conversationId", m.seq, m.role::text as role, m.text,
  m.corrected_text as "correctedText", m.phone, m.private, m.client_message_id as "clientMessageId",
  m.question_key as "questionKey", m.request_id::text as "requestId", m.turn_kind as "turnKind",
  m.audio_start_ms as "audioStartMs", m.audio_end_ms as "audioEndMs", m.created_at as "createdAt",
  m.xid::text as xid, m.position::text as place, (select commit_snapshot()) as snapshot,
  s.full_name as "fullName", s.preferred_name as "preferredName", c.together,
  c.held_by_id::text as "heldById", c.ended_at as "endedAt"`;

/** The tables that `messageColumns` reads from. */
export const messageTables = `message m join conversation c on c.id = m.conversation_id
  join subject s on s.id = m.subject_id`;

export type SqlMessage = Omit<Message, 'position'> &
  Beside & { xid: string; place: string; snapshot: string };

/** A row of `messageColumns` as everything else knows messages: the very row, with what it brought set apart. */
export function messageFrom(row: SqlMessage): MessageRow {
  const { fullName, preferredName, together, heldById, endedAt } = row;
  const beside: Beside = { fullName, preferredName, together, heldById, endedAt };
  return Object.assign(row, { position: BigInt(row.place), beside });
}
