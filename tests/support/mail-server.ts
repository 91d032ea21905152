import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';

/** A real mail server on this machine that keeps the letters it receives. */
export async function startMailServer() {
  const taken: Promise<Email>[] = [];
  let answering = Promise.resolve();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        taken.push(PostalMime.parse(Buffer.concat(chunks)));
        void answering.then(() => done());
      });
    },
  });
  // Aborted client connections don't matter to the tests.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  /** Waits for the letter to an address with this subject. */
  async function received(to: string, about: RegExp): Promise<Email> {
    let found: Email | undefined;
    const look = async () => {
      found = (await Promise.all(taken)).find(
        (letter) => letter.to?.some(({ address }) => address === to) && about.test(letter.subject ?? ''),
      );
      return found !== undefined;
    };
    await expect.poll(look, { timeout: 20_000, message: `A letter about ${about}` }).toBe(true);
    return found as Email;
  }
  /** Stops replying to letters until the returned function is called. */
  function hang(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    answering = promise;
    return resolve;
  }
  /** The recipients of all letters in order, including letters that were not replied to yet. */
  async function recipients(): Promise<(string | undefined)[]> {
    return (await Promise.all(taken)).map(({ to }) => to?.[0]?.address);
  }
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    hang,
    recipients,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The distinct links in the HTML part and in the plain-text part of a letter. */
export function linksIn({ html = '', text = '' }: Email): { html: string[]; text: string[] } {
  const inHtml = [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  const inText = text.match(/https?:\/\/[^\s>)\]]+/g) ?? [];
  return { html: [...new Set(inHtml)], text: [...new Set(inText)] };
}
