import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, vi } from 'vitest';
import type { TakenText } from '#tests/support/carrier.ts';
import { carrierAccount } from './account.ts';

const { accountSid, authToken, phoneNumber } = carrierAccount;

type File = { content: Buffer; contentType: string; elsewhere?: string };

/**
 * A text service on loopback that behaves like Twilio: it accepts texts, lists them, and serves their media files to
 * holders of the account's key. Must listen before the test's server starts.
 */
export async function aTextService() {
  const taken: (TakenText & { media: string | null; statusUrl: string; made: Date })[] = [];
  const files = new Map<string, File>();
  const asked: { path: string; hasKey: boolean }[] = [];
  const state: { trouble: 'lost answer' | number | null } = { trouble: null };
  const http = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
    const say = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const key = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
    const hasKey = request.headers.authorization === `Basic ${key}`;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const account = `/2010-04-01/Accounts/${accountSid}`;
    const file = files.get(pathname);
    if (pathname.includes('/Media/') || file) {
      asked.push({ path: pathname, hasKey });
      if (pathname.startsWith(account) && !hasKey) return say(401, { code: 20003 });
      if (!file) return say(404, { code: 20404 });
      if (file.elsewhere) {
        response.writeHead(307, { location: file.elsewhere });
        return response.end();
      }
      response.writeHead(200, { 'content-type': file.contentType });
      return response.end(file.content);
    }
    if (!hasKey) return say(401, { code: 20003 });
    // Calls are not supported here; other tests use the phone service.
    if (pathname !== `${account}/Messages.json`) return say(404, { code: 20404 });
    if (request.method === 'GET') {
      const found = taken.filter(({ to }) => to === searchParams.get('To'));
      const messages = found.map(({ text, made }) => ({ body: text, date_created: made.toUTCString() }));
      return say(200, { messages: messages.toReversed() });
    }
    const { trouble } = state;
    if (typeof trouble === 'number') return say(trouble, { code: trouble });
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const text = { to: form.get('To') ?? '', from: form.get('From') ?? '', text: form.get('Body') ?? '' };
    const statusUrl = form.get('StatusCallback') ?? '';
    taken.push({ ...text, media: form.get('MediaUrl'), statusUrl, made: new Date() });
    if (trouble === 'lost answer') {
      state.trouble = null;
      return request.socket.destroy();
    }
    say(201, { sid: `SM${taken.length}`, status: 'queued' });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    http.close();
    http.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const textsTo = (phone: string) => taken.filter(({ to }) => to === phone).map(({ text }) => text);
  let media = 0;

  return {
    url,
    state,
    asked,
    textsTo,
    taken,
    env: {
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_PHONE_NUMBER: phoneNumber,
      TWILIO_API_URL: url,
    },
    /** Stores a media file of a text and returns its URL. */
    keep(file: Omit<File, 'elsewhere'> & { elsewhere?: string }): string {
      const path = `/2010-04-01/Accounts/${accountSid}/Messages/MM1/Media/ME${++media}`;
      if (file.elsewhere !== undefined) {
        const stored = `/stored/${media}`;
        files.set(stored, { content: file.content, contentType: file.contentType });
        files.set(path, { ...file, elsewhere: file.elsewhere || `${url}${stored}` });
      } else files.set(path, file);
      return url + path;
    },
    /** Resolves with the next text to a phone after the first `known` ones. */
    textTo(phone: string, known = 0): Promise<string> {
      return vi.waitFor(
        () => {
          const text = textsTo(phone)[known];
          if (text === undefined) throw new Error(`No text came: ${JSON.stringify(textsTo(phone))}`);
          return text;
        },
        { timeout: 15_000, interval: 20 },
      );
    },
  };
}
