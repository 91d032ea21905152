import { SettingsDocument } from '#web/accounts/settings.graphql.ts';
import type { MessageFilter } from '#web/app/generated/schema-types.ts';
import { BookLayoutDocument } from '#web/app/layouts/book.graphql.ts';
import { BiographyRouteDocument, BiographyStoryDocument } from '#web/biography/biography.graphql.ts';
import { CallLogRouteDocument } from '#web/conversations/call-log.graphql.ts';
import { ConversationRouteDocument } from '#web/conversations/conversation.graphql.ts';
import { DashboardDocument } from '#web/subjects/dashboard.graphql.ts';
import { noFilter, serverFilter } from '#web/writer/messages/filter/message-filter.ts';
import { WriterMessagesDocument } from '#web/writer/messages/messages.graphql.ts';
import { type GraphqlRequest, requestFor } from './documents.ts';
import { type Bench, cookieOf } from './seed/seed.ts';

/** A document's goals: requests per second relative to both floors, and milliseconds of CPU for each request. */
export type Goals = { strict?: number; session?: number; serverMs?: number; databaseMs?: number };

/** A document of a page of the web app, and its requests for different users and books. */
export type PageDocument = {
  name: string;
  /** The name of its floor. */
  floor: string;
  goals: Goals;
  requests: (bench: Bench) => Promise<GraphqlRequest[]>;
};

/** A reader with their book, one of its stories and one of its finished conversations. */
export type Reader = {
  name: string;
  userId: string;
  subjectId: string;
  cardId: string;
  conversationId: string;
};

/** As `loader` in the web app's `*.route.tsx` sends them. */
export const bookDocuments: PageDocument[] = [
  ofReaders('dashboard', 'dashboard', { strict: 0.35, serverMs: 1.2, databaseMs: 1.2 }, ({ subjectId: id }) =>
    requestFor(DashboardDocument, { id }),
  ),
  ofReaders(
    'book layout',
    'book-layout',
    { strict: 0.35, serverMs: 1.2, databaseMs: 1.2 },
    ({ subjectId: id }) => requestFor(BookLayoutDocument, { id }),
  ),
  ofReaders('biography', 'biography', { strict: 0.6 }, ({ subjectId }) =>
    requestFor(BiographyRouteDocument, { subjectId }),
  ),
  ofReaders('biography: story', 'biography-story', { strict: 0.6 }, ({ cardId: id }) =>
    requestFor(BiographyStoryDocument, { id }),
  ),
  ofReaders('call log', 'call-log', { strict: 0.6 }, ({ subjectId }) =>
    requestFor(CallLogRouteDocument, { subjectId, search: null, first: 25, after: null }),
  ),
  ofReaders('transcript of 100 messages', 'conversation', { strict: 0.6 }, ({ conversationId: id }) =>
    requestFor(ConversationRouteDocument, { id }),
  ),
  ofReaders('settings: me', 'settings', { strict: 0.5 }, () => requestFor(SettingsDocument, {})),
];

function ofReaders(
  name: string,
  floor: string,
  goals: Goals,
  requestOf: (reader: Reader) => Promise<GraphqlRequest>,
): PageDocument {
  return {
    name,
    floor,
    goals,
    requests: async (bench) =>
      Promise.all((await readersOf(bench)).map(async (reader) => sentBy(reader, await requestOf(reader)))),
  };
}

export async function readersOf({ db }: Bench): Promise<Reader[]> {
  const { rows } = await db.query<Reader>(
    `select u.name, u.id as "userId", m.subject_id as "subjectId", (
        select k.id from card k join chapter c on c.id = k.chapter_id
        where k.subject_id = m.subject_id order by c.position, k.happened_key, k.created_at limit 1) as "cardId", (
        select id from conversation where subject_id = m.subject_id and status = 'COMPLETED'
        order by started_at desc limit 1) as "conversationId"
      from "user" u join membership m on m.user_id = u.id and m.role = 'OWNER'
      where u.name like 'reader-%' order by u.id`,
  );
  return rows;
}

/** Adds the sender: their session, and their id for the floors that don't look the session up. */
export function sentBy(
  { name, userId }: Pick<Reader, 'name' | 'userId'>,
  request: GraphqlRequest,
): GraphqlRequest {
  return { ...request, headers: { ...request.headers, cookie: cookieOf(name), 'x-user': userId } };
}

const messageGoals: Goals = { strict: 0.55, session: 0.8 };

/** A filter of the writer's messages: the filters of first pages in turn, and that of a page far down. */
type Filtered = { name: string; first: MessageFilter[]; deep: MessageFilter };

/** The first page of the writer's messages and one far down, for each filter. */
export async function messageDocuments(bench: Bench, depth: number): Promise<PageDocument[]> {
  return (await filtersOf(bench)).flatMap(({ name, first, deep }) => {
    const floor = `messages/${name.split(' ')[0]}`;
    return [
      {
        name: `messages: ${name}`,
        floor,
        goals: messageGoals,
        requests: () =>
          Promise.all(
            first.map((filter) => sentByAdmin(bench, { filter, first: 50, after: null, newest: true })),
          ),
      },
      {
        name: `messages: ${name}, ${depth.toLocaleString('en')} deep`,
        floor: `${floor}/deep`,
        goals: messageGoals,
        requests: async () => [
          await sentByAdmin(bench, { filter: deep, first: 100, after: await cursorAt(bench, deep, depth) }),
        ],
      },
    ];
  });
}

async function sentByAdmin(
  { db }: Bench,
  variables: { filter: MessageFilter; first: number; after: string | null; newest?: boolean },
): Promise<GraphqlRequest> {
  const { rows } = await db.query<Reader>(`select id as "userId", name from "user" where name = 'admin'`);
  const [admin] = rows;
  if (!admin) throw new Error('The seed has no admin');
  return sentBy(admin, await requestFor(WriterMessagesDocument, variables));
}

async function filtersOf({ db }: Bench): Promise<Filtered[]> {
  const { rows: books } = await db.query<{ id: string; phone: string }>(
    `select id, phone from subject where preferred_name like 'Subject-%' order by created_at, id limit 200`,
  );
  const { rows } = await db.query<{ id: string }>(`select id from subject where preferred_name = 'Big'`);
  const filter = (address: Partial<typeof noFilter>) => serverFilter({ ...noFilter, ...address });
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const prefix = filter({ phone: '+1202' });
  return [
    { name: 'unfiltered', first: [{}], deep: {} },
    {
      name: 'date',
      first: books.map((_book, at) => filter({ dateFrom: day(729 - at), dateTo: day(400 - at) })),
      deep: filter({ dateFrom: day(729), dateTo: day(20) }),
    },
    { name: 'phone', first: books.map(({ phone }) => filter({ phone })), deep: prefix },
    { name: 'phone prefix', first: [prefix], deep: prefix },
    {
      name: 'subject',
      first: books.map(({ id }) => filter({ subjectId: id })),
      deep: filter({ subjectId: rows[0]?.id ?? '' }),
    },
    {
      name: 'role',
      first: [filter({ role: 'user' }), filter({ role: 'assistant' })],
      deep: filter({ role: 'user' }),
    },
  ];
}

/** The cursor after this many messages, as the list itself would return it. */
export async function cursorAt({ db }: Bench, filter: MessageFilter, depth: number): Promise<string | null> {
  if (!depth) return null;
  const { rows } = await db.query(
    `select created_at, id, seq, xid::text, position::text from message
     where ($1::timestamptz is null or created_at >= $1) and ($2::timestamptz is null or created_at < $2)
       and ($3::text is null or phone like $3 || '%') and ($4::uuid is null or subject_id = $4)
       and ($5::text is null or role = $5::"MessageRole")
     order by created_at desc, id desc limit 1 offset $6`,
    [filter.dateFrom, filter.dateTo, filter.phone, filter.subjectId, filter.role, depth - 1],
  );
  const [row] = rows;
  if (!row) throw new Error(`There are no ${depth} messages of ${JSON.stringify(filter)}`);
  const key = [row.created_at.getTime(), row.id, row.seq, row.xid, row.position];
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}
