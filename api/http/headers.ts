import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '#api/config.ts';
import { DomainError, type ErrorCode, Forbidden } from '#api/platform/errors.ts';
import { endUnread, hasBody, leavesMuch } from './body.ts';

/** The headers of every answer. A page may load only our own files. */
export function securityHeaders({ publicUrl }: Config): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self' ${publicUrl.replace(/^http/, 'ws')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/**
 * A short answer that is not cached. When much of the request is still to come, or the connection closes, the rest of
 * the request isn't read.
 */
export function answer(
  response: ServerResponse,
  status: number,
  body: object,
  type = 'application/json',
): void {
  if (response.headersSent || response.destroyed) return;
  const text = JSON.stringify(body);
  const { req } = response;
  const closes = response.getHeader('connection') === 'close';
  const unread = leavesMuch(req) || (closes && !req.complete && hasBody(req));
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    ...(unread && { connection: 'close', 'content-length': Buffer.byteLength(text) }),
  });
  if (unread) endUnread(response, text);
  else response.end(text);
}

/** Refuses a request with an unknown, revoked or expired key. */
export function refuseKey(response: ServerResponse): void {
  response.setHeader('www-authenticate', 'Bearer realm="Evertold", error="invalid_token"');
  refuse(response, 401, 'UNAUTHORIZED', 'This key is not valid: it is unknown, revoked or expired');
}

/** A short refusal in the format of the address: Better Auth's under /api/auth/, GraphQL's elsewhere. */
export function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  const ofAccounts = response.req.url?.startsWith('/api/auth/');
  answer(response, status, ofAccounts ? { code, message } : { errors: [{ message, extensions: { code } }] });
}

const statuses: Partial<Record<ErrorCode, number>> = {
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  UNPROCESSABLE_ENTITY: 422,
  EXPECTATION_FAILED: 412,
};

export function isRefusal(error: unknown): error is DomainError | Forbidden {
  return error instanceof DomainError || error instanceof Forbidden;
}

export function statusOfRefusal({ extensions: { code } }: DomainError | Forbidden): number {
  return statuses[code as ErrorCode] ?? 400;
}

/** Answers with the refusal of a service; rethrows a defect. */
export function refuseBecause(response: ServerResponse, error: unknown): void {
  if (!isRefusal(error)) throw error;
  refuse(response, statusOfRefusal(error), error.extensions.code as ErrorCode, error.message);
}

/** Time for the client to read its refusal before the connection is cut. */
const lingerMs = 1_000;

/** Sends a last response and cuts the connection, even when the other side keeps it open. */
export function sayLast(socket: Duplex, status: string, headers: Record<string, string> = {}) {
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': '0' });
  socket.end(`HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  const cutting = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cutting));
}
