import { bookOrder, everyone, ownersAbilities } from './book.ts';
import { jsonFloor } from './floor.ts';

// The stories of the seed happened in a year alone, which is said in the same way.
const happenedText = 'k.happened';

export const biographyFloor = jsonFloor<{ subjectId: string }>(
  `select json_build_object('subject', json_build_object('__typename', 'Subject', 'id', s.id,
    'preferredName', s.preferred_name, 'pronouns', s.pronouns, 'isSelf', false, 'status', s.status,
    'abilities', ${ownersAbilities},
    'chapters', (select coalesce(json_agg(json_build_object('__typename', 'Chapter', 'id', h.id, 'key', h.key,
        'title', h.title, 'position', h.position, 'hidden', h.hidden, 'audience', ${everyone('chapter_id = h.id')},
        'cards', (select coalesce(json_agg(json_build_object('__typename', 'Card', 'id', k.id, 'title', k.title,
            'status', k.status, 'happened', k.happened, 'happenedText', ${happenedText}) ${bookOrder}), '[]')
          from card k where k.chapter_id = h.id)) order by h.position), '[]')
      from chapter h where h.subject_id = s.id)))::text as data
  from subject s where s.id = $1`,
  ({ subjectId }) => [subjectId],
);

export const storyFloor = jsonFloor<{ id: string }>(
  `select json_build_object('card', json_build_object('__typename', 'Card', 'id', k.id,
    'subject', json_build_object('__typename', 'Subject', 'id', k.subject_id), 'status', k.status, 'mark', k.mark,
    'audience', ${everyone('card_id = k.id')}, 'title', k.title, 'happenedText', ${happenedText}, 'place', k.place,
    'author', (select case when r.author_id is null
        then json_build_object('__typename', 'MachineWriter', 'name', r.writer)
        else (select json_build_object('__typename', 'User', 'name', u.name) from "user" u where u.id = r.author_id) end
      from card_revision r where r.card_id = k.id and r.number = k.revision),
    'chapter', (select json_build_object('__typename', 'Chapter', 'id', h.id, 'key', h.key)
      from chapter h where h.id = k.chapter_id),
    'proposals', (select coalesce(json_agg(json_build_object('__typename', 'Proposal', 'id', p.id)), '[]')
      from proposal p where p.card_id = k.id and p.status = 'OPEN'),
    'conversations', (select coalesce(json_agg(json_build_object('__typename', 'Conversation', 'id', c.id,
        'channel', c.channel, 'startedAt', c.started_at) order by r.number), '[]')
      from card_revision r join conversation c on c.id = r.conversation_id where r.card_id = k.id),
    'sentences', (select coalesce(json_agg(json_build_object('__typename', 'Sentence', 'id', e.id,
        'paragraph', e.paragraph, 'text', e.text, 'byHand', o.sources is null, 'edited', e.edited, 'quoted', e.quoted,
        'sources', coalesce(o.sources, '[]')) order by e.position), '[]')
      from sentence e cross join lateral (
        select json_agg(json_build_object('__typename', 'Source', 'id', o.id,
          'quote', case when m.private then ''
            else substr(coalesce(m.corrected_text, m.text), o.start + 1, o."end" - o.start) end,
          'offsetSeconds', floor(extract(epoch from m.created_at - c.started_at))::int, 'soundUrl', null,
          'saidAt', m.created_at, 'conversationId', m.conversation_id,
          'message', json_build_object('__typename', 'Message', 'id', m.id)) order by o.id) as sources
        from source o join message m on m.id = o.message_id join conversation c on c.id = m.conversation_id
        where o.sentence_id = e.id) o
      where e.card_id = k.id and e.revision = k.revision and not e.hidden),
    'people', (select coalesce(json_agg(json_build_object('__typename', 'Person', 'id', p.id, 'name', p.name,
        'relationship', p.relationship) order by p.name, p.id), '[]')
      from card_person n join person p on p.id = n.person_id where n.card_id = k.id),
    'pictures', (select coalesce(json_agg(json_build_object('__typename', 'Media', 'id', f.id,
        'url', '/media/' || f.id, 'width', f.width, 'height', f.height, 'caption', f.caption)
        order by f.created_at, f.id), '[]')
      from media f where f.card_id = k.id and f.deleted_at is null and f.content_type like 'image/%'),
    'keepsakes', (select coalesce(json_agg(json_build_object('__typename', 'Keepsake', 'id', f.id, 'title', f.title,
        'description', f.caption, 'media', json_build_object('__typename', 'Media', 'id', f.id,
          'url', '/media/' || f.id, 'contentType', f.content_type)) order by f.created_at, f.id), '[]')
      from media f where f.card_id = k.id and f.deleted_at is null)))::text as data
  from card k where k.id = $1`,
  ({ id }) => [id],
);
