import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { fileCost } from '#api/graphql/limits/meter.ts';
import { InvalidInput } from '#api/platform/errors.ts';
import { log } from '#api/platform/log.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { auditFile } from '#api/writer/audit/csv.ts';
import type { CsvCell, CsvFile } from '#api/writer/csv/file.ts';
import { messagesFile } from '#api/writer/messages/csv.ts';
import { isForeign } from './addresses.ts';
import { BrokenOff } from './body.ts';
import { badKey, callerOf } from './callers.ts';
import { answer, refuse, refuseKey } from './headers.ts';
import type { Trace } from './request.ts';
import { type RequestCost, refuseSpentUp } from './request-cost.ts';

const files: Readonly<Record<string, CsvFile>> = {
  '/desk/messages.csv': messagesFile,
  '/desk/audit-log.csv': auditFile,
};

/** Whether the path is that of a list of the desk as a file. */
export function isCsvPath(path: string): boolean {
  return Object.hasOwn(files, path);
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
export async function serveCsv(
  request: IncomingMessage,
  response: ServerResponse,
  door: {
    path: string;
    asked: URLSearchParams;
    origins: ReadonlySet<string>;
    trace: Trace;
    requestCost: RequestCost;
  },
): Promise<void> {
  const { path, asked, origins, trace, requestCost } = door;
  if (request.method !== 'GET') {
    response.setHeader('allow', 'GET');
    return refuse(response, 405, 'BAD_REQUEST', 'GET');
  }
  if (isForeign(request, origins)) {
    return refuse(response, 403, 'FORBIDDEN', 'Requests from other sites are not answered');
  }
  const caller = await callerOf(request);
  if (caller === badKey) return refuseKey(response);
  if (!caller) return refuse(response, 401, 'UNAUTHORIZED', 'Sign in first');
  trace.userId = caller.viewer.userId;
  trace.keyId = caller.viewer.key?.id ?? null;
  if (!isAdmin(caller.viewer)) return refuse(response, 403, 'FORBIDDEN', 'Not authorized');
  const spending = await requestCost.charge(fileCost);
  if (spending && !spending.allowed) return refuseSpentUp(request, response, spending);

  const { userId } = caller.viewer;
  const others = running.get(userId) ?? 0;
  if (others >= filesAtOnce) {
    const message = `${filesAtOnce} lists are being saved already: wait until one is done`;
    return refuse(response, 429, 'TOO_MANY_REQUESTS', message);
  }
  running.set(userId, others + 1);
  try {
    await stream(request, response, { file: files[path] as CsvFile, asked, trace });
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
    const now = await callerOf(request);
    if (now === null || now === badKey || !isAdmin(now.viewer)) throw new NoAdmin('no admin any more');
    return now.viewer;
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

function isAdmin(viewer: Viewer): boolean {
  return viewer.admin && viewer.impersonatorId === null && !viewer.key;
}
