import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** `evt_` and the look-up prefix: the only part of a key that is shown again. */
const shownLength = 12;
const wellFormed = /^evt_[0-9A-Za-z]{40}$/;

/** A new key: 40 random letters, of which the last 32 (190 bits) are shown only to its creator. */
export function newSecret(): { secret: string; prefix: string; hash: string } {
  const random = Array.from({ length: 40 }, () => letters[randomInt(letters.length)]).join('');
  const secret = `evt_${random}`;
  return { secret, prefix: secret.slice(0, shownLength), hash: hashOf(secret) };
}

/** The look-up prefix of a key; null when it is malformed. */
export function prefixOf(secret: string): string | null {
  return wellFormed.test(secret) ? secret.slice(0, shownLength) : null;
}

/** Whether the hash belongs to this key, in constant time. */
export function isSecretOf(hash: string, secret: string): boolean {
  const [kept, given] = [Buffer.from(hash), Buffer.from(hashOf(secret))];
  return kept.length === given.length && timingSafeEqual(kept, given);
}

/** A fast hash is enough, because the key is random. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
