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

/** The seed's running conversations have so many messages. */
const seeded = 20;

/** A talk that is made longer than the seed made it. */
export type Lengthened = { ids: readonly string[]; length: number };

/** Adds messages to these talks, up to a length. */
export async function lengthen({ db }: Bench, { ids, length }: Lengthened) {
  await db.query(
    `insert into message (id, subject_id, conversation_id, seq, role, text, phone, created_at)
     select uuidv7(), m.subject_id, m.conversation_id, n,
       case when n % 2 = 1 then 'assistant' else 'user' end::"MessageRole", m.text, m.phone, m.created_at
     from message m cross join generate_series($2::int + 1, $3::int) n
     where m.conversation_id = any($1::uuid[]) and m.seq = $2`,
    [ids, seeded, length],
  );
}

/**
 * Deletes the messages added since the seed, except those of lengthened talks. With `answeredElsewhere`, another process
 * is recorded as responding, so that only the storing of messages is measured.
 */
export async function freshTalks(
  { db }: Bench,
  { answeredElsewhere, lengthened = [] }: { answeredElsewhere: boolean; lengthened?: readonly Lengthened[] },
) {
  const longer = lengthened.flatMap(({ ids, length }) => ids.map((id) => ({ id, length })));
  const values = [longer.map(({ id }) => id), longer.map(({ length }) => length)];
  const lengths = `(select c.id, coalesce(l.length, ${seeded}) as length
    from conversation c left join unnest($1::uuid[], $2::int[]) l(id, length) on l.id = c.id
    where c.status = 'IN_PROGRESS') kept`;
  await db.query(
    `delete from message m using ${lengths} where kept.id = m.conversation_id and m.seq > kept.length`,
    values,
  );
  await db.query(
    `update conversation c set last_seq = kept.length, awaiting_seq = null, last_heard_at = now(), announced = false,
       confided = false, questions_asked = 0, answering_until = case when $3 then now() + interval '1 day' end
     from ${lengths} where kept.id = c.id`,
    [...values, answeredElsewhere],
  );
  await db.query('vacuum conversation');
}
