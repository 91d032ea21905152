import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { answerParent } from '../child.ts';
import type { Floor } from './floor.ts';
import { homeFloor } from './home.ts';
import { listFloor } from './list.ts';
import { meFloor } from './me.ts';
import { transcriptFloor } from './transcript.ts';

const all = ['dateFrom', 'dateTo', 'phone', 'subjectId', 'role'] as const;
const lists = {
  unfiltered: [],
  date: ['dateFrom', 'dateTo'],
  phone: ['phone'],
  subject: ['subjectId'],
  role: ['role'],
  all,
} as const;

/** The baseline queries by path. */
const floors: Record<string, Floor<never, never>> = {
  '/home': homeFloor,
  '/transcript': transcriptFloor,
  '/me': meFloor,
  ...Object.fromEntries(
    Object.entries(lists).flatMap(([name, filters]) => [
      [`/list/${name}`, listFloor(filters, false)],
      [`/list/${name}/deep`, listFloor(filters, true)],
    ]),
  ),
};

// The baseline for Evertold's reads: a bare HTTP handler that returns the same JSON from one prepared statement.
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 8,
  options: '-c plan_cache_mode=force_custom_plan -c timezone=UTC',
});

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const name = request.url ?? '';
  const floor = floors[name] as Floor<unknown, unknown> | undefined;
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    if (!floor) return response.writeHead(404).end();
    const { variables } = JSON.parse(Buffer.concat(chunks).toString());
    const { rows } = await pool.query({ name, text: floor.text, values: floor.values(variables) });
    const body = JSON.stringify({ data: floor.answer(rows, variables) });
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  answerParent(async () => ({ url: `http://127.0.0.1:${port}` }));
});
