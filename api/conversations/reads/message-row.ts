import type { Held } from '#api/conversations/policy.ts';
import type { Conversation, Message, Subject } from '#api/generated/prisma/client.ts';
import { rowFromJson } from '#api/platform/database/json-rows.ts';

/** The names of a message's subject. */
export type Names = { fullName: string; preferredName: string };

/**
 * A message as the frequent reads and live streams load it, with its position and related data, so that nothing is
 * loaded row by row. `held` decides who may read it besides their rights; code that needs it and does not have it
 * loads it. Columns that are never shown are not loaded.
 */
export type MessageRow = Message & {
  xid: string;
  place: string;
  snapshot: string;
  beside: Names;
  inDistress?: boolean;
  /** Whether its book has an audience at all; if not, no words are kept from anybody by one. */
  mayBeKept?: boolean;
  held?: Held;
  /** The loaded part of its conversation: at least the requested fields. */
  conversation?: Conversation;
  subject?: Subject;
};

export type HeldMessage = MessageRow & { held: Held };

/** Selects the shown columns and the position of message m. Each column costs time in every row of every page. */
export const shownColumns = `m.id, m.subject_id as "subjectId", m.conversation_id as "conversationId", m.seq, m.role,
  m.text, m.corrected_text as "correctedText", m.phone, m.private, m.deleted_at as "deletedAt", m.audio_start_ms as "audioStartMs",
  m.audio_end_ms as "audioEndMs", m.created_at as "createdAt",
  m.made_by as "madeBy", m.agent_prompt_version_id as "agentVersionId", m.request_id as "requestId",
  m.turn_kind as "turnKind",
  coalesce(m.reading @? '$.spans[*] ? (@.act == "DISTRESS")', false) as "inDistress",
  exists (select 1 from audience a where a.subject_id = m.subject_id) as "mayBeKept", m.xid::text as xid, m.position::text as place,
  (select commit_snapshot()) as snapshot`;

/** Selects `Names` from subject s. */
export const nameColumns = `s.full_name as "fullName", s.preferred_name as "preferredName"`;

/** Selects a `SqlMessage` from message m, conversation c and subject s. */
export const messageColumns = `${shownColumns}, ${nameColumns}, c.together, c.held_by_id as "heldById",
  c.ended_at as "endedAt"`;

/** The tables that `messageColumns` reads from. */
export const messageTables = `message m join conversation c on c.id = m.conversation_id
  join subject s on s.id = m.subject_id`;

/**
 * The related data that a page of messages loads with each row. `brief` is what lists show: a conversation's id and
 * channel, a subject's id and names.
 */
export type Along = { conversation: 'none' | 'brief' | 'whole'; subject: 'brief' | 'whole' };

/** The conversation fields that `brief` loads for display, besides those that decide who may read it. */
export const briefConversation = ['id', 'channel'] as const;

/** Selects `SqlAlong` for message m: two small lookups by primary key per row, in the same statement. */
export function alongColumns({ conversation, subject }: Along): string {
  const brief = `jsonb_build_object('id', c.id, 'channel', c.channel, 'together', c.together,
    'held_by_id', c.held_by_id, 'ended_at', c.ended_at)`;
  const of = { brief, whole: 'to_jsonb(c)' };
  return [
    ...(conversation === 'none'
      ? []
      : [
          `(select ${of[conversation]} from conversation c where c.id = m.conversation_id) as "conversationJson"`,
        ]),
    ...(subject === 'whole'
      ? [`(select to_jsonb(s) from subject s where s.id = m.subject_id) as "subjectJson"`]
      : []),
  ]
    .map((column) => `, ${column}`)
    .join('');
}

export type SqlAlong = { conversationJson?: object; subjectJson?: object };

/** A row of `shownColumns`. */
export type SqlShown = Omit<MessageRow, 'position' | 'beside' | 'held' | 'conversation' | 'subject'> &
  SqlAlong;

/** A row of `messageColumns`. */
export type SqlMessage = SqlShown & Names & Held;

/** Turns a SQL row into a message. The row object itself is changed, not copied. */
export function messageFrom(row: SqlMessage): HeldMessage {
  const { fullName, preferredName, together, heldById, endedAt } = row;
  return knownBy(row, { fullName, preferredName }, { together, heldById, endedAt }) as HeldMessage;
}

/** Adds the related data to the row object itself and returns it. */
export function knownBy(row: SqlShown, beside: Names, held?: Held): MessageRow {
  const message = row as unknown as MessageRow;
  message.beside = beside;
  if (row.conversationJson)
    message.conversation = rowFromJson<Conversation>('Conversation', row.conversationJson);
  const holding = held ?? message.conversation;
  if (holding) message.held = holding;
  if (row.subjectJson) message.subject = rowFromJson<Subject>('Subject', row.subjectJson);
  return message;
}
