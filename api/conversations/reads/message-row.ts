import type { Held } from '#api/conversations/policy.ts';
import type { Message } from '#api/generated/prisma/client.ts';

/** How a message's subject is called. */
export type Names = { fullName: string; preferredName: string };

/**
 * A message as the hot reads and the live streams load it, with where it stands and with what it brings along, so
 * that it needn't be asked for row by row. `held` decides who reads it beside their rights; who needs it and does not
 * have it asks for it. Of the message's own columns those that nobody is ever shown are not there.
 */
export type MessageRow = Message & {
  xid: string;
  place: string;
  snapshot: string;
  beside: Names;
  inDistress?: boolean;
  held?: Held;
};

export type HeldMessage = MessageRow & { held: Held };

/** Selects from message m what is shown, and where it stands: each column is paid for in each row of each page. */
export const shownColumns = `m.id, m.subject_id as "subjectId", m.conversation_id as "conversationId", m.seq, m.role,
  m.text, m.corrected_text as "correctedText", m.phone, m.private, m.deleted_at as "deletedAt", m.audio_start_ms as "audioStartMs",
  m.audio_end_ms as "audioEndMs", m.created_at as "createdAt",
  m.made_by as "madeBy", m.agent_prompt_version_id as "agentVersionId",
  coalesce(m.reading @? '$.spans[*] ? (@.act == "DISTRESS")', false) as "inDistress", m.xid::text as xid, m.position::text as place,
  (select commit_snapshot()) as snapshot`;

/** Selects `Names` from subject s. */
export const nameColumns = `s.full_name as "fullName", s.preferred_name as "preferredName"`;

/** Selects a `SqlMessage` from message m, conversation c and subject s. */
export const messageColumns = `${shownColumns}, ${nameColumns}, c.together, c.held_by_id as "heldById",
  c.ended_at as "endedAt"`;

/** The tables that `messageColumns` reads from. */
export const messageTables = `message m join conversation c on c.id = m.conversation_id
  join subject s on s.id = m.subject_id`;

/** A row of `shownColumns`. */
export type SqlShown = Omit<MessageRow, 'position' | 'beside' | 'held'>;

/** A row of `messageColumns`. */
export type SqlMessage = SqlShown & Names & Held;

/** A row as everything else knows messages: the very row, with what it brought set apart. */
export function messageFrom(row: SqlMessage): HeldMessage {
  const { fullName, preferredName, together, heldById, endedAt } = row;
  return knownBy(row, { fullName, preferredName }, { together, heldById, endedAt }) as HeldMessage;
}

/** The very row, with what is known of where it was said. */
export function knownBy(row: SqlShown, beside: Names, held?: Held): MessageRow {
  const message = row as unknown as MessageRow;
  message.beside = beside;
  if (held) message.held = held;
  return message;
}
