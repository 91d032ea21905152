import { ownersAbilities, questions } from './book.ts';
import type { Floor } from './floor.ts';

type Row = {
  head: string | null;
  id: string;
  seq: number;
  role: string;
  text: string | null;
  originalText: string | null;
  private: boolean;
  deletedAt: Date | null;
  createdAt: Date;
  audioStartMs: number | null;
  audioEndMs: number | null;
  saidAudience: null;
  xid: string;
  position: string;
};

/** The number of messages that the page shows from the beginning, and from the end. */
const shown = 50;

const columns = `m.id, m.seq, m.role, case when m.private then null else coalesce(m.corrected_text, m.text) end as text,
  case when m.corrected_text is not null and not m.private then m.text end as "originalText", m.private,
  null as "deletedAt", m.created_at as "createdAt", m.audio_start_ms as "audioStartMs",
  m.audio_end_ms as "audioEndMs", null as "saidAudience", m.xid::text as xid, m.position::text as position`;

/** A finished conversation: its first and its last messages in two parts, one more than shown of each. */
export const conversationFloor: Floor<{ id: string }, Row> = {
  plans: 'once',
  text: `select case when m.seq = 1 then (select json_build_object('__typename', 'Conversation', 'id', c.id,
      'status', c.status, 'channel', c.channel, 'startedAt', c.started_at, 'mayRecord', false, 'mayDictate', false, 'heldBy', null,
      'caller', (select json_build_object('__typename', 'Caller', 'confirmedBy', a.confirmed_by, 'isRefused',
          a.refused_at is not null) from call a where a.conversation_id = c.id and a.inbound),
      'subject', json_build_object('__typename', 'Subject', 'id', s.id, 'preferredName', s.preferred_name,
        'pronouns', s.pronouns, 'isSelf', false, 'timeZone', s.time_zone, 'language', s.language,
        'abilities', ${ownersAbilities}, 'questions', ${questions}),
      'title', c.title, 'summary', c.summary, 'writing', c.writing, 'together', c.together,
      'refusedSentences', coalesce(jsonb_array_length(w.refusals), 0), 'writtenSentences', coalesce(w.sentences, 0),
      'cards', (select coalesce(json_agg(json_build_object('__typename', 'Card', 'id', k.id, 'title', k.title,
          'status', k.status,
          'chapter', json_build_object('__typename', 'Chapter', 'id', h.id, 'key', h.key, 'title', h.title),
          'people', (select coalesce(json_agg(json_build_object('__typename', 'Person', 'id', p.id, 'name', p.name,
              'relationship', p.relationship, 'member', null) order by p.name, p.id), '[]')
            from card_person n join person p on p.id = n.person_id where n.card_id = k.id)) order by k.created_at),
          '[]')
        from card k join chapter h on h.id = k.chapter_id
        where k.id in (select card_id from card_revision where conversation_id = c.id)),
      'recording', (select json_build_object('id', r.id) from recording r where r.conversation_id = c.id))::text
    from conversation c join subject s on s.id = c.subject_id left join lateral (
      select sentences, refusals from writer_run where conversation_id = c.id and ok
      order by started_at desc limit 1) w on true
    where c.id = $1) end as head, m.*
  from (
    (select ${columns} from message m where m.conversation_id = $1 order by m.seq limit ${shown + 1})
    union all
    (select ${columns} from message m where m.conversation_id = $1 order by m.seq desc limit ${shown + 1})) m`,
  values: ({ id }) => [id],
  answer(rows) {
    const parts = [rows.slice(0, rows.length / 2), rows.slice(rows.length / 2)];
    const [opening = [], latest = []] = parts.map((part) => part.slice(0, shown).map(edgeOf));
    const more = rows.length > shown * 2;
    const data = JSON.stringify({
      opening: pageOf(opening, { hasNextPage: more, hasPreviousPage: false }),
      latest: pageOf(latest.reverse(), { hasNextPage: false, hasPreviousPage: more }),
    });
    return `{"conversation":${rows[0]?.head?.slice(0, -1)},${data.slice(1)}}`;
  },
};

function edgeOf({ head: _, xid, position, ...message }: Row) {
  const key = `[${message.createdAt.getTime()},"${message.id}",${message.seq},"${xid}","${position}"]`;
  return {
    __typename: 'ConversationMessagesConnectionEdge',
    cursor: Buffer.from(key, 'latin1').toString('base64url'),
    node: { __typename: 'Message', ...message },
  };
}

function pageOf(edges: object[], pageInfo: object) {
  return {
    __typename: 'ConversationMessagesConnection',
    edges,
    pageInfo: { __typename: 'PageInfo', ...pageInfo },
  };
}
