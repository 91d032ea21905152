import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** An accepted letter, with the times when its transfer began and when it was accepted. */
export type Taken = { messageId: string; to: string; text: string; begunAt: number; at: number };

/** A mail server that accepts each letter slowly and remembers the accepted ones. */
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
  // A killed sender breaks the connection.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    /** The number of letters whose transfer began, including those not yet accepted. */
    begun: () => begun,
    to: (address: string) => taken.filter((each) => each.to === address),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
