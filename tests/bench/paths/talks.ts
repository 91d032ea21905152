import type { Bench } from '../seed/seed.ts';

/** A running conversation and the user who holds it. */
export type Talk = { id: string; subjectId: string; name: string; heldBy: string };

/** All running conversations; the one about 'Big', which has many followers, comes last. */
export async function talks({ db }: Bench): Promise<Talk[]> {
  const { rows } = await db.query<Talk>(
    `select c.id, c.subject_id as "subjectId", s.preferred_name as name, u.name as "heldBy"
     from conversation c join subject s on s.id = c.subject_id join "user" u on u.id = c.held_by_id
     where c.status = 'IN_PROGRESS' order by s.preferred_name = 'Big', s.preferred_name`,
  );
  return rows;
}

/**
 * Deletes the messages added since the seed. With `answeredElsewhere`, another process is recorded as responding, so
 * that only the storing of messages is measured.
 */
export async function freshTalks({ db }: Bench, { answeredElsewhere }: { answeredElsewhere: boolean }) {
  await db.query(
    `delete from message m using conversation c where c.id = m.conversation_id and c.status = 'IN_PROGRESS' and m.seq > 20`,
  );
  await db.query(
    `update conversation set last_seq = 20, awaiting_seq = null, last_heard_at = now(), announced = false,
       confided = false, questions_asked = 0, answering_until = case when $1 then now() + interval '1 day' end
     where status = 'IN_PROGRESS'`,
    [answeredElsewhere],
  );
  await db.query('vacuum conversation');
}
