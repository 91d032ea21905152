import type { Floor } from './floor.ts';

type Row = {
  head: object | null;
  id: string;
  role: string;
  text: string | null;
  phone: string | null;
  createdAt: Date;
  private: boolean;
  audioStartMs: number | null;
  audioEndMs: number | null;
  conversationId: string;
  subjectId: string;
  preferredName: string;
  seq: number;
  xid: string;
  position: string;
};

/** A conversation and its messages in order, in one statement. */
export const transcriptFloor: Floor<{ id: string; first: number }, Row> = {
  plans: 'once',
  text: `select m.id::text as id, m.role::text as role,
      case when m.private then null else coalesce(m.corrected_text, m.text) end as text, m.phone,
      m.created_at as "createdAt", m.private, m.audio_start_ms as "audioStartMs", m.audio_end_ms as "audioEndMs",
      c.id::text as "conversationId", s.id::text as "subjectId", s.preferred_name as "preferredName", m.seq,
      m.xid::text as xid, m.position::text as position,
      case when m.seq = 1 then json_build_object('id', c.id, 'status', c.status, 'channel', c.channel,
        'title', c.title, 'summary', c.summary, 'writing', c.writing, 'subject', json_build_object('id', s.id),
        'recording', null, 'cards', (
          select coalesce(json_agg(json_build_object('id', d.id, 'title', d.title)), '[]') from card d
          where d.subject_id = s.id
            and exists (select 1 from card_revision r where r.card_id = d.id and r.conversation_id = c.id)))
      end as head
    from conversation c join message m on m.conversation_id = c.id join subject s on s.id = c.subject_id
    where c.id = $1 order by m.seq limit $2`,
  values: ({ id, first }) => [id, first + 1],
  answer(rows, { first }) {
    const edges = rows.slice(0, first).map((row) => {
      const { head: _, seq, xid, position, conversationId, subjectId, preferredName, ...message } = row;
      const key = [row.createdAt.getTime(), row.id, seq, xid, position];
      return {
        cursor: Buffer.from(JSON.stringify(key)).toString('base64url'),
        node: { ...message, conversation: { id: conversationId }, subject: { id: subjectId, preferredName } },
      };
    });
    const pageInfo = { hasNextPage: rows.length > first, endCursor: edges.at(-1)?.cursor ?? null };
    return JSON.stringify({ conversation: { ...rows[0]?.head, messages: { edges, pageInfo } } });
  },
};
