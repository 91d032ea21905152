import { type CallTime, nextCallAt } from '#api/subjects/calls.ts';
import type { Floor } from './floor.ts';

type Home = {
  timeZone: string;
  status: 'ACTIVE';
  chapters: { cardCount: number }[];
  cards: object[];
  questions: object[];
  callTimes: CallTime[] | null;
  callsAgreed: boolean | null;
};

/** A subject with its home page data, in one statement. */
export const homeFloor: Floor<{ id: string }, { subject: Home }> = {
  plans: 'once',
  text: `select json_build_object('id', s.id, 'fullName', s.full_name, 'preferredName', s.preferred_name,
      'pronouns', s.pronouns, 'birthDate', s.birth_date, 'birthPlace', s.birth_place, 'phone', s.phone,
      'timeZone', s.time_zone, 'language', s.language, 'status', s.status, 'myRole', 'OWNER', 'photo', null,
      'liveConversation', (
        select json_build_object('id', c.id, 'status', c.status, 'startedAt', c.started_at) from conversation c
        where c.subject_id = s.id and c.status in ('RINGING', 'IN_PROGRESS')),
      'callTimes', (
        select json_agg(json_build_object('weekday', t.weekday, 'minute', t.minute)) from call_time t
        where t.subject_id = s.id),
      'callsAgreed', (
        select e.status = 'GRANTED' from consent_entry e join consent_identity i on i.entry_id = e.id
        where e.subject_id = s.id and e.kind = 'CALLS' and i.phone = s.phone order by e.position desc limit 1),
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
    const { callTimes, callsAgreed, chapters, cards, questions, ...subject } = row.subject;
    const calls = { ...subject, callTimes: callTimes ?? [], callsAgreed: !!callsAgreed };
    const at = nextCallAt(calls, new Date());
    return JSON.stringify({
      subject: {
        ...subject,
        nextCall: at && { at },
        chapters: chapters.map((chapter) => ({ ...chapter, told: Math.min(1, chapter.cardCount / 5) })),
        cards: { edges: cards },
        questions: { edges: questions },
      },
    });
  },
};
