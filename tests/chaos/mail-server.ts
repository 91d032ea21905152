import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A letter that was said yes to, when that was, and when it began to come. */
export type Taken = { messageId: string; to: string; text: string; begunAt: number; at: number };

/** A mail server that takes its time over each letter, and remembers what it has said yes to. */
export async function aMailServer({ takesMs }: { takesMs: number }) {
  const taken: Taken[] = [];
  let begun = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, session, done) {
      const parts: Buffer[] = [];
      const begunAt = Date.now();
      begun++;
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.once('error', () => {});
      stream.once('end', async () => {
        const { messageId = '', text = '' } = await PostalMime.parse(Buffer.concat(parts));
        await after(takesMs);
        const [to] = session.envelope.rcptTo;
        taken.push({ messageId, to: to?.address ?? '', text, begunAt, at: Date.now() });
        done();
      });
    },
  });
  // Whoever is killed hangs up in the middle.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    /** How many letters it was given, also those that it has said nothing to yet. */
    begun: () => begun,
    to: (address: string) => taken.filter((each) => each.to === address),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
