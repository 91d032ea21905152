import type { Floor } from './floor.ts';

export type ListVariables = {
  filter: {
    dateFrom?: string;
    dateTo?: string;
    phone?: string;
    subjectId?: string;
    role?: 'user' | 'assistant';
  };
  first: number;
  after?: string | null;
};

type Row = {
  id: string;
  role: string;
  text: string | null;
  phone: string | null;
  private: boolean;
  createdAt: Date;
  seq: number;
  xid: string;
  position: string;
  conversationId: string;
  subjectId: string;
  preferredName: string;
};

/** The writer's message list with these filters, in one statement. */
export function listFloor(
  filters: readonly (keyof ListVariables['filter'])[],
  deep: boolean,
): Floor<ListVariables, Row> {
  const conditions = {
    dateFrom: (n: number) => `m.created_at >= $${n}`,
    dateTo: (n: number) => `m.created_at < $${n}`,
    phone: (n: number) => `m.phone like $${n}`,
    subjectId: (n: number) => `m.subject_id = $${n}`,
    role: (n: number) => `m.role = $${n}::"MessageRole"`,
  };
  // The cursor replaces the upper date.
  const used = filters.filter((filter) => !(deep && filter === 'dateTo'));
  const where = [
    ...used.map((filter, at) => conditions[filter](at + 1)),
    ...(deep ? [`(m.created_at, m.id) < ($${used.length + 1}::timestamptz, $${used.length + 2}::uuid)`] : []),
  ];
  return {
    plans: 'asked',
    text: `select m.id::text as id, m.role::text as role,
        case when m.private then null else coalesce(m.corrected_text, m.text) end as text, m.phone, m.private,
        m.created_at as "createdAt", m.seq, m.xid::text as xid, m.position::text as position,
        m.conversation_id::text as "conversationId", s.id::text as "subjectId", s.preferred_name as "preferredName"
      from message m join subject s on s.id = m.subject_id
      ${where.length ? `where ${where.join(' and ')}` : ''}
      order by m.created_at desc, m.id desc limit 26`,
    values: ({ filter, after }) => [
      ...used.map((name) => (name === 'phone' ? `${filter.phone}%` : filter[name])),
      ...(deep ? keyOf(after ?? '') : []),
    ],
    answer(rows, { first, after }) {
      const edges = rows.slice(0, first).map((row) => {
        const { seq, xid, position, conversationId, subjectId, preferredName, ...message } = row;
        const key = [row.createdAt.getTime(), row.id, seq, xid, position];
        return {
          cursor: Buffer.from(JSON.stringify(key)).toString('base64url'),
          node: {
            ...message,
            conversation: { id: conversationId },
            subject: { id: subjectId, preferredName },
          },
        };
      });
      return JSON.stringify({
        messages: {
          edges,
          pageInfo: {
            hasNextPage: rows.length > first,
            hasPreviousPage: !!after,
            startCursor: edges[0]?.cursor ?? null,
            endCursor: edges.at(-1)?.cursor ?? null,
          },
        },
      });
    },
  };
}

function keyOf(cursor: string): unknown[] {
  const [ms, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  return [new Date(ms), id];
}
