import { readUtterance, type UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import { storyText } from '#api/dialogue-acts/story-text.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { encodeSentences } from '#api/language/sentence-encoder.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { log } from '#api/platform/log.ts';
import { MEANING_VERSION, packVectors, questionOf, sentencesOf, signsOf } from './meanings.ts';

const AT_ONCE = 50;
const DAY_MS = 24 * 3_600_000;

type Unencoded = {
  id: string;
  subjectId: string;
  role: 'user' | 'assistant';
  text: string;
  reading: UtteranceReading | null;
  createdAt: Date;
};

/**
 * Encodes the messages that have no meaning of this version yet, the newest first: a person's sentences, and the interviewer's questions.
 * Of all subjects and times, or of those given.
 */
export async function encodeMessages(
  among: { subjectId?: string; since?: Date },
  signal?: AbortSignal,
): Promise<void> {
  let before: Unencoded | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const messages = await unencoded(among, before);
    for (const message of messages) {
      try {
        await encodeMessage(message, signal);
      } catch (error) {
        signal?.throwIfAborted();
        // One message that can't be encoded doesn't stop the others.
        log.warn({ error }, 'a message has no meaning to be found by');
      }
    }
    before = messages.at(-1);
    if (messages.length < AT_ONCE) return;
  }
}

/** Messages of the last day, for the job that runs every few minutes. */
export function encodeRecentMessages(signal: AbortSignal): Promise<void> {
  return encodeMessages({ since: new Date(clock.now().getTime() - DAY_MS) }, signal);
}

/** The next messages without meaning that are older than this one. */
function unencoded(
  { subjectId, since }: { subjectId?: string; since?: Date },
  before: Unencoded | undefined,
): Promise<Unencoded[]> {
  return db.$queryRaw<Unencoded[]>`
    select id::text as id, subject_id::text as "subjectId", role::text as role,
      coalesce(corrected_text, text) as text, reading, created_at as "createdAt"
    from message
    where ${since ? Prisma.sql`created_at >= ${since}` : Prisma.sql`true`}
      and ${subjectId ? Prisma.sql`subject_id = ${subjectId}::uuid` : Prisma.sql`true`}
      and ${before ? Prisma.sql`(created_at, id) < (${before.createdAt}, ${before.id}::uuid)` : Prisma.sql`true`}
      and not private and deleted_at is null
      and not exists (select 1 from message_meaning where message_id = message.id and version = ${MEANING_VERSION})
    order by created_at desc, id desc limit ${AT_ONCE}`;
}

async function encodeMessage({ id, subjectId, role, text, reading }: Unencoded, signal?: AbortSignal) {
  const told = role === 'user' ? storyText(text, reading ?? readUtterance(text)) : questionOf(text);
  const parts = role === 'user' ? sentencesOf(told).map((sentence) => sentence.text) : [told];
  const vectors = await encodeSentences(parts, { subjectId, background: true, ...(signal && { signal }) });
  const signs = vectors.map(signsOf);
  // The words may have changed meanwhile; the lock makes a change wait, which then deletes this meaning.
  await db.$executeRaw`
    insert into message_meaning (message_id, subject_id, signs, vectors, version)
    select id, subject_id, ${signs}::text[]::bit(512)[], ${Buffer.from(packVectors(vectors))}, ${MEANING_VERSION}::int
    from (
      select id, subject_id from message
      where id = ${id}::uuid and not private and deleted_at is null and coalesce(corrected_text, text) = ${text}
      for share
    ) as unchanged
    on conflict (message_id) do update
      set signs = excluded.signs, vectors = excluded.vectors, version = excluded.version
      where message_meaning.version <> excluded.version`;
}

/** The encoded turns among these messages, and the encoded questions. */
export async function readMeanings(messageIds: readonly string[]): Promise<Map<string, Uint8Array>> {
  const rows = await db.messageMeaning.findMany({
    where: { messageId: { in: [...messageIds] }, version: MEANING_VERSION },
    select: { messageId: true, vectors: true },
  });
  return new Map(rows.map(({ messageId, vectors }) => [messageId, vectors]));
}

/** The messages of a subject with the sentences that are nearest to a vector, the nearest first. */
export function nearestMessages(
  subjectId: string,
  vector: Float32Array,
  most: number,
): Promise<{ id: string }[]> {
  return db.$queryRaw`select message_id::text as id from message_meaning cross join unnest(signs) as sentence
    where subject_id = ${subjectId}::uuid
    group by message_id order by min(bit_count(sentence # ${signsOf(vector)}::bit(512))) limit ${most}`;
}
