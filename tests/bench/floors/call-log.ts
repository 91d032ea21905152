import { ownersAbilities } from './book.ts';
import { jsonFloor } from './floor.ts';

/** A cursor of a list read through Prisma. */
const cursor = (id: string) => `encode(convert_to('GPC:S:' || ${id}, 'UTF8'), 'base64')`;

export const callLogFloor = jsonFloor<{ subjectId: string; first: number }>(
  `select json_build_object('subject', json_build_object('__typename', 'Subject', 'id', s.id,
    'preferredName', s.preferred_name, 'pronouns', s.pronouns, 'isSelf', false, 'timeZone', s.time_zone,
    'abilities', ${ownersAbilities}, 'conversations', (
      select json_build_object('__typename', 'SubjectConversationsConnection',
        'edges', coalesce(json_agg(json_build_object('__typename', 'SubjectConversationsConnectionEdge',
            'cursor', ${cursor('c.id')},
            'node', json_build_object('__typename', 'Conversation', 'id', c.id, 'channel', c.channel,
              'startedAt', c.started_at, 'endedAt', c.ended_at, 'status', c.status, 'title', c.title, 'summary', c.summary,
              'durationSeconds', round(extract(epoch from c.ended_at - c.started_at)), 'writing', c.writing,
              'together', c.together, 'messageCount', c.last_seq,
              'heldBy', (select json_build_object('__typename', 'User', 'id', u.id, 'name', u.name)
                from "user" u where u.id = c.held_by_id),
              'caller', (select json_build_object('__typename', 'Caller', 'confirmedBy', a.confirmed_by,
                  'isRefused', a.refused_at is not null)
                from call a where a.conversation_id = c.id and a.inbound),
              'cards', (select coalesce(json_agg(json_build_object('__typename', 'Card', 'id', k.id)
                  order by k.created_at), '[]')
                from card k where k.id in (select card_id from card_revision where conversation_id = c.id))))
            order by c.at) filter (where c.at <= $2), '[]'),
        'pageInfo', json_build_object('__typename', 'PageInfo', 'hasNextPage', count(*) > $2,
          'endCursor', max(${cursor('c.id')}) filter (where c.at = least($2, c.all))))
      from (select *, row_number() over () as at, count(*) over () as all from (
        select * from conversation where subject_id = s.id
        order by happened_at desc, id desc limit $2 + 1) c) c)))::text as data
  from subject s where s.id = $1`,
  ({ subjectId, first }) => [subjectId, first],
);
