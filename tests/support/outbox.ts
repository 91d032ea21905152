import { type Letter, letterIn, lettersIn } from './letters.ts';
import { server } from './server.ts';

export type { Letter } from './letters.ts';

/** Every letter to an address so far, oldest first. */
export function lettersTo(address: string): Promise<Letter[]> {
  return lettersIn(server().outbox, address);
}

/** The next letter to an address beyond the first `known`, as soon as it is there. */
export function letterTo(address: string, options?: { known?: number; withinMs?: number }): Promise<Letter> {
  return letterIn(server().outbox, address, options);
}
