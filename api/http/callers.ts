import type { IncomingMessage } from 'node:http';
import { type Caller, callerFrom, isSigned } from '#api/accounts/session.ts';
import { prefixOf } from '#api/partners/secrets.ts';
import { callerByKey } from '#api/partners/service/use.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { credentialsOf } from './request.ts';

/** The token in `Authorization: Bearer`; null without that header. Other schemes belong to a proxy before us. */
export function bearerOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const [, token] = /^Bearer\b\s*(.*)$/i.exec(headers.authorization ?? '') ?? [];
  return token?.trim() ?? null;
}

/** The API key is unknown, revoked or expired: the request is refused instead of treated as another caller's. */
export const badKey = 'bad key';

/** The sender of a request. When a key is sent, only the key counts and cookies are ignored; a bad key is refused. */
export async function callerOf(
  request: IncomingMessage,
  key: string | null = bearerOf(request),
): Promise<Caller | null | typeof badKey> {
  if (key === null) return callerFrom(credentialsOf(request));
  return (await callerByKey(key)) ?? badKey;
}

/** The viewer of a request, by its key or its session; null for an anonymous one. */
export async function viewerOfRequest(request: IncomingMessage): Promise<Viewer | null | typeof badKey> {
  const caller = await callerOf(request);
  return caller === badKey ? badKey : (caller?.viewer ?? null);
}

/** Whether a request may come from a signed-in caller, judged without a database query. */
export function mayBeSomebodys(request: IncomingMessage): boolean {
  const key = bearerOf(request);
  return key === null ? isSigned(credentialsOf(request)) : prefixOf(key) !== null;
}
