import { connect, type Socket } from 'node:net';

/** The result of an attack as the attacker saw it. */
export type Outcome = { opened: number; refused: number; closed: number; told: Record<string, number> };

const [, , , url = '', seconds = '10'] = process.argv;
export const { hostname, port } = new URL(url);
export const until = Date.now() + Number(seconds) * 1000;
export const outcome: Outcome = { opened: 0, refused: 0, closed: 0, told: {} };
let addresses = 0;

/** Returns an address that has not been used yet. */
export const nextAddress = () => `198.18.${Math.floor(++addresses / 250) % 250}.${addresses % 250}`;

/** Counts a response of the server. */
export function tell(what: string) {
  outcome.told[what] = (outcome.told[what] ?? 0) + 1;
}

/** Opens a connection and counts its end. */
export async function reach(): Promise<Socket> {
  const socket = connect(Number(port), hostname);
  socket.on('error', (error: Error & { code?: string }) => tell(error.code ?? 'error'));
  socket.once('close', () => outcome.closed++);
  return socket;
}

/** Repeats an action, `atOnce` at a time, until the time is over. */
export async function again(atOnce: number, act: () => Promise<void>) {
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (Date.now() < until) await act();
    }),
  );
}
