import { noPhone } from './book.ts';
import { jsonFloor } from './floor.ts';

/** The account settings of a user with one browser, which is the one that asks. */
export const settingsFloor = jsonFloor<object>(
  `select json_build_object('me', json_build_object('__typename', 'User', 'id', u.id, 'image', u.image,
    'signInWays', (select coalesce(json_agg(json_build_object('__typename', 'SignInWay', 'id', a.id,
        'providerId', a."providerId", 'accountId', a."accountId", 'email', null, 'changedAt', a."updatedAt")
        order by a."createdAt"), '[]')
      from account a where a."userId" = u.id),
    'devices', (select coalesce(json_agg(json_build_object('__typename', 'Device', 'id', e.id,
        'name', 'Firefox on a Mac', 'current', true, 'nearby', true, 'country', null, 'lastUsedAt', e."updatedAt")
        order by e."updatedAt" desc), '[]')
      from session e where e."userId" = u.id and e."impersonatedBy" is null and e."expiresAt" > now()),
    'memberships', (select coalesce(json_agg(json_build_object('__typename', 'Membership', 'id', m.id,
        'role', m.role, 'notices', json_build_object('__typename', 'NoticeChoices', 'stories', 'AT_ONCE',
          'missedCalls', m.missed_call_notices, 'remarkNotices', 'AT_ONCE'),
        'subject', json_build_object('__typename', 'Subject', 'id', s.id, 'preferredName', s.preferred_name,
          'pronouns', s.pronouns, 'isSelf', false,
          'whyNoCalls', case when m.role <> 'VIEWER' then ${noPhone} end)) order by m.created_at), '[]')
      from membership m join subject s on s.id = m.subject_id where m.user_id = u.id and s.deleted_at is null),
    'booksOwnedAlone', (select coalesce(json_agg(json_build_object('__typename', 'Subject', 'id', s.id,
        'preferredName', s.preferred_name, 'isSelf', false, 'successor', null,
        'members', (select json_agg(json_build_object('__typename', 'Membership', 'id', o.id, 'user',
            json_build_object('__typename', 'User', 'id', p.id, 'name', p.name)) order by o.created_at, o.id)
          from membership o join "user" p on p.id = o.user_id where o.subject_id = s.id)) order by s.id), '[]')
      from membership m join subject s on s.id = m.subject_id
      where m.user_id = u.id and m.role = 'OWNER' and s.deleted_at is null and not exists (
        select 1 from membership o where o.subject_id = s.id and o.role = 'OWNER' and o.user_id <> u.id))))::text as data
  from "user" u where u.id = $1`,
  (_variables, userId) => [userId],
);
