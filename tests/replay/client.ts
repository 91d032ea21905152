import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

/** A client of a running server: queries over HTTP, subscriptions over the WebSocket, in one session. */
export type Client = {
  ask: <T>(document: string, variables?: Record<string, unknown>) => Promise<T>;
  watch: <T>(document: string, variables?: Record<string, unknown>) => AsyncIterableIterator<T>;
  close: () => Promise<void>;
};

export function openClient(base: string, cookie: string): Client {
  const socket = createClient({
    url: `${base.replace(/^http/, 'ws')}/graphql`,
    lazy: false,
    webSocketImpl: class extends WebSocket {
      constructor(address: string, protocol: string) {
        super(address, protocol, { headers: { cookie, origin: base } });
      }
    },
  });
  return {
    async ask<T>(query: string, variables?: Record<string, unknown>) {
      const response = await fetch(`${base}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, origin: base },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await response.json()) as { data?: T; errors?: { message: string }[] };
      if (errors?.length || !data)
        throw new Error(errors?.map((e) => e.message).join('; ') ?? response.statusText);
      return data;
    },
    async *watch<T>(query: string, variables?: Record<string, unknown>) {
      for await (const result of socket.iterate<T>({ query, variables })) {
        if (result.errors) throw new Error(result.errors.map((e) => e.message).join('; '));
        if (result.data) yield result.data;
      }
    },
    async close() {
      await socket.dispose();
    },
  };
}

/** Signs in as a page of `origin` does, and returns the session cookie. */
export async function signIn(base: string, email: string, password: string, origin = base): Promise<string> {
  const response = await post(base, '/sign-in/email', { email, password }, origin);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

export async function signUp(base: string, name: string, email: string, password: string, origin = base) {
  await post(base, '/sign-up/email', { name, email, password }, origin);
}

async function post(base: string, path: string, body: object, origin: string): Promise<Response> {
  const response = await fetch(`${base}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}
