import { createHash, randomBytes } from 'node:crypto';

/** What opens an invitation: 32 random bytes, shown once. Only its hash is kept. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOf(token) };
}

/** By what an invitation is found. A token that could be none of ours is hashed like any other. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token.slice(0, 200)).digest('hex');
}
