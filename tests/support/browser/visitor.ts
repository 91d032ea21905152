import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type APIRequestContext, expect, request as requests } from '@playwright/test';
import { hashPassword } from 'better-auth/crypto';
import pg from 'pg';
import { newId } from '#api/platform/domain-values/ids.ts';
import { operation } from '../operations.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests assert what an answer is; a type here would only repeat them
export type Answer = any;

type StorageState = Awaited<ReturnType<APIRequestContext['storageState']>>;

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

let hashed: Promise<string> | undefined;

/** A signed-in user with a verified address, created directly in the database; other tests cover sign-up. */
export async function aVisitor(name: string, email = anAddress(name)): Promise<Visitor> {
  hashed ??= hashPassword(password);
  const userId = newId();
  const token = randomBytes(24).toString('base64url');
  const database = new pg.Client({ connectionString: process.env.EVERTOLD_DATABASE });
  await database.connect();
  try {
    await database.query(
      `with person as (
        insert into "user" (id, name, email, "emailVerified", "confirmedEmail", "updatedAt")
        values ($1, $2, $3, true, $3, now())
      ), account as (
        insert into account (id, "accountId", "providerId", "userId", password, "updatedAt")
        values ($4, $1::text, 'credential', $1, $5, now())
      )
      insert into session (id, token, "userId", "expiresAt", "updatedAt")
      values ($6, $7, $1, now() + interval '30 days', now())`,
      [userId, name, email, newId(), await hashed, newId(), token],
    );
  } finally {
    await database.end();
  }
  const secret = await readFile(path.join(path.dirname(outbox()), 'auth-secret'));
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const cookie = {
    name: 'better-auth.session_token',
    value: encodeURIComponent(`${token}.${signature}`),
    domain: new URL(serverUrl()).hostname,
    path: '/',
    expires: Date.now() / 1000 + 30 * 86_400,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax' as const,
  };
  return { name, email, ...speaking(await aRequest({ cookies: [cookie], origins: [] })) };
}

/** Signs in one of the demo's people by their account's address. */
export async function demoVisitor(name: string, email: string): Promise<Visitor> {
  const passwords = JSON.parse(process.env.EVERTOLD_PASSWORDS ?? '{}') as Record<string, string>;
  const request = await aRequest();
  const answer = await request.post('/api/auth/sign-in/email', {
    data: { email, password: passwords[email] ?? '' },
  });
  expect(answer.ok(), `${email} can sign in`).toBe(true);
  return { name, email, ...speaking(request) };
}

function aRequest(storageState?: StorageState): Promise<APIRequestContext> {
  const url = serverUrl();
  return requests.newContext({ baseURL: url, extraHTTPHeaders: { origin: url }, storageState });
}

function speaking(request: APIRequestContext): Pick<Visitor, 'request' | 'gql'> {
  return {
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
