import { messageColumns, type SqlMessage } from '#api/conversations/reads/message-row.ts';
import type { UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { turnLock } from './turn-lock.ts';

export type Utterance = {
  conversationId: string;
  text: string;
  clientMessageId: string;
  private: boolean;
  /** Whether the words announce that the next ones are private. */
  announces: boolean;
  /** The reading on which everything after this is based. */
  reading: UtteranceReading;
};

/**
 * A stored message, and until when another process holds the lease to answer the conversation; null when none does.
 */
export type Kept = SqlMessage & { answeredUntil: Date | null };

/** Runs a statement on the caller's connection. */
export type Run = (sql: string, values: unknown[]) => Promise<Kept[]>;

/**
 * Stores an utterance in one statement: the conversation must be live, the message gets the next seq, and unless the
 * conversation is silent, an answer is awaited. Words announced as private are private whatever the caller passes. Returns the message, the existing
 * message for a repeated one, or nothing when the conversation has ended.
 */
const statement = `with live as (
    update conversation c
    set last_seq = c.last_seq + 1, awaiting_seq = case when not c.silent then c.last_seq + 1 end, last_heard_at = clock_timestamp(),
      updated_at = clock_timestamp(), confided = $5 or c.announced, announced = $6,
      answer_tries = 0, answer_failure = null, answer_set_aside_at = null
    from (select ${turnLock} as taken) turn, subject s
    where c.id = $1::uuid and c.status = 'IN_PROGRESS' and s.id = c.subject_id
      and s.deleted_at is null and s.status <> 'MEMORIAL'
      and not exists (select 1 from message m where m.conversation_id = c.id and m.client_message_id = $4)
    returning c.*
  ), said as (
    insert into message (id, subject_id, conversation_id, seq, role, text, phone, private, client_message_id,
      reading, created_at)
    select $2::uuid, subject_id, id, last_seq, 'user', $3, phone, confided, $4, $7::jsonb, clock_timestamp() from live
    returning *
  ), known as (
    select * from said union all
    select * from message where conversation_id = $1::uuid and client_message_id = $4
  )
  select ${messageColumns}, (select answering_until from live where answering_until > clock_timestamp())
    as "answeredUntil"
  from known m join conversation c on c.id = m.conversation_id
    join subject s on s.id = m.subject_id`;

export async function storeUtterance(run: Run, said: Utterance): Promise<{ id: string; row: Kept | null }> {
  const id = newId();
  const values = [
    said.conversationId,
    id,
    said.text,
    said.clientMessageId,
    said.private,
    said.announces,
    JSON.stringify(said.reading),
  ];
  try {
    const [row] = await run(statement, values);
    return { id, row: row ?? null };
  } catch (error) {
    // The same message was stored concurrently; it is visible now and is read instead.
    if (!isRepeat(error)) throw error;
    const [row] = await run(statement, values);
    return { id, row: row ?? null };
  }
}

function isRepeat(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'message_conversation_id_client_message_id_key';
}
