import { abilities, subjectAccessFrom } from '#api/subjects/policy.ts';

const { can } = subjectAccessFrom('', {
  userId: '',
  role: 'OWNER',
  self: false,
  admin: false,
  impersonated: false,
  deleted: false,
  viewersReadTranscripts: true,
  sharing: true,
});

/** SQL of what the readers may do in their books: each of them is the owner. */
export const ownersAbilities = `'${JSON.stringify(abilities.filter(can))}'::json`;

/** SQL of why nobody is called: the bench's server has no phone service. */
export const noPhone = `'No phone service is set up here, so nobody can be called'`;

/** SQL of the questions of subject s, as a connection. */
export const questions = `(select json_build_object('__typename', 'SubjectQuestionsConnection', 'edges', coalesce(json_agg(
    json_build_object('__typename', 'SubjectQuestionsConnectionEdge', 'node', json_build_object(
      '__typename', 'QuestionRequest', 'id', q.id, 'text', q.text, 'status', q.status, 'position', q.position,
      'askedBy', case when u.id is not null then
        json_build_object('__typename', 'User', 'id', u.id, 'name', u.name) end))
    order by q.created_at desc, q.id desc), '[]'))
  from (select * from question_request where subject_id = s.id and removed_at is null
    order by created_at desc, id desc limit 10) q left join "user" u on u.id = q.asked_by_id)`;

/** SQL of who may read a chapter or a story (a) that everybody may read. */
export const everyone = (a: string) =>
  `(select json_build_object('__typename', 'Audience', 'everyone', count(*) = 0, 'until', null, 'afterDeath', false,
    'members', '[]'::json) from audience u where u.${a})`;

export const bookOrder = 'order by k.happened_key asc nulls last, k.created_at, k.id';
