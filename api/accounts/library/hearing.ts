import { AsyncLocalStorage } from 'node:async_hooks';
import { hashPassword } from 'better-auth/crypto';

/** What is to be known of an answer of the library beside the answer. */
type Aside = { failure?: unknown; hash?: string };

const asides = new AsyncLocalStorage<Aside>();

/** Has the library answer. Where a letter could not be written it says that it was: then this throws what happened. */
export async function hearing(answer: () => Promise<Response>): Promise<Response> {
  const aside: Aside = {};
  const given = await asides.run(aside, answer);
  if (aside.failure) throw aside.failure;
  return given;
}

/** Whoever is answered hears of its failure, whatever the library makes of it. */
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

/** Hashes a password as the library does, and remembers the hash while it answers. */
export async function hashed(password: string): Promise<string> {
  const hash = await hashPassword(password);
  const aside = asides.getStore();
  if (aside) aside.hash = hash;
  return hash;
}

/** The hash of the password that came with what is being answered. */
export function hashHere(): string | undefined {
  return asides.getStore()?.hash;
}
