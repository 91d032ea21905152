import { type Letter, letterIn, lettersIn, type Text, textIn, textsIn, type WhichLetter } from './letters.ts';
import { server } from './server.ts';

export type { Letter, Text } from './letters.ts';

/** Every letter to an address so far, oldest first. */
export function lettersTo(address: string): Promise<Letter[]> {
  return lettersIn(server().outbox, address);
}

/** The next letter to an address beyond the first `known`, as soon as it is there. */
export function letterTo(address: string, options?: WhichLetter): Promise<Letter> {
  return letterIn(server().outbox, address, options);
}

/** Every text to a phone so far, oldest first. */
export function textsTo(phone: string): Promise<Text[]> {
  return textsIn(server().outbox, phone);
}

/** The next text to a phone beyond the first `known`, as soon as it is there. */
export function textTo(phone: string, options?: { known?: number; withinMs?: number }): Promise<Text> {
  return textIn(server().outbox, phone, options);
}
