import { viewerFrom } from '#api/accounts/session.ts';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';
import { type Letter, letterTo } from './outbox.ts';
import { password } from './person.ts';
import { server } from './server.ts';

export type AccountAnswer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert what an answer is; a type here would only repeat them
  body: any;
  /** The cookies that the browser would send from now on. */
  cookie: string;
};

/** Calls the account API as our own page would, and returns the response, whether it succeeded or not. */
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

/** Opens a link from a letter, as a click would; the redirect is not followed. */
export async function open(link: string, cookie = ''): Promise<AccountAnswer> {
  const { pathname, search } = new URL(link);
  return account(pathname.replace('/api/auth', '') + search, undefined, { cookie });
}

/** The link in a letter whose address contains this text. */
export function linkIn(letter: Letter, part: string): string {
  const link = letter.links.find((each) => each.includes(part));
  if (!link) throw new Error(`The letter has no link to ${part}: ${letter.links.join(' ')}`);
  return link;
}

/** Opens the verification link in the first letter to an address. */
export async function verify(email: string, cookie = ''): Promise<AccountAnswer> {
  return open(linkIn(await letterTo(email), '/verify-email'), cookie);
}

let addresses = 0;

/** An address that no account has. */
export function anAddress(): string {
  return `someone.${++addresses}.${process.pid}@evertold.test`;
}

/** Creates an account whose address is not verified. */
export function signUp(email: string, more: object = {}): Promise<AccountAnswer> {
  return account('/sign-up/email', { name: 'Anna', email, password, ...more });
}

/** The viewer that the server sees in a request with this cookie. */
export function viewerOf(cookie: string | null) {
  return viewerFrom(new Headers(cookie ? { cookie } : {}));
}

/** The data of a query sent with this cookie. */
export async function query(document: string, cookie: string) {
  const response = await fetch(`${server().url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query: document }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests assert what an answer is; a type here would only repeat them
  return ((await response.json()) as { data: any }).data;
}

/** Resolves at the next notification, counted from the call, that a user's permissions have changed. */
export async function rightsChange(userId: string): Promise<void> {
  const patience = AbortSignal.timeout(10_000);
  await new Promise<void>((resolve, reject) => {
    bus.listen(topics.access(userId), patience, () => resolve());
    patience.addEventListener('abort', () => reject(new Error('Nothing was said of these rights')));
  });
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
