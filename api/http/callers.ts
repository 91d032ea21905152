import type { IncomingMessage } from 'node:http';
import { type Caller, callerFrom, isSigned } from '#api/accounts/session.ts';
import { prefixOf } from '#api/partners/secrets.ts';
import { callerByKey } from '#api/partners/service/use.ts';
import { credentialsOf } from './request.ts';

/** The token in `Authorization: Bearer`; null where there is no such header. Other schemes are a proxy's affair. */
export function bearerOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const [, token] = /^Bearer\b\s*(.*)$/i.exec(headers.authorization ?? '') ?? [];
  return token?.trim() ?? null;
}

/** A key that is none, or no longer one: whoever sends it is told so, and is not taken for somebody else. */
export const badKey = 'bad key';

/**
 * Who sends a request. A key is a key: where one is sent nothing else counts, no cookie beside it, and a bad one is
 * refused.
 */
export async function callerOf(
  request: IncomingMessage,
  key: string | null = bearerOf(request),
): Promise<Caller | null | typeof badKey> {
  if (key === null) return callerFrom(credentialsOf(request));
  return (await callerByKey(key)) ?? badKey;
}

/** Whether a request may come from somebody, as far as that is known without looking anything up. */
export function mayBeSomebodys(request: IncomingMessage): boolean {
  const key = bearerOf(request);
  return key === null ? isSigned(credentialsOf(request)) : prefixOf(key) !== null;
}
