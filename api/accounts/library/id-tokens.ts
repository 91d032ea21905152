import { seal, unseal } from '#api/partners/sealing.ts';

const mark = 'sealed:';
const purpose = 'id token of a provider';

/** Encrypts an id token for the database; it is the only token that the library stores in plain text. */
export function sealIdToken(token: string): string {
  return mark + Buffer.from(seal(token, purpose)).toString('base64url');
}

/** Decrypts a stored id token; null when this server's secret does not open it. */
export function idTokenIn(kept: string | null): string | null {
  if (!kept?.startsWith(mark)) return kept;
  try {
    return unseal(Buffer.from(kept.slice(mark.length), 'base64url'), purpose);
  } catch {
    return null;
  }
}

/** The same write with its id token encrypted. */
export function withSealed<T extends { data: { idToken?: unknown } }>(args: T): T {
  const { idToken } = args.data;
  return typeof idToken === 'string'
    ? { ...args, data: { ...args.data, idToken: sealIdToken(idToken) } }
    : args;
}
