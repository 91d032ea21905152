import type { Prisma } from '#api/generated/prisma/client.ts';
import { pool } from '#api/platform/database/database.ts';

/** A search finds at most this many conversations. */
const mostFound = 2_000;

/**
 * Finds conversations in which all words were said in one turn, or whose title or summary contains them. The last
 * word may be a prefix. Private words and words of distress are not searched. Without words, every conversation
 * matches.
 */
export async function findConversations(
  subjectId: string,
  search: string | null | undefined,
): Promise<Prisma.ConversationWhereInput> {
  const words = (search ?? '').slice(0, 200).match(/[\p{L}\p{N}]+/gu);
  if (!words) return search?.trim() ? { id: { in: [] } } : {};
  const query = words.map((word) => `'${word}'`).join(' & ');
  const { rows } = await pool.query<{ id: string }>({
    name: 'find-conversations',
    text: `select distinct conversation_id::text as id from message
      where subject_id = $1 and not private
        and (reading is null or not reading @> '{"spans": [{"act": "DISTRESS"}]}')
        and to_tsvector('simple', coalesce(corrected_text, text)) @@ to_tsquery('simple', $2)
      limit ${mostFound}`,
    values: [subjectId, `${query}:*`],
  });
  const titled = (field: 'title' | 'summary') => ({
    AND: words.map((word) => ({ [field]: { contains: word, mode: 'insensitive' as const } })),
  });
  return { OR: [{ id: { in: rows.map((row) => row.id) } }, titled('title'), titled('summary')] };
}
