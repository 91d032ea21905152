import { apollo } from '#web/app/apollo.ts';
import type { MessageFilter } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { csvBegin, csvLine } from './csv.ts';
import { ExportMessagesDocument, type ExportMessagesQuery } from './export-csv.graphql.ts';

type Row = ExportMessagesQuery['messages']['edges'][number]['node'];

const columns = ['time', 'subject', 'subject id', 'conversation id', 'seq', 'by', 'phone', 'role', 'message'];

/** The filtered messages as CSV text, one page at a time. Masked values stay masked. */
export async function* csvPages(filter: MessageFilter): AsyncGenerator<{ text: string; rows: number }> {
  yield { text: csvBegin + csvLine(columns), rows: 0 };
  let after: string | null = null;
  do {
    const page: { data?: ExportMessagesQuery | undefined } = await apollo.query({
      query: ExportMessagesDocument,
      variables: { filter, after },
      fetchPolicy: 'no-cache',
    });
    const messages = page.data?.messages;
    if (!messages) return;
    yield { text: messages.edges.map(({ node }) => lineOf(node)).join(''), rows: messages.edges.length };
    after = messages.pageInfo.hasNextPage ? (messages.pageInfo.endCursor ?? null) : null;
  } while (after !== null);
}

function lineOf({
  createdAt,
  subject,
  conversation,
  seq,
  phone,
  role,
  private: isPrivate,
  text,
}: Row): string {
  const words = text ?? (isPrivate ? '(private)' : '(not shared)');
  const place = [createdAt, subject.fullName, subject.id, conversation.id, seq, conversation.channel];
  return csvLine([...place, phone, role, words]);
}

const notice = 'messages-csv';
let running = false;

/** Saves the filtered messages as a file and shows the progress. */
export async function saveAsCsv(filter: MessageFilter): Promise<void> {
  if (running) return;
  running = true;
  let stopped = false;
  const stop = {
    label: 'Stop',
    onClick: () => {
      stopped = true;
    },
  };
  const parts: string[] = [];
  let rows = 0;
  try {
    for await (const page of csvPages(filter)) {
      if (stopped) return;
      parts.push(page.text);
      rows += page.rows;
      const body = `${rows.toLocaleString('en')} so far`;
      void notify('loading', 'Reading the messages', { id: notice, body, action: stop, stays: true });
    }
    download(new Blob(parts, { type: 'text/csv;charset=utf-8' }), `messages-${today()}.csv`);
    const body = rows === 1 ? '1 message' : `${rows.toLocaleString('en')} messages`;
    void notify('success', 'The file is saved', { id: notice, body });
  } catch {
    const body = 'A page did not come. Nothing was saved: try again.';
    void notify('error', 'No file', { id: notice, body });
  } finally {
    running = false;
  }
}

function download(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

function today(): string {
  return new Date().toLocaleDateString('sv');
}
