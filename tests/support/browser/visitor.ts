import { type APIRequestContext, expect, request as requests } from '@playwright/test';
import { letterIn } from '../letters.ts';
import { operation } from '../operations.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests assert what an answer is; a type here would only repeat them
export type Answer = any;

/** A signed-in user who can set things up through the API. */
export type Visitor = {
  name: string;
  email: string;
  request: APIRequestContext;
  /** Runs a document, or an operation of the contract by its name, and returns its data. */
  gql: (document: string, variables?: object) => Promise<Answer>;
};

/** The password of every account created here. */
export const password = 'correct horse battery';

/** The server's URL. */
export function serverUrl(): string {
  return process.env.EVERTOLD_URL ?? '';
}

/** The folder of the letters that the server wrote. */
export function outbox(): string {
  return process.env.EVERTOLD_OUTBOX ?? '';
}

let addresses = 0;

/** An address that no account has. */
export function anAddress(name = 'someone'): string {
  return `${name.toLowerCase().replaceAll(' ', '.')}.${process.pid}.${Date.now()}.${addresses++}@evertold.test`;
}

/** Creates an account through the public API. */
export async function aVisitor(name: string, email = anAddress(name)): Promise<Visitor> {
  const request = await requests.newContext({
    baseURL: serverUrl(),
    extraHTTPHeaders: { origin: serverUrl() },
  });
  const data = { name, email, password };
  const signedUp = await request.post('/api/auth/sign-up/email', { data });
  expect(signedUp.ok(), await signedUp.text()).toBe(true);
  const letter = await letterIn(outbox(), email);
  const link = letter.links.find((each) => each.includes('/verify-email')) ?? '';
  await request.get(link, { maxRedirects: 0 });
  return signedIn(request, name, email, password);
}

/** Signs in one of the demo's people by their account's address. */
export async function demoVisitor(name: string, email: string): Promise<Visitor> {
  const passwords = JSON.parse(process.env.EVERTOLD_PASSWORDS ?? '{}') as Record<string, string>;
  const request = await requests.newContext({
    baseURL: serverUrl(),
    extraHTTPHeaders: { origin: serverUrl() },
  });
  return signedIn(request, name, email, passwords[email] ?? '');
}

async function signedIn(
  request: APIRequestContext,
  name: string,
  email: string,
  secret: string,
): Promise<Visitor> {
  const answer = await request.post('/api/auth/sign-in/email', { data: { email, password: secret } });
  expect(answer.ok(), `${email} can sign in`).toBe(true);
  return {
    name,
    email,
    request,
    async gql(document, variables = {}) {
      const query = /^\w+$/.test(document) ? operation(document) : document;
      const response = await request.post('/graphql', { data: { query, variables } });
      const { data, errors } = (await response.json()) as { data: Answer; errors?: unknown };
      expect(errors, JSON.stringify(errors)).toBeUndefined();
      return data;
    },
  };
}

/** The single field of a mutation's result; fails the test if it is a refusal. */
export function done(data: Answer): Answer {
  const [result] = Object.values(data);
  expect(result, JSON.stringify(result)).not.toHaveProperty('code');
  return result;
}
