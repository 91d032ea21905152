import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root } from '#api/platform/root.ts';

/** What may be told of an error: what it is and where it happened. Its words only when they are ours: others may quote anybody's. */
export type Failure = { name: string; words?: string; code?: string; at?: string[]; cause?: Failure };

/** An error for whoever runs the server: its words are ours, and quote nobody. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

const folder = fileURLToPath(root);
const deepest = 3;
const files = new Set<string>();

/** An error, or whatever was thrown, as a log may keep it. */
export function failureOf(error: unknown, depth = 1): Failure {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, cause } = error;
  const code = codeOf(error);
  const at = framesOf(error);
  return {
    name: identifier(name) ?? 'Error',
    ...(error instanceof OperatorError && { words: error.message }),
    ...(code && { code }),
    ...(at.length && { at }),
    ...(cause instanceof Error && depth < deepest && { cause: failureOf(cause, depth + 1) }),
  };
}

/** Where this is called from, outermost last. */
export function placesHere(): string[] {
  return framesOf(new Error()).slice(1);
}

/** A code of the database, of the operating system, of a provider: whichever it carries. */
function codeOf(error: Error): string | undefined {
  // Its number says less than its name.
  if (error instanceof DOMException) return undefined;
  const { code, statusCode, responseCode, meta } = error as {
    code?: unknown;
    statusCode?: unknown;
    responseCode?: unknown;
    /** Where Prisma keeps what the database said. */
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  const codes = [code, meta?.driverAdapterError?.cause?.originalCode, statusCode, responseCode];
  return codes.map(identifier).filter(Boolean).join(' ') || undefined;
}

/** Only what a programmer can have written: a text with spaces or signs in it may be anybody's. */
function identifier(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && /^[A-Za-z_][\w.-]{0,59}$|^[0-9A-Z]{5}$/.test(value) ? value : undefined;
}

/** Lines of our own files, of packages and of Node; the message, of whatever lines it consists, is cut out first. */
function framesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message);
  const frames = message && start >= 0 ? stack.slice(start + message.length) : stack;
  return frames.split('\n').flatMap((line) => placeIn(line) ?? []);
}

function placeIn(line: string): string | null {
  const [, file = '', position = ''] =
    /^\s+at .*?((?:file:\/\/|\/|node:|[A-Z]:\\)[^\s()]+?)(:\d+:\d+)\)?$/.exec(line) ?? [];
  if (/^node:[\w/]+$/.test(file)) return file + position;
  const path = file.startsWith('file://') ? filePath(file) : file;
  const own = path.startsWith(folder) ? path.slice(folder.length) : '';
  return own && isFile(path) ? own + position : null;
}

/** Anybody can write a text that looks like a place; ours are those that are there. */
function isFile(path: string): boolean {
  if (!files.has(path) && existsSync(path)) files.add(path);
  return files.has(path);
}

function filePath(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return '';
  }
}
