import pg from 'pg';

/** A phone number that no other test uses. */
export function aPhone(): string {
  return `+1508${String(5_000_000 + (Date.now() % 4_000_000))}`;
}

/**
 * Creates old messages of one conversation, one a minute, alternating between the speakers; returns the conversation's
 * id.
 */
export async function manyMessages(
  subjectId: string,
  { count, from, phone }: { count: number; from: Date; phone: string },
): Promise<string> {
  const database = new pg.Client({ connectionString: process.env.EVERTOLD_DATABASE });
  await database.connect();
  try {
    const { rows } = await database.query<{ id: string }>(
      `insert into conversation (id, subject_id, channel, status, phone, started_at, ended_at, updated_at)
       values (gen_random_uuid(), $1, 'PHONE', 'COMPLETED', $2, $3, $3, $3) returning id`,
      [subjectId, phone, from],
    );
    const id = rows[0]?.id ?? '';
    await database.query(
      `insert into message (id, subject_id, conversation_id, seq, role, text, phone, created_at)
       select gen_random_uuid(), $1, $2, n,
         (case when n % 2 = 0 then 'user' else 'assistant' end)::"MessageRole",
         'old words, number ' || n, $3, $4::timestamptz + n * interval '1 minute'
       from generate_series(1, $5::int) n`,
      [subjectId, id, phone, from, count],
    );
    return id;
  } finally {
    await database.end();
  }
}

/**
 * Texts that came from a phone that nobody is known by, or that these people shared. How they come in is told by other
 * tests.
 */
export async function unknownTexts(
  phone: string,
  texts: readonly string[],
  sharedBy: readonly string[] = [],
): Promise<void> {
  const database = new pg.Client({ connectionString: process.env.EVERTOLD_DATABASE });
  await database.connect();
  try {
    for (const [at, text] of texts.entries()) {
      await database.query(
        `insert into inbound_text (id, provider_id, phone, text, tells, may_be_of, at)
         values (gen_random_uuid(), $1, $2, $3, $5, $6::uuid[], now() + $4 * interval '1 millisecond')`,
        [`SM${phone}${at}`, phone, text, at, sharedBy.length > 0, sharedBy],
      );
    }
  } finally {
    await database.end();
  }
}

/** Gives several people one phone. How they agree to texts there is told by other tests. */
export async function sharePhone(phone: string, subjectIds: readonly string[]): Promise<void> {
  const database = new pg.Client({ connectionString: process.env.EVERTOLD_DATABASE });
  await database.connect();
  try {
    await database.query('update subject set phone = $1 where id = any($2::uuid[])', [phone, subjectIds]);
  } finally {
    await database.end();
  }
}
