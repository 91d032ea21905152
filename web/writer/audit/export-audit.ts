import { apollo } from '#web/app/apollo.ts';
import type { AuditLogFilter } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { csvBegin, csvLine } from '../messages/csv.ts';
import { WriterAuditDocument, type WriterAuditQuery } from './audit.graphql.ts';

const columns = ['time', 'by', 'by id', 'as', 'action', 'book', 'book id', 'to', 'to id', 'detail', 'note'];

/** The filtered entries as CSV text, one page at a time. */
export async function* auditPages(filter: AuditLogFilter): AsyncGenerator<{ text: string; rows: number }> {
  yield { text: csvBegin + csvLine(columns), rows: 0 };
  for (let after: string | null = null; ; ) {
    const page: { data?: WriterAuditQuery | undefined } = await apollo.query({
      query: WriterAuditDocument,
      variables: { filter, first: 100, after },
      fetchPolicy: 'no-cache',
    });
    const log = page.data?.auditLog;
    if (!log) return;
    const text = log.edges.map(({ node }) => lineOf(node)).join('');
    yield { text, rows: log.edges.length };
    if (!log.pageInfo.hasNextPage) return;
    after = log.pageInfo.endCursor ?? null;
  }
}

type Entry = WriterAuditQuery['auditLog']['edges'][number]['node'];

function lineOf({ at, actor, actorId, impersonator, action, subject, subjectId, ...entry }: Entry): string {
  // An impersonating admin is the one who acted; the other name is the impersonated account.
  const [by, as] = impersonator
    ? [impersonator, actor?.name ?? 'an account that is gone']
    : [actor ?? (actorId ? { id: actorId, name: 'an account that is gone' } : null), ''];
  const { target, targetId, detail, note } = entry;
  return csvLine([
    ...[at, by?.name ?? 'Evertold', by?.id, as, action, subject?.name, subjectId, target?.name, targetId],
    ...[detail, note],
  ]);
}

const notice = 'audit-csv';
let isRunning = false;

/** Saves the filtered entries as a file and shows the progress. */
export async function saveAuditAsCsv(filter: AuditLogFilter): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  let isStopped = false;
  const action = {
    label: 'Stop',
    onClick: () => {
      isStopped = true;
    },
  };
  const parts: string[] = [];
  let rows = 0;
  try {
    for await (const page of auditPages(filter)) {
      if (isStopped) return;
      parts.push(page.text);
      rows += page.rows;
      const body = `${rows.toLocaleString('en')} so far`;
      void notify('loading', 'Reading the audit log', { id: notice, body, action, stays: true });
    }
    const href = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }));
    const download = `audit-log-${new Date().toLocaleDateString('sv')}.csv`;
    Object.assign(document.createElement('a'), { href, download }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
    const body = rows === 1 ? '1 entry' : `${rows.toLocaleString('en')} entries`;
    void notify('success', 'The file is saved', { id: notice, body });
  } catch {
    const body = 'A page did not come. Nothing was saved: try again.';
    void notify('error', 'No file', { id: notice, body });
  } finally {
    isRunning = false;
  }
}
