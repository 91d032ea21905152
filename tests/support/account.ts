import { type Letter, letterTo } from './outbox.ts';
import { server } from './server.ts';

export type AccountAnswer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert what an answer is; a type here would only repeat them
  body: any;
  /** What the browser would send from now on. */
  cookie: string;
};

/** Calls the accounts' API as our own page would, and gives whatever it answers. */
export async function account(
  path: string,
  body?: object,
  { cookie = '', headers = {} }: { cookie?: string; headers?: Record<string, string> } = {},
): Promise<AccountAnswer> {
  const { url, config } = server();
  const response = await fetch(`${url}/api/auth${path}`, {
    method: body ? 'POST' : 'GET',
    redirect: 'manual',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      origin: config.publicUrl,
      ...(cookie && { cookie }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith('{') || text === 'null' ? JSON.parse(text) : text,
    cookie: withCookies(cookie, response.headers),
  };
}

/** Opens a link of a letter, as a click on it would; the redirect is not followed. */
export async function open(link: string, cookie = ''): Promise<AccountAnswer> {
  const { pathname, search } = new URL(link);
  return account(pathname.replace('/api/auth', '') + search, undefined, { cookie });
}

/** The link in a letter whose address contains this. */
export function linkIn(letter: Letter, part: string): string {
  const link = letter.links.find((each) => each.includes(part));
  if (!link) throw new Error(`The letter has no link to ${part}: ${letter.links.join(' ')}`);
  return link;
}

/** Opens the verification link in the first letter to an address. */
export async function verify(email: string, cookie = ''): Promise<AccountAnswer> {
  return open(linkIn(await letterTo(email), '/verify-email'), cookie);
}

function withCookies(before: string, headers: Headers): string {
  const jar = new Map(before.split('; ').filter(Boolean).map(pair));
  for (const each of headers.getSetCookie()) {
    const [name, value] = pair(each.split(';')[0] ?? '');
    if (value && !/max-age=0/i.test(each)) jar.set(name, value);
    else jar.delete(name);
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

function pair(text: string): [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}
