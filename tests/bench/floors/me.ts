import type { Floor } from './floor.ts';

/** The user of a session token. */
export const meFloor: Floor<{ token: string }, { id: string }> = {
  text: `select u.id::text as id from session s join "user" u on u.id = s."userId"
    where s.token = $1 and s."expiresAt" > now()`,
  values: ({ token }) => [token],
  answer: ([me]) => ({ me: me ?? null }),
};
