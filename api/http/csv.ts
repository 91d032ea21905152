import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { InvalidInput } from '#api/platform/errors.ts';
import { log } from '#api/platform/log.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { auditFile } from '#api/writer/audit/csv.ts';
import type { CsvCell, CsvFile } from '#api/writer/csv/file.ts';
import { messagesFile } from '#api/writer/messages/csv.ts';
import { BrokenOff } from './body.ts';
import { badKey, viewerOfRequest } from './callers.ts';
import { answer, refuse } from './headers.ts';
import type { Trace } from './request.ts';
import type { Call, SignedInCall } from './route.ts';

const files: Readonly<Record<string, CsvFile>> = {
  messages: messagesFile,
  'audit-log': auditFile,
};

/** Refuses all methods but GET. */
export async function refuseMethod({ response }: Call): Promise<false> {
  response.setHeader('allow', 'GET');
  refuse(response, 405, 'BAD_REQUEST', 'GET');
  return false;
}

class NoAdmin extends Error {}

/** The maximum of files that an admin may read from this process at once. */
const filesAtOnce = 2;

/** The files that are being read, by admin. */
const running = new Map<string, number>();

/**
 * Streams a list of the desk to an admin as CSV for spreadsheets: UTF-8 with a byte order mark, with every value quoted
 * and escaped, so that a spreadsheet runs none as a formula. Each page is read when the client has taken the previous
 * one. When the admin signs out or loses the role meanwhile, the connection is cut, so that the download fails visibly.
 * An admin can read two files at once.
 */
export async function serveCsv(call: SignedInCall): Promise<void> {
  const { request, response, trace, asked } = call;
  const { userId } = call.viewer;
  const [name = ''] = call.parts;
  const others = running.get(userId) ?? 0;
  if (others >= filesAtOnce) {
    const message = `${filesAtOnce} lists are being saved already: wait until one is done`;
    return refuse(response, 429, 'TOO_MANY_REQUESTS', message);
  }
  running.set(userId, others + 1);
  try {
    await stream(request, response, { file: files[name] as CsvFile, asked, trace });
  } finally {
    const left = (running.get(userId) ?? 1) - 1;
    if (left) running.set(userId, left);
    else running.delete(userId);
  }
}

async function stream(
  request: IncomingMessage,
  response: ServerResponse,
  { file, asked, trace }: { file: CsvFile; asked: URLSearchParams; trace: Trace },
): Promise<void> {
  const admin = async () => {
    const now = await viewerOfRequest(request);
    if (now === null || now === badKey || !isAdmin(now)) throw new NoAdmin('no admin any more');
    return now;
  };
  const pages = file.pages(admin, asked);
  let first: IteratorResult<CsvCell[][]>;
  try {
    first = await pages.next();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return answer(response, 400, { errors: [error.toJSON()] });
  }
  const day = new Date().toISOString().slice(0, 10);
  response.writeHead(200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${file.name}-${day}.csv"`,
    'cache-control': 'no-store',
  });
  async function* lines() {
    yield file.columns;
    // Not `yield*`: an array can't take the error that a cut connection throws into this generator.
    if (!first.done) for (const line of first.value) yield line;
    for await (const page of pages) for (const line of page) yield line;
  }
  const asCsv = stringify({ bom: true, quoted: true, escape_formulas: true, record_delimiter: 'windows' });
  try {
    await pipeline(Readable.from(lines()), asCsv, response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') throw new BrokenOff();
    const told = { requestId: trace.id, error };
    if (error instanceof NoAdmin) log.info(told, 'a list was cut off');
    else log.error(told, 'a list was cut off');
  }
}

export function isAdmin(viewer: Viewer): boolean {
  return viewer.admin && viewer.impersonatorId === null && !viewer.key;
}
