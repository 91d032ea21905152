import { connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import WebSocket from 'ws';
import type { Answer } from '#tests/support/person.ts';

/** A person who uses a server only through its URLs. */
export type Visitor = {
  /** The session cookie. */
  readonly cookie: string;
  /** Calls the account API; returns the response and keeps its cookies. */
  account: (
    path: string,
    body?: object,
  ) => Promise<{ status: number; body: Answer; location: string | null }>;
  ask: (query: string, variables?: object, headers?: Record<string, string>) => Promise<Answer>;
  /**
   * Opens a socket, sends frames once it is accepted, and returns everything received when nothing more is expected.
   */
  socket: (
    init: object,
    frames: readonly (object | string)[],
    until: (came: Answer[]) => boolean,
  ) => Promise<Answer[]>;
};

export function aVisitor(url: string): Visitor {
  const jar = new Map<string, string>();
  const pairs = () => [...jar].map((pair) => pair.join('='));
  const visitor: Visitor = {
    get cookie() {
      return pairs().find((pair) => /session_token=./.test(pair)) ?? '';
    },
    async account(path, body) {
      const response = await fetch(`${url}/api/auth${path}`, {
        method: body ? 'POST' : 'GET',
        redirect: 'manual',
        headers: {
          origin: url,
          ...(body && { 'content-type': 'application/json' }),
          ...(jar.size && { cookie: pairs().join('; ') }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value) jar.set(name, value);
      }
      const text = await response.text();
      return {
        status: response.status,
        body: text.startsWith('{') ? JSON.parse(text) : text,
        location: response.headers.get('location'),
      };
    },
    async ask(query, variables = {}, headers = {}) {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(visitor.cookie && { cookie: visitor.cookie }),
          ...headers,
        },
        body: JSON.stringify({ query, variables }),
      });
      return response.json();
    },
    async socket(init, frames, until) {
      const came: Answer[] = [];
      const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
        headers: { origin: url, ...(visitor.cookie && { cookie: visitor.cookie }) },
      });
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      socket.on('error', () => {});
      socket.on('message', (data) => came.push(JSON.parse(String(data))));
      await new Promise((resolve) => socket.once('open', resolve));
      const reached = async (holds: () => boolean) => {
        while (!holds()) await after(20, undefined, { ref: false });
      };
      socket.send(JSON.stringify({ type: 'connection_init', payload: init }));
      await Promise.race([closed, reached(() => came.length > 0)]);
      for (const frame of frames) socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
      await Promise.race([closed, reached(() => until(came))]);
      socket.close();
      await closed;
      return came;
    },
  };
  return visitor;
}

/** Sends raw bytes and returns everything received until the connection was closed. */
export function raw(url: string, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.once('close', () => resolve(answer));
    socket.on('error', () => {});
  });
}

/** Waits for a letter with a link that contains `part`, optionally to one address, and returns the newest such link. */
export async function linkLike(letters: readonly Buffer[], part: string, to = ''): Promise<string> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await after(50)) {
    for (const letter of letters.toReversed()) {
      const { text = '', to: recipients } = await PostalMime.parse(letter);
      if (!recipients?.some(({ address }) => address?.includes(to))) continue;
      const link = text.match(/https?:\/\/[^\s>)\]]+/g)?.find((each) => each.includes(part));
      if (link) return link;
    }
  }
  throw new Error(`No letter with a link to ${part} came`);
}
