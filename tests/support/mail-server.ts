import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';

/** A real mail server on this machine, that keeps what it is handed. */
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
  // A client that hangs up is no matter of the tests.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  /** The letter to somebody about something, as soon as it is there. */
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
  /** Has it say nothing to any letter from now on, until the answer is called. */
  function hang(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    answering = promise;
    return resolve;
  }
  /** To whom it was given letters, in their order, also those that it has said nothing to yet. */
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

/** Every address in the page of a letter, and every one in its plain text, each once. */
export function linksIn({ html = '', text = '' }: Email): { html: string[]; text: string[] } {
  const inHtml = [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  const inText = text.match(/https?:\/\/[^\s>)\]]+/g) ?? [];
  return { html: [...new Set(inHtml)], text: [...new Set(inText)] };
}
