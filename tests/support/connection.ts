import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { server } from './world.ts';

/** A connection to this test's server, with both of its ends. */
export async function aConnection(): Promise<{ ours: Socket; theirs: Socket }> {
  const { hostname, port } = new URL(server().url);
  let note = (_message: unknown) => {};
  const taken = new Promise<Socket>((resolve) => {
    note = (message) => resolve((message as { socket: Socket }).socket);
  });
  subscribe('net.server.socket', note);
  const ours = connect(Number(port), hostname);
  onTestFinished(() => void ours.destroy());
  ours.on('error', () => {});
  await once(ours, 'connect');
  const theirs = await taken;
  unsubscribe('net.server.socket', note);
  return { ours, theirs };
}
