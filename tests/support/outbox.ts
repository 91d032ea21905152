import { type Letter, letterIn, lettersIn, type Text, textIn, textsIn, type WhichLetter } from './letters.ts';
import { server } from './server.ts';

export type { Letter, Text } from './letters.ts';

/** All letters to an address so far, oldest first. */
export function lettersTo(address: string): Promise<Letter[]> {
  return lettersIn(server().outbox, address);
}

/** Waits for the next letter to an address after the first `known` ones. */
export function letterTo(address: string, options?: WhichLetter): Promise<Letter> {
  return letterIn(server().outbox, address, options);
}

/** All texts to a phone so far, oldest first. */
export function textsTo(phone: string): Promise<Text[]> {
  return textsIn(server().outbox, phone);
}

/** Waits for the next text to a phone after the first `known` ones. */
export function textTo(phone: string, options?: { known?: number; withinMs?: number }): Promise<Text> {
  return textIn(server().outbox, phone, options);
}
