import { createHash, randomBytes } from 'node:crypto';

/** An invitation token: 32 random bytes, shown once. Only its hash is stored. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOf(token) };
}

/** The hash by which an invitation is found; invalid tokens are hashed too. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token.slice(0, 200)).digest('hex');
}
