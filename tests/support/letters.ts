import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';

export type Letter = Email & { links: string[] };

/** The letters that were read before: waiting for one reads only what has come since. */
const alreadyRead = new Map<string, Promise<Letter>>();

/** All letters in a folder to an address, oldest first. */
export async function lettersIn(folder: string, address: string): Promise<Letter[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const letters = await Promise.all(
    names.map((name) => {
      const file = path.join(folder, name);
      const letter = alreadyRead.get(file) ?? readLetter(file);
      alreadyRead.set(file, letter);
      return letter;
    }),
  );
  return letters.filter(({ to }) =>
    to?.some((each) => each.address?.toLowerCase() === address.toLowerCase()),
  );
}

async function readLetter(file: string): Promise<Letter> {
  const letter = await PostalMime.parse(await readFile(file));
  return { ...letter, links: letter.text?.match(/https?:\/\/[^\s>)\]]+/g) ?? [] };
}

export type WhichLetter = {
  known?: number;
  withinMs?: number;
  /** Counts only letters with a link that contains this. */
  leadingTo?: string;
};

/** Waits for the next letter to an address after the first `known` ones. */
export async function letterIn(
  folder: string,
  address: string,
  { known = 0, withinMs = 15_000, leadingTo = '' }: WhichLetter = {},
): Promise<Letter> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await after(25)) {
    const letters = await lettersIn(folder, address);
    const letter = letters.filter(({ links }) => links.some((link) => link.includes(leadingTo)))[known];
    if (letter) return letter;
  }
  throw new Error(`No letter came within ${withinMs} ms`);
}

export type Text = { to: string; text: string };

/** A text message as the outbox stores it. */
export function textFrom(kept: string): Text {
  const [head = '', ...body] = kept.split('\n\n');
  return { to: /^To: (.*)$/m.exec(head)?.[1] ?? '', text: body.join('\n\n').replace(/\n$/, '') };
}

/** All text messages in a folder to a phone, oldest first. */
export async function textsIn(folder: string, phone: string): Promise<Text[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.sms')).sort();
  const texts = await Promise.all(
    names.map(async (name) => textFrom(await readFile(path.join(folder, name), 'utf8'))),
  );
  return texts.filter(({ to }) => to === phone);
}

/** Waits for the next text to a phone after the first `known` ones. */
export async function textIn(
  folder: string,
  phone: string,
  { known = 0, withinMs = 15_000 }: { known?: number; withinMs?: number } = {},
): Promise<Text> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await after(25)) {
    const text = (await textsIn(folder, phone))[known];
    if (text) return text;
  }
  throw new Error(`No text came within ${withinMs} ms`);
}
