import type { Prisma } from '#api/generated/prisma/client.ts';
import { pool } from '#api/platform/database/database.ts';

/** A search finds at most this many conversations. */
const mostFound = 2_000;

/**
 * Finds conversations in which all words were said in one turn, or whose title or summary contains them, with or
 * without accents. The last word may be a prefix. Private words and words of distress are not searched. Without words,
 * every conversation matches.
 */
export async function findConversations(
  subjectId: string,
  search: string | null | undefined,
): Promise<Prisma.ConversationWhereInput> {
  const words = (search ?? '')
    .slice(0, 200)
    .normalize('NFC')
    .match(/[\p{L}\p{N}]+/gu);
  if (!words) return search?.trim() ? { id: { in: [] } } : {};
  const query = words.map((word) => `'${word}'`).join(' & ');
  const patterns = words.map((word) => `%${word}%`).join(' ');
  const { rows } = await pool.query<{ id: string }>({
    name: 'find-conversations',
    text: `select conversation_id::text as id from message
      where subject_id = $1 and not private
        and (reading is null or not reading @> '{"spans": [{"act": "DISTRESS"}]}')
        and to_tsvector('simple', without_accents(coalesce(corrected_text, text)))
          @@ to_tsquery('simple', without_accents($2))
      union
      select id::text from conversation
      where subject_id = $1
        and (without_accents(title) like all (string_to_array(without_accents($3), ' '))
          or without_accents(summary) like all (string_to_array(without_accents($3), ' ')))
      limit ${mostFound}`,
    values: [subjectId, `${query}:*`, patterns],
  });
  return { id: { in: rows.map((row) => row.id) } };
}
