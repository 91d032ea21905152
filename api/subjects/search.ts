import type { Prisma } from '#api/generated/prisma/client.ts';
import { pool } from '#api/platform/database/database.ts';
import { containing, mostNamed } from '#api/platform/database/name-search.ts';

/**
 * Subjects whose names or phone contain the text, with or without accents; without one, all subjects. A phone may be
 * typed as people write it.
 */
export async function subjectsMatching(search: string | null | undefined): Promise<Prisma.SubjectWhereInput> {
  const text = search?.replaceAll('\0', '').trim();
  if (!text) return {};
  const digits = text.replace(/[\s().-]/g, '');
  const { rows } = await pool.query<{ id: string }>({
    name: 'find-subjects',
    text: `select id::text as id from subject
      where without_accents(full_name || ' ' || preferred_name || ' ' || coalesce(phone, ''))
          like without_accents($1)
        or without_accents(full_name || ' ' || preferred_name || ' ' || coalesce(phone, ''))
          like without_accents($2)
      limit ${mostNamed}`,
    values: [text, /^\+?\d{2,}$/.test(digits) ? digits : text].map(containing),
  });
  return { id: { in: rows.map(({ id }) => id) } };
}
