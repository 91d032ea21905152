import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';

export type TestRedis = {
  url: string;
  /** Freezes it: connections stay open, but nothing is answered. */
  freeze: () => void;
  thaw: () => void;
  kill: () => Promise<void>;
  /** Starts it again at the same address, empty. */
  start: () => Promise<void>;
  /** Resolves once a process has subscribed to a topic, so that it receives all later messages. */
  isFollowed: (topic: string) => Promise<void>;
};

/** A real Redis on this machine, on a free port. It persists nothing. */
export async function aRedis(): Promise<TestRedis> {
  let child: ChildProcess | null = null;
  // Below the range of outgoing ports, so that no connection takes the port while Redis is down.
  let port = 0;
  while (!child) {
    port = 10_000 + Math.floor(Math.random() * 20_000);
    child = await begin(port);
  }
  const url = `redis://127.0.0.1:${port}`;
  return {
    url,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async kill() {
      if (!child) return;
      const gone = once(child, 'close');
      child.kill('SIGKILL');
      await gone;
      child = null;
    },
    async start() {
      for (let left = 100; !child; left--) {
        if (left === 0) throw new Error('Redis could not be started again: its port is taken');
        child = await begin(port);
        if (!child) await sleep(100);
      }
    },
    async isFollowed(topic) {
      const client = await createClient({ url }).connect();
      const channel = `evertold:${topic}`;
      while ((await client.pubSubNumSub([channel]))[channel] === 0) await sleep(20);
      client.destroy();
    },
  };
}

/** Resolves to null when the port is in use. */
async function begin(port: number): Promise<ChildProcess | null> {
  const settings = ['--bind', '127.0.0.1', '--port', `${port}`, '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'ignore'] });
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', () =>
      reject(new Error('The tests need redis-server: .ci/redis finds or installs it')),
    );
  });
  const ready = new Promise<boolean>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('Ready to accept connections')) resolve(true);
    });
    child.once('close', () => resolve(false));
  });
  return (await Promise.race([ready, failed])) ? child : null;
}
