import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root } from '#api/platform/root.ts';

/**
 * The parts of an error that may be logged: its kind and position. The message only when it is ours, because others may
 * quote a person.
 */
export type Failure = { name: string; words?: string; code?: string; at?: string[]; cause?: Failure };

/** An error for the operator: its message is ours and quotes no one. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

const folder = fileURLToPath(root);
const deepest = 3;
const files = new Set<string>();

/** The loggable parts of an error or any thrown value. */
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

/** The call stack, outermost last. */
export function placesHere(): string[] {
  return framesOf(new Error()).slice(1);
}

/** The error's code from the database, the operating system or a provider. */
function codeOf(error: Error): string | undefined {
  // A DOMException's number says less than its name.
  if (error instanceof DOMException) return undefined;
  const { code, statusCode, responseCode, meta } = error as {
    code?: unknown;
    statusCode?: unknown;
    responseCode?: unknown;
    /** Prisma's copy of the database error. */
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  const codes = [code, meta?.driverAdapterError?.cause?.originalCode, statusCode, responseCode];
  return codes.map(identifier).filter(Boolean).join(' ') || undefined;
}

/** Accepts only identifiers: a text with spaces or signs may be personal. */
function identifier(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && /^[A-Za-z_][\w.-]{0,59}$|^[0-9A-Z]{5}$/.test(value) ? value : undefined;
}

/** The frames of our own files, packages and Node; the message is cut out first, because it may span lines. */
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

/** A text may only look like a position, so the file must exist. */
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
