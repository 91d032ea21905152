import { range } from '#api/biography/writing/composing/findings.ts';
import type { WriteFinding } from '#api/biography/writing/writer.ts';
import { db, pool } from '#api/platform/database/database.ts';

/** A finding that the next conversation may ask about; its key is the same each time it is found. */
export type OpenFinding = { key: string } & (
  | { kind: 'GAP'; fromYear: number; toYear: number }
  | { kind: 'CONTRADICTION'; about: string; dates: [string, string] }
  | { kind: 'UNSETTLED'; text: string }
);

/** The number of the latest writer runs that are searched. */
const latestRuns = 20;

/** The writer's findings about a subject, newest first, including those that no longer hold. */
export async function findingsOf(subjectId: string): Promise<WriteFinding[]> {
  const { rows } = await pool.query<{ findings: WriteFinding[] }>({
    name: 'findings-of-subject',
    text: `select findings from writer_run where subject_id = $1 and ok and findings <> '[]'
      order by started_at desc limit ${latestRuns}`,
    values: [subjectId],
  });
  return rows.flatMap(({ findings }) => findings);
}

/**
 * Returns the findings that still hold in the readable book, each once, without those whose keys are in `done`: both
 * sentences of a contradiction are still readable, no story fills a gap, and the words of a correction that was not
 * understood are not private.
 */
export async function stillOpen(
  subjectId: string,
  found: readonly WriteFinding[],
  done: readonly string[],
): Promise<OpenFinding[]> {
  const byKey = new Map(found.map((finding) => [keyOf(finding), finding]));
  for (const key of done) byKey.delete(key);
  for (const [key, finding] of byKey)
    if (finding.kind === 'CONTRADICTION' && (await isSettled(subjectId, finding))) byKey.delete(key);
  if (!byKey.size) return [];
  const contradictions = [...byKey.values()].flatMap((each) =>
    each.kind === 'CONTRADICTION' ? [each.left.text, each.right.text] : [],
  );
  const remarks = [...byKey.values()].flatMap((each) =>
    each.kind === 'UNSETTLED' ? each.sources.map(({ messageId }) => messageId) : [],
  );
  const [sentences, cards, messages] = await Promise.all([
    db.$queryRaw<{ text: string }[]>`
      select distinct s.text from sentence s join card c on c.id = s.card_id and c.revision = s.revision
      where s.subject_id = ${subjectId}::uuid and not s.hidden and c.status <> 'HIDDEN' and s.text = any(${contradictions})
        and not exists (select 1 from source r join message m on m.id = r.message_id
          where r.sentence_id = s.id and m.private)`,
    db.card.findMany({
      where: { subjectId, status: { not: 'HIDDEN' }, happened: { not: null } },
      select: { happened: true },
    }),
    db.message.findMany({ where: { id: { in: remarks }, subjectId, private: false }, select: { id: true } }),
  ]);
  const readableMessageIds = new Set(messages.map(({ id }) => id));
  const readableSentences = new Set(sentences.map(({ text }) => text));
  const ranges = cards.flatMap(({ happened }) => (happened && range(happened)) || []);
  return [...byKey].flatMap(([key, finding]): OpenFinding[] => {
    if (finding.kind === 'GAP') {
      const { fromYear, toYear } = finding;
      const holds =
        ranges.some(({ to }) => to === fromYear) &&
        ranges.some(({ from }) => from === toYear) &&
        !ranges.some(({ from, to }) => to > fromYear && from < toYear);
      return holds ? [{ key, kind: 'GAP', fromYear, toYear }] : [];
    }
    if (finding.kind === 'UNSETTLED') {
      const isOpen = finding.sources.every(({ messageId }) => readableMessageIds.has(messageId));
      return isOpen ? [{ key, kind: 'UNSETTLED', text: finding.text }] : [];
    }
    const { about, left, right } = finding;
    if (!readableSentences.has(left.text) || !readableSentences.has(right.text)) return [];
    return [{ key, kind: 'CONTRADICTION', about, dates: [left.edtf, right.edtf] }];
  });
}

/** Whether the team has settled the contradiction in reconcile, or has already put a question about it. */
async function isSettled(
  subjectId: string,
  { left, right }: Extract<WriteFinding, { kind: 'CONTRADICTION' }>,
): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1 from conflict c
      join conflict_side l on l.conflict_id = c.id and l.is_left join sentence a on a.id = l.sentence_id
      join conflict_side r on r.conflict_id = c.id and not r.is_left join sentence b on b.id = r.sentence_id
      where c.subject_id = $1 and (c.status <> 'OPEN' or c.question_id is not null)
        and ((a.text = $2 and b.text = $3) or (a.text = $3 and b.text = $2)) limit 1`,
    [subjectId, left.text, right.text],
  );
  return rows.length > 0;
}

function keyOf(finding: WriteFinding): string {
  if (finding.kind === 'UNSETTLED')
    return `unsettled:${finding.sources.map(({ messageId, start }) => `${messageId}-${start}`).join()}`;
  return finding.kind === 'GAP'
    ? `gap:${finding.fromYear}-${finding.toYear}`
    : `twice:${finding.about.toLowerCase()}`;
}
