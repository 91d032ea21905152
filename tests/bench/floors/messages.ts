import { nobody } from '#api/platform/domain-values/ids.ts';
import type { Floor } from './floor.ts';

type Filter = {
  dateFrom?: string;
  dateTo?: string;
  phone?: string;
  subjectId?: string;
  role?: 'user' | 'assistant';
};

type Variables = { filter: Filter; first: number; after: string | null };

type Row = {
  id: string;
  seq: number;
  role: string;
  text: string | null;
  originalText: string | null;
  phone: string | null;
  private: boolean;
  madeBy: string | null;
  createdAt: Date;
  audioStartMs: number | null;
  audioEndMs: number | null;
  xid: string;
  position: string;
  conversationId: string;
  channel: string;
  subjectId: string;
  fullName: string;
};

const bounds = {
  dateFrom: (n: number) => `m.created_at >= $${n}`,
  dateTo: (n: number) => `(m.created_at, m.id) < ($${n}, '${nobody}'::uuid)`,
  phone: (n: number) => `m.phone like $${n}`,
  subjectId: (n: number) => `m.subject_id = $${n}`,
  role: (n: number) => `m.role = $${n}::"MessageRole"`,
};

const columns = `m.id, m.seq, m.role, case when m.private then null else coalesce(m.corrected_text, m.text) end as text,
  case when m.corrected_text is not null and not m.private then m.text end as "originalText",
  m.phone, m.private, m.made_by as "madeBy", m.created_at as "createdAt", m.audio_start_ms as "audioStartMs",
  m.audio_end_ms as "audioEndMs", m.xid::text as xid, m.position::text as position,
  m.conversation_id as "conversationId", (select channel from conversation where id = m.conversation_id),
  m.subject_id as "subjectId", (select full_name from subject where id = m.subject_id) as "fullName"`;

/** The writer's messages with these filters: the first page with the newest message of all, or one further down. */
export function messagesFloor(filters: readonly (keyof Filter)[], deep: boolean): Floor<Variables, Row> {
  // The cursor replaces the upper date.
  const used = filters.filter((filter) => !(deep && filter === 'dateTo'));
  const where = [
    ...used.map((filter, at) => bounds[filter](at + 1)),
    ...(deep ? [`(m.created_at, m.id) < ($${used.length + 1}::timestamptz, $${used.length + 2}::uuid)`] : []),
  ];
  const order = 'order by m.created_at desc, m.id desc';
  const newest = `(select ${columns} from message m ${order} limit 1) union all`;
  return {
    // Few messages have some phones, and nearly all have others.
    plans: used.includes('phone') ? 'asked' : 'once',
    text: `${deep ? '' : newest} (select ${columns} from message m ${where.length ? `where ${where.join(' and ')}` : ''}
      ${order} limit ${deep ? 101 : 51})`,
    values: ({ filter, after }) => [
      ...used.map((name) => (name === 'phone' ? `${filter.phone}%` : filter[name])),
      ...(after ? keyOf(after) : []),
    ],
    answer(rows, { first }) {
      const newest = deep ? null : rows[0];
      const page = deep ? rows : rows.slice(1);
      const edges = page.slice(0, first).map(edgeOf);
      return JSON.stringify({
        ...(newest && { newest: newestOf(newest) }),
        messages: {
          __typename: 'MessageConnection',
          edges,
          pageInfo: {
            __typename: 'PageInfo',
            endCursor: edges.at(-1)?.cursor ?? null,
            hasNextPage: page.length > first,
          },
        },
      });
    },
  };
}

function edgeOf(row: Row) {
  const { xid, position, conversationId, channel, subjectId, fullName, ...message } = row;
  return {
    __typename: 'MessageEdge',
    cursor: cursorOf(row),
    node: {
      __typename: 'Message',
      ...message,
      kept: false,
      revealable: message.private,
      conversation: { __typename: 'Conversation', id: conversationId, channel },
      subject: { __typename: 'Subject', id: subjectId, fullName },
    },
  };
}

function newestOf(row: Row) {
  const node = { __typename: 'Message', id: row.id };
  return {
    __typename: 'MessageConnection',
    edges: [{ __typename: 'MessageEdge', cursor: cursorOf(row), node }],
  };
}

function cursorOf({ createdAt, id, seq, xid, position }: Row): string {
  return Buffer.from(`[${createdAt.getTime()},"${id}",${seq},"${xid}","${position}"]`, 'latin1').toString(
    'base64url',
  );
}

function keyOf(cursor: string): unknown[] {
  const [ms, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  return [new Date(ms), id];
}
