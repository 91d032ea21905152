import { bookOrder, noPhone, ownersAbilities, questions } from './book.ts';
import { jsonFloor } from './floor.ts';

export const dashboardFloor = jsonFloor<{ id: string }>(
  `select json_build_object('subject', json_build_object('__typename', 'Subject', 'id', s.id,
    'preferredName', s.preferred_name, 'pronouns', s.pronouns, 'isSelf', false, 'status', s.status,
    'deletedAt', s.deleted_at, 'abilities', ${ownersAbilities}, 'timeZone', s.time_zone,
    'selfUserId', s.self_user_id, 'fullName', s.full_name, 'birthDate', s.birth_date, 'birthPlace', s.birth_place,
    'whyNoCall', ${noPhone}, 'whyNoTestCall', null, 'nextCall', null, 'nextText', null,
    'liveConversation', (select json_build_object('id', c.id) from conversation c
      where c.subject_id = s.id and c.status in ('RINGING', 'IN_PROGRESS')),
    'photo', (select json_build_object('__typename', 'Media', 'id', f.id, 'url', '/media/' || f.id)
      from media f where f.id = s.photo_id),
    'wellbeingNotes', (select coalesce(json_agg(json_build_object('__typename', 'WellbeingNote', 'id', w.id,
        'createdAt', w.created_at, 'seenAt', null, 'conversation',
        json_build_object('__typename', 'Conversation', 'id', w.conversation_id)) order by w.created_at desc), '[]')
      from wellbeing_note w where w.subject_id = s.id and w.seen_at is null),
    'questions', ${questions},
    'cards', (select json_build_object('__typename', 'SubjectCardsConnection', 'edges', coalesce(json_agg(
        json_build_object('__typename', 'SubjectCardsConnectionEdge', 'node', json_build_object('__typename', 'Card',
          'id', k.id, 'title', k.title, 'status', k.status, 'createdAt', k.created_at,
          'body', (select string_agg(p.text, E'\\n\\n' order by p.paragraph) from (
            select paragraph, string_agg(text, ' ' order by position) as text from sentence
            where card_id = k.id and revision = k.revision and not hidden group by paragraph) p),
          'chapter', json_build_object('__typename', 'Chapter', 'id', h.id, 'title', h.title),
          'conversations', (select coalesce(json_agg(json_build_object('__typename', 'Conversation', 'id', c.id,
              'startedAt', c.started_at) order by r.number), '[]')
            from card_revision r join conversation c on c.id = r.conversation_id where r.card_id = k.id),
          'pictures', (select coalesce(json_agg(json_build_object('__typename', 'Media', 'id', f.id,
              'url', '/media/' || f.id, 'caption', f.caption, 'width', f.width, 'height', f.height)
              order by f.created_at, f.id), '[]')
            from media f where f.card_id = k.id and f.deleted_at is null and f.content_type like 'image/%')))
        order by k.created_at desc, k.id desc), '[]'))
      from (select * from card where subject_id = s.id order by created_at desc, id desc limit 5) k
        join chapter h on h.id = k.chapter_id),
    'activity', (select coalesce(json_agg(json_build_object('__typename', 'Activity', 'id', a.id, 'at', a.at,
        'kind', a.kind,
        'actor', case when u.id is not null then
          json_build_object('__typename', 'User', 'id', u.id, 'name', u.name, 'image', u.image) end,
        'card', case when k.id is not null then
          json_build_object('__typename', 'Card', 'id', k.id, 'title', k.title) end)
        order by a.at desc, a.id desc), '[]')
      from (select * from activity where subject_id = s.id order by at desc, id desc limit 12) a
        left join "user" u on u.id = a.actor_id left join card k on k.id = a.card_id),
    'chapters', (select coalesce(json_agg(json_build_object('__typename', 'Chapter', 'id', h.id, 'key', h.key,
        'title', h.title, 'position', h.position, 'cardCount', k.count, 'told', least(1.0, k.count / 5.0),
        'cards', k.cards) order by h.position), '[]')
      from chapter h cross join lateral (select count(*) as count, coalesce(json_agg(
          json_build_object('__typename', 'Card', 'id', k.id, 'createdAt', k.created_at, 'title', k.title,
            'happened', k.happened) ${bookOrder}), '[]') as cards
        from card k where k.chapter_id = h.id) k
      where h.subject_id = s.id)))::text as data
  from subject s where s.id = $1`,
  ({ id }) => [id],
);

export const bookLayoutFloor = jsonFloor<{ id: string }>(
  `select json_build_object(
    'subject', (select json_build_object('__typename', 'Subject', 'id', s.id, 'preferredName', s.preferred_name,
      'isSelf', false, 'cloth', s.cloth, 'abilities', ${ownersAbilities}) from subject s where s.id = $1),
    'subjects', (select json_build_object('__typename', 'SubjectConnection', 'edges', coalesce(json_agg(
        json_build_object('__typename', 'SubjectEdge', 'node', json_build_object('__typename', 'Subject',
          'id', s.id, 'preferredName', s.preferred_name, 'isSelf', false)) order by s.id), '[]'))
      from membership m join subject s on s.id = m.subject_id where m.user_id = $2 and s.deleted_at is null))::text as data`,
  ({ id }, userId) => [id, userId],
);
