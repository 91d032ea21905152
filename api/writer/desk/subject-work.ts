import { pool } from '#api/platform/database/database.ts';

/** The ids by which jobs name a subject or something of it. */
export async function idsOfWork(subjectId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select $1::uuid::text as id
      union all select id::text from conversation where subject_id = $1::uuid
      union all select id::text from making where subject_id = $1::uuid
      union all select id::text from old_recording where subject_id = $1::uuid
      union all select id::text from inbound_text where subject_id = $1::uuid
      union all select id::text from notice where subject_id = $1::uuid and sent_at is null
      union all select id::text from gift where subject_id = $1::uuid`,
    [subjectId],
  );
  return rows.map(({ id }) => id);
}
