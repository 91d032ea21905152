import { AsyncLocalStorage } from 'node:async_hooks';
import { hashPassword } from 'better-auth/crypto';

/** Facts about an answer of the library that the answer doesn't contain. */
type Aside = { failure?: unknown; hash?: string };

const asides = new AsyncLocalStorage<Aside>();

/**
 * Runs the library. When a letter could not be written, the library still reports success; then this throws the error.
 */
export async function hearing(answer: () => Promise<Response>): Promise<Response> {
  const aside: Aside = {};
  const given = await asides.run(aside, answer);
  if (aside.failure) throw aside.failure;
  return given;
}

/** Records the error of a callback whose failure the library ignores. */
export function heard<G extends unknown[]>(send: (...given: G) => Promise<void>): typeof send {
  return async (...given) => {
    try {
      await send(...given);
    } catch (error) {
      const aside = asides.getStore();
      if (aside) aside.failure = error;
      throw error;
    }
  };
}

/** Hashes a password as the library does, and keeps the hash until the request ends. */
export async function hashed(password: string): Promise<string> {
  const hash = await hashPassword(password);
  const aside = asides.getStore();
  if (aside) aside.hash = hash;
  return hash;
}

/** The hash of the password in the current request. */
export function hashHere(): string | undefined {
  return asides.getStore()?.hash;
}
