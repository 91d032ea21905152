import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** `evt_` and what it is found by: as much of a key as is ever shown again. */
const shownLength = 12;
const wellFormed = /^evt_[0-9A-Za-z]{40}$/;

/** A new key: 40 random letters, of which the last 32 (190 bits) are told to nobody but whoever made it. */
export function newSecret(): { secret: string; prefix: string; hash: string } {
  const random = Array.from({ length: 40 }, () => letters[randomInt(letters.length)]).join('');
  const secret = `evt_${random}`;
  return { secret, prefix: secret.slice(0, shownLength), hash: hashOf(secret) };
}

/** By what a key is found; null for what can be none of ours. */
export function prefixOf(secret: string): string | null {
  return wellFormed.test(secret) ? secret.slice(0, shownLength) : null;
}

/** Whether this is the key of which that hash is kept. Takes as long whatever was given. */
export function isSecretOf(hash: string, secret: string): boolean {
  const [kept, given] = [Buffer.from(hash), Buffer.from(hashOf(secret))];
  return kept.length === given.length && timingSafeEqual(kept, given);
}

/** The key is as random as a hash: to guess it takes as long with a slow one. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
