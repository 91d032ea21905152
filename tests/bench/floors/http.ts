import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase, pool, prepared } from '#api/platform/database/database.ts';
import { answerParent } from '../child.ts';
import { biographyFloor, storyFloor } from './biography.ts';
import { callLogFloor } from './call-log.ts';
import { conversationFloor } from './conversation.ts';
import { bookLayoutFloor, dashboardFloor } from './dashboard.ts';
import type { Floor } from './floor.ts';
import { homeFloor } from './home.ts';
import { listFloor } from './list.ts';
import { messagesFloor } from './messages.ts';
import { settingsFloor } from './settings.ts';
import { transcriptFloor } from './transcript.ts';

const all = ['dateFrom', 'dateTo', 'phone', 'subjectId', 'role'] as const;
const filters = {
  unfiltered: [],
  date: ['dateFrom', 'dateTo'],
  phone: ['phone'],
  subject: ['subjectId'],
  role: ['role'],
} as const;

/** The baseline queries: `list`, `home` and `transcript` for the contract's documents, the others for the pages'. */
const floors: Record<string, Floor<never, never>> = {
  home: homeFloor,
  transcript: transcriptFloor,
  ...depths('list', { ...filters, all }, listFloor),
  dashboard: dashboardFloor,
  'book-layout': bookLayoutFloor,
  biography: biographyFloor,
  'biography-story': storyFloor,
  'call-log': callLogFloor,
  conversation: conversationFloor,
  settings: settingsFloor,
  ...depths('messages', filters, messagesFloor),
};

function depths<Filters>(
  name: string,
  all: Record<string, Filters>,
  floorOf: (filters: Filters, deep: boolean) => Floor<never, never>,
): Record<string, Floor<never, never>> {
  const each = Object.entries(all).flatMap(([filter, filters]) => [
    [`${name}/${filter}`, floorOf(filters, false)],
    [`${name}/${filter}/deep`, floorOf(filters, true)],
  ]);
  return Object.fromEntries(each);
}

/** The user of a session. Its signature is not checked. */
const sessionStatement = {
  name: 'session',
  text: `select u.id from session s join "user" u on u.id = s."userId"
    where s.token = $1 and s."expiresAt" > now() and (u.banned is not true or u."banExpires" <= now())`,
};

// The baselines for Evertold's reads: a bare HTTP handler that returns the same JSON from one prepared statement, on
// the product's own pools. Under /session/ it looks the session up first; under /strict/ it takes the user as given.
openDatabase(process.env.DATABASE_URL ?? '');

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const [, kind, ...path] = request.url?.split('/') ?? [];
  const name = path.join('/');
  const floor = floors[name] as Floor | undefined;
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    const userId = kind === 'session' ? await userOf(request.headers.cookie) : request.headers['x-user'];
    if (!floor || typeof userId !== 'string') return response.writeHead(404).end();
    const { variables } = JSON.parse(Buffer.concat(chunks).toString());
    const on = floor.plans === 'once' ? prepared : pool;
    const { rows } = await on.query({ name, text: floor.text, values: floor.values(variables, userId) });
    const body = `{"data":${floor.answer(rows, variables)}}`;
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});

async function userOf(cookie = ''): Promise<string | undefined> {
  const token = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.')[0];
  const { rows } = await prepared.query<{ id: string }>({ ...sessionStatement, values: [token] });
  return rows[0]?.id;
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  answerParent(async () => ({ url: `http://127.0.0.1:${port}` }));
});
