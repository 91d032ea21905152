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

/** The cost information in a response. */
export type Cost = {
  requested: number;
  limit: number;
  throttle?: { limit: number; used: number; remaining: number; resetAt: string };
};

export type Person = {
  id: string;
  name: string;
  email: string;
  /** Null for a person who is not signed in. */
  cookie: string | null;
  /** Runs a document, or an operation of the contract by its name, and returns its data; throws on top-level errors. */
  gql: (document: string, variables?: object) => Promise<Answer>;
  /** The whole response, including errors. */
  ask: (document: string, variables?: object) => Promise<Result>;
  /** The whole response to a given request body. */
  askBody: (body: object) => Promise<Result>;
  /** Follows a subscription; see `watch`. */
  watch: (document: string, variables?: object) => Promise<Watcher>;
};

export const password = 'correct horse battery';

/** The top-level errors of a response, for expectations like `rejects.toMatchObject({ code })`. */
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

/** Password hashing is slow on purpose, so everybody here has the same password and hash. */
let hashed: Promise<string> | undefined;

/** A signed-in user with a verified address, created directly in the database; other tests cover sign-up. */
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

/** An address that no account has. */
export function anAddressOf(name: string): string {
  return `${name.toLowerCase().replace(/[^a-z]/g, '')}.${++people}.${process.pid}@evertold.test`;
}

const dayMs = 86_400_000;

/** Creates a session in the database and returns its cookie; this saves the tenth of a second of a password check. */
async function aSession(userId: string): Promise<string> {
  const token = aToken();
  const expiresAt = new Date(Date.now() + 30 * dayMs);
  await db.session.create({ data: { id: newId(), token, userId, expiresAt } });
  return cookieOf(token);
}

/** A new session token. */
export function aToken(): string {
  return randomBytes(24).toString('base64url');
}

/** The cookie of a session token. */
export function cookieOf(token: string): string {
  const { authSecret, production, publicUrl } = server().config;
  const signature = createHmac('sha256', authSecret).update(token).digest('base64');
  const prefix = production || publicUrl.startsWith('https:') ? '__Secure-' : '';
  return `${prefix}better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** The session token of a signed-in person. */
export function tokenOf({ cookie }: Pick<Person, 'cookie'>): string {
  const [, signed = ''] = cookie?.split('=') ?? [];
  return decodeURIComponent(signed).split('.')[0] ?? '';
}

/** The same person, using a server at another address. */
export function personAt(person: Person, url: string): Person {
  return { ...person, ...speaking(person.cookie, () => url) };
}

/** A caller without an account. */
export function nobody(): Person {
  return { id: '', name: '', email: '', ...speaking(null) };
}

/** Signs in and returns the cookie of the new session. */
export async function signIn(email: string): Promise<string> {
  const response = await post('/api/auth/sign-in/email', { email, password });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

let posts = 0;

/** Calls the account API as our own page would; throws on a refusal. */
export async function post(path: string, body: object, cookie?: string): Promise<Response> {
  const { url, config } = server();
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: config.publicUrl,
      // Where a proxy is trusted, each caller has an address of their own.
      'x-forwarded-for': `203.0.113.${++posts % 250}`,
      ...(cookie && { cookie }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} failed with ${response.status}: ${await response.text()}`);
  return response;
}

/** The same person's program with an API key; over a socket the key is in the connection parameters. */
export function withKey(person: Person, key: string): Person {
  const speaker = speaking(null, undefined, { authorization: `Bearer ${key}` });
  return {
    ...person,
    ...speaker,
    watch: (document, variables = {}) => watch(textOf(document), variables, {}, { apiKey: key }),
  };
}

/** The functions that call a server with this cookie. */
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

/** The single field of a mutation's result; fails the test if it is a refusal. */
export function succeeded(data: Answer): Answer {
  const [result] = Object.values(data);
  expect(result, JSON.stringify(result)).not.toHaveProperty('code');
  return result;
}
