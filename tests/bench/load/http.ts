import { answerParent } from '../child.ts';
import { type Connection, openConnection, type Request, requestTo } from './connection.ts';
import { type Latencies, latenciesOf } from './latencies.ts';

/** Loads a server over HTTP: each connection sends its next request as soon as the last response has arrived. */
export type HttpLoad = {
  url: string;
  /** Each connection takes the next request in turn and starts again after the last. */
  requests: Request[];
  connections: number;
  ms: number;
};

export type HttpResult = Latencies & { count: number; seconds: number };

answerParent<HttpLoad>(async ({ url, requests, connections, ms }) => {
  const at = new URL(url);
  // Requests without variable parts are serialized once.
  const prepared = requests.map((request) => (isFresh(request) ? null : requestTo(at, request)));
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(at)));
  const latencies: number[] = [];
  let next = 0;
  const started = performance.now();
  const until = started + ms;

  async function keepBusy(connection: Connection) {
    while (performance.now() < until) {
      const turn = next++ % requests.length;
      const request = prepared[turn] ?? requestTo(at, requests[turn] as Request);
      const sent = performance.now();
      const { status, body } = await connection.send(request);
      latencies.push(performance.now() - sent);
      if (status !== 200 || body.includes('"errors"')) throw new Error(`${status} ${body.toString()}`);
    }
  }

  await Promise.all(open.map(keepBusy));
  const seconds = (performance.now() - started) / 1000;
  for (const connection of open) connection.close();
  return { count: latencies.length, seconds, ...latenciesOf(latencies) } satisfies HttpResult;
});

function isFresh({ body }: Request): boolean {
  return JSON.stringify(body).includes('{n}');
}
