import type { Floor } from './floor.ts';

type Home = {
  chapters: { cardCount: number }[];
  cards: object[] | null;
  questions: object[];
};

/** A subject with its home page data, in one statement. Nobody is called: the bench's server has no phone service. */
export const homeFloor: Floor<{ id: string }, { subject: Home }> = {
  plans: 'once',
  text: `select json_build_object('id', s.id, 'fullName', s.full_name, 'preferredName', s.preferred_name,
      'pronouns', s.pronouns, 'birthDate', s.birth_date, 'birthPlace', s.birth_place, 'phone', s.phone,
      'timeZone', s.time_zone, 'language', s.language, 'status', s.status, 'myRole', 'OWNER', 'nextCall', null,
      'photo', (select json_build_object('id', f.id, 'url', '/media/' || f.id) from media f where f.id = s.photo_id),
      'liveConversation', (
        select json_build_object('id', c.id, 'status', c.status, 'startedAt', c.started_at) from conversation c
        where c.subject_id = s.id and c.status in ('RINGING', 'IN_PROGRESS')),
      'chapters', (
        select json_agg(json_build_object('id', h.id, 'key', h.key, 'title', h.title, 'position', h.position,
          'cardCount', (select count(*) from card k where k.chapter_id = h.id)) order by h.position)
        from chapter h where h.subject_id = s.id),
      'cards', (
        select json_agg(json_build_object('node', json_build_object('id', k.id, 'title', k.title,
          'status', k.status, 'updatedAt', k.updated_at)) order by k.updated_at desc, k.id desc)
        from (select * from card where subject_id = s.id order by updated_at desc, id desc limit 5) k),
      'questions', (
        select json_agg(json_build_object('node', json_build_object('id', q.id, 'text', q.text,
          'status', q.status, 'askedBy', json_build_object('name', u.name))) order by q.created_at desc)
        from (select * from question_request where subject_id = s.id order by created_at desc limit 10) q
          left join "user" u on u.id = q.asked_by_id)) as subject
    from subject s where s.id = $1`,
  values: ({ id }) => [id],
  answer([row]) {
    if (!row) return '{"subject":null}';
    const { chapters, cards, questions, ...subject } = row.subject;
    return JSON.stringify({
      subject: {
        ...subject,
        chapters: chapters.map((chapter) => ({ ...chapter, told: Math.min(1, chapter.cardCount / 5) })),
        cards: { edges: cards ?? [] },
        questions: { edges: questions },
      },
    });
  },
};
