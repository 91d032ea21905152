import { seal, unseal } from '#api/partners/sealing.ts';

const mark = 'sealed:';
const purpose = 'id token of a provider';

/** What the database keeps of an id token, which the library alone of all tokens would keep readable. */
export function sealIdToken(token: string): string {
  return mark + Buffer.from(seal(token, purpose)).toString('base64url');
}

/** The id token that was kept; null when this server's secret does not open it. */
export function idTokenIn(kept: string | null): string | null {
  if (!kept?.startsWith(mark)) return kept;
  try {
    return unseal(Buffer.from(kept.slice(mark.length), 'base64url'), purpose);
  } catch {
    return null;
  }
}

/** The same writing, with the id token in it sealed. */
export function withSealed<T extends { data: { idToken?: unknown } }>(args: T): T {
  const { idToken } = args.data;
  return typeof idToken === 'string'
    ? { ...args, data: { ...args.data, idToken: sealIdToken(idToken) } }
    : args;
}
