import { createHmac, randomBytes } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { expect } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { operation } from './operations.ts';
import { server } from './server.ts';
import { type Watcher, watch } from './watch.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests assert what an answer is; a type here would only repeat them
export type Answer = any;

export type Result = {
  status: number;
  headers: Headers;
  data?: Answer;
  errors?: { message: string; path?: string[]; extensions: { code?: string } & Record<string, unknown> }[];
  extensions?: { cost?: Cost; missingScopes?: { field: string; scope: string | null }[] };
};

/** What an answer says of its cost. */
export type Cost = {
  requested: number;
  limit: number;
  throttle?: { limit: number; used: number; remaining: number; resetAt: string };
};

export type Person = {
  id: string;
  name: string;
  email: string;
  /** Null for somebody who is not signed in. */
  cookie: string | null;
  /** The data of a document, or of an operation of the contract by its name; throws on top-level errors. */
  gql: (document: string, variables?: object) => Promise<Answer>;
  /** The whole answer, errors and all. */
  ask: (document: string, variables?: object) => Promise<Result>;
  /** The whole answer to a body as it is. */
  askBody: (body: object) => Promise<Result>;
  /** Follows a subscription; see `watch`. */
  watch: (document: string, variables?: object) => Promise<Watcher>;
};

export const password = 'correct horse battery';

/** The top-level errors of an answer, as a test can expect them: `rejects.toMatchObject({ code })`. */
export class Refused extends Error {
  readonly errors: NonNullable<Result['errors']>;
  readonly code: string | undefined;

  constructor(errors: NonNullable<Result['errors']>) {
    super(errors.map((error) => `${error.extensions?.code ?? ''} ${error.message}`.trim()).join('; '));
    this.errors = errors;
    this.code = errors[0]?.extensions?.code;
  }
}

let people = 0;

/** Hashing takes its time on purpose; everybody here has the same password. */
let hashed: Promise<string> | undefined;

/** Somebody with an account and a verified address, signed in. How one gets there is told by other tests. */
export async function aPerson(name = 'Anna', email?: string): Promise<Person> {
  const address = email ?? anAddressOf(name);
  const id = newId();
  hashed ??= hashPassword(password);
  await db.user.create({
    data: {
      id,
      name,
      email: address,
      emailVerified: true,
      confirmedEmail: address,
      accounts: { create: { accountId: id, providerId: 'credential', password: await hashed } },
    },
  });
  return { id, name, email: address, ...speaking(await aSession(id)) };
}

/** An address that nobody has yet. */
export function anAddressOf(name: string): string {
  return `${name.toLowerCase().replace(/[^a-z]/g, '')}.${++people}.${process.pid}@evertold.test`;
}

const dayMs = 86_400_000;

/** The cookie of a new session, as signing in gives it, but for the tenth of a second that a password takes. */
async function aSession(userId: string): Promise<string> {
  const token = aToken();
  const expiresAt = new Date(Date.now() + 30 * dayMs);
  await db.session.create({ data: { id: newId(), token, userId, expiresAt } });
  return cookieOf(token);
}

/** What a session is known by. */
export function aToken(): string {
  return randomBytes(24).toString('base64url');
}

/** The cookie of a session. */
export function cookieOf(token: string): string {
  const { authSecret, production, publicUrl } = server().config;
  const signature = createHmac('sha256', authSecret).update(token).digest('base64');
  const prefix = production || publicUrl.startsWith('https:') ? '__Secure-' : '';
  return `${prefix}better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** What the session of somebody who is signed in is known by. */
export function tokenOf({ cookie }: Pick<Person, 'cookie'>): string {
  const [, signed = ''] = cookie?.split('=') ?? [];
  return decodeURIComponent(signed).split('.')[0] ?? '';
}

/** The same person, who speaks to a server at another address. */
export function personAt(person: Person, url: string): Person {
  return { ...person, ...speaking(person.cookie, () => url) };
}

/** Nobody: a caller without an account. */
export function nobody(): Person {
  return { id: '', name: '', email: '', ...speaking(null) };
}

/** Signs in and gives the cookie of the new session. */
export async function signIn(email: string): Promise<string> {
  const response = await post('/api/auth/sign-in/email', { email, password });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

let posts = 0;

/** Calls the accounts' API as our own page would; throws on a refusal. */
export async function post(path: string, body: object, cookie?: string): Promise<Response> {
  const { url, config } = server();
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: config.publicUrl,
      // Where a proxy is trusted everybody comes from an address of their own.
      'x-forwarded-for': `203.0.113.${++posts % 250}`,
      ...(cookie && { cookie }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** The same person's program, which comes with a key: over a socket in its first word. */
export function withKey(person: Person, key: string): Person {
  const speaker = speaking(null, undefined, { authorization: `Bearer ${key}` });
  return {
    ...person,
    ...speaker,
    watch: (document, variables = {}) => watch(textOf(document), variables, {}, { apiKey: key }),
  };
}

/** How the sender of this cookie speaks to a server. */
export function speaking(
  cookie: string | null,
  url = () => server().url,
  further: Record<string, string> = {},
): Pick<Person, 'cookie' | 'gql' | 'ask' | 'askBody' | 'watch'> {
  const askBody = async (body: object): Promise<Result> => {
    const response = await fetch(`${url()}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }), ...further },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Pick<Result, 'data' | 'errors' | 'extensions'>;
    return { status: response.status, headers: response.headers, ...answer };
  };
  const ask = (document: string, variables: object = {}) => askBody({ query: textOf(document), variables });
  return {
    cookie,
    ask,
    askBody,
    async gql(document, variables) {
      const { data, errors } = await ask(document, variables);
      if (errors?.length) throw new Refused(errors);
      return data;
    },
    watch: (document, variables = {}) =>
      watch(textOf(document), variables, { origin: server().config.publicUrl, ...(cookie && { cookie }) }),
  };
}

function textOf(document: string): string {
  return /^\w+$/.test(document) ? operation(document) : document;
}

/** The one field of a mutation's answer; fails the test with the refusal when it is one. */
export function succeeded(data: Answer): Answer {
  const [result] = Object.values(data);
  expect(result, JSON.stringify(result)).not.toHaveProperty('code');
  return result;
}
