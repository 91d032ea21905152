import { wordsKeptFrom } from '#api/audiences/policy.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { pool } from '#api/platform/database/database.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';

/** A search finds at most this many conversations. */
const mostFound = 2_000;

/**
 * Finds conversations in which all words were said in one turn, or whose title or summary contains them, with or
 * without accents. The last word may be a prefix. Private words, words of distress and words that an audience keeps
 * from the reader are not searched, and of a conversation with such words neither are title and summary. Without words,
 * every conversation matches.
 */
export async function findConversations(
  subjectAccess: SubjectAccess,
  search: string | null | undefined,
): Promise<Prisma.ConversationWhereInput> {
  const words = (search ?? '')
    .slice(0, 200)
    .normalize('NFC')
    .match(/[\p{L}\p{N}]+/gu);
  if (!words) return search?.trim() ? { id: { in: [] } } : {};
  const query = words.map((word) => `'${word}'`).join(' & ');
  const { subjectId } = subjectAccess;
  const kept = await wordsKeptFrom([subjectAccess]);
  const patterns = words.map((word) => `%${word}%`).join(' ');
  const { rows } = await pool.query<{ id: string }>({
    name: 'find-conversations',
    text: `select conversation_id::text as id from message
      where subject_id = $1 and not private
        and (reading is null or not reading @> '{"spans": [{"act": "DISTRESS"}]}')
        and to_tsvector('simple', without_accents(coalesce(corrected_text, text)))
          @@ to_tsquery('simple', without_accents($2))
        and id <> all($4::uuid[])
      union
      select id::text from conversation
      where subject_id = $1
        and (without_accents(title) like all (string_to_array(without_accents($3), ' '))
          or without_accents(summary) like all (string_to_array(without_accents($3), ' ')))
        and id <> all($5::uuid[])
      limit ${mostFound}`,
    values: [subjectId, `${query}:*`, patterns, [...kept.messageIds], [...kept.conversationIds]],
  });
  return { id: { in: rows.map((row) => row.id) } };
}
