import { describe, expect, test } from 'vitest';
import { hostileWords } from '#tests/support/hostile.ts';
import { password } from '#tests/support/person.ts';
import { aPerson, server, theAdmin, useOwnServer } from '#tests/support/world.ts';

useOwnServer({ GITLAB_CLIENT_ID: 'of-gitlab', GITLAB_CLIENT_SECRET: 'secret of gitlab' });

const broken = /prisma|invocation|node_modules|\bat .*\.[mt]?s:|syntax error|relation "|stack/i;

const email = 'someone@evertold.test';
const soon = { password, newPassword: password, token: 'none' };

/** What is sent to the accounts, by path: the body that would be right, or the query. */
const paths: [path: string, given: Record<string, unknown>, by?: 'GET'][] = [
  [
    '/sign-up/email',
    { name: 'Anna', email, password, image: 'https://evertold.test/a.png', callbackURL: '/' },
  ],
  ['/sign-in/email', { email, password, callbackURL: '/', rememberMe: true }],
  [
    '/sign-in/social',
    { provider: 'google', callbackURL: '/', errorCallbackURL: '/', newUserCallbackURL: '/' },
  ],
  [
    '/sign-in/social',
    { provider: 'gitlab', callbackURL: '/', loginHint: email, scopes: ['none'], idToken: { token: 'none' } },
  ],
  ['/callback/gitlab', { code: 'none', state: 'none', iss: 'none', user: '{}' }, 'GET'],
  ['/delete-user/callback', { token: 'none', callbackURL: '/' }, 'GET'],
  ['/refresh-token', { providerId: 'google', accountId: 'none', userId: 'none' }],
  ['/account-info', { accountId: 'none' }],
  ['/request-password-reset', { email, redirectTo: '/reset-password' }],
  ['/forget-password', { email, redirectTo: '/reset-password' }],
  ['/reset-password', soon],
  ['/send-verification-email', { email, callbackURL: '/' }],
  ['/verify-email', { token: 'none', callbackURL: '/' }, 'GET'],
  ['/reset-password/none', { callbackURL: '/' }, 'GET'],
  ['/callback/google', { code: 'none', state: 'none', error: 'none', error_description: 'none' }, 'GET'],
  ['/error', { error: 'none', error_description: 'none' }, 'GET'],
  ['/update-user', { name: 'Anna', image: 'https://evertold.test/a.png' }],
  ['/change-email', { newEmail: email, callbackURL: '/' }],
  ['/change-password', { currentPassword: 'wrong', newPassword: password, revokeOtherSessions: false }],
  ['/delete-user', { password: 'wrong', callbackURL: '/', token: 'none' }],
  ['/revoke-session', { token: 'none' }],
  ['/link-social', { provider: 'google', callbackURL: '/' }],
  ['/unlink-account', { providerId: 'google', accountId: 'none' }],
  ['/get-access-token', { providerId: 'google', accountId: 'none', userId: 'none' }],
  [
    '/admin/list-users',
    {
      searchValue: 'a',
      searchField: 'email',
      searchOperator: 'contains',
      limit: '10',
      offset: '0',
      sortBy: 'name',
      sortDirection: 'asc',
      filterField: 'name',
      filterValue: 'a',
      filterOperator: 'eq',
    },
    'GET',
  ],
  ['/admin/set-role', { userId: 'none', role: 'user' }],
  ['/admin/ban-user', { userId: 'none', banReason: 'none', banExpiresIn: 60 }],
  ['/admin/create-user', { email, password, name: 'Anna', role: 'user' }],
  ['/admin/update-user', { userId: 'none', data: { name: 'Anna' } }],
  ['/admin/set-user-password', { userId: 'none', newPassword: password }],
  ['/admin/impersonate-user', { userId: 'none' }],
  ['/admin/list-user-sessions', { userId: 'none' }],
];

const otherThings = [
  null,
  -1,
  1e308,
  ['a'],
  { $ne: null },
  { __proto__: { admin: true } },
  [[[[[['deep']]]]]],
];
/** Passwords are hashed slowly on purpose, so that less of it has to do. */
const hashing = /^\/(sign-up|sign-in\/email|change-password|admin\/create-user)/;

function thingsFor(path: string, by: 'GET' | undefined): readonly unknown[] {
  const things = [...hostileWords, ...(by ? [] : otherThings)];
  return hashing.test(path) ? things.filter((_, at) => at % 3 === 1) : things;
}

describe('The account paths with invalid input', () => {
  test.each(paths)(
    'refuse it in words, and nothing breaks: %s',
    { timeout: 120_000 },
    async (path, given, by = undefined) => {
      const { url, config } = server();
      const caller = path.startsWith('/admin/') ? await theAdmin() : await aPerson();
      const bodies = Object.keys(given).flatMap((name) =>
        thingsFor(path, by).map((value) => ({
          name,
          value,
          all: { ...given, [name]: value },
        })),
      );
      for (const { name, value, all } of bodies) {
        const search = new URLSearchParams(by && (all as Record<string, string>));
        // A browser could not send more than this in an address.
        if (by && search.size && `${search}`.length > 12_000) continue;
        const response = await fetch(`${url}/api/auth${path}${by ? `?${search}` : ''}`, {
          method: by ?? 'POST',
          redirect: 'manual',
          headers: {
            origin: config.publicUrl,
            cookie: caller.cookie ?? '',
            ...(!by && { 'content-type': 'application/json' }),
          },
          ...(!by && { body: JSON.stringify(all) }),
        });
        const told = {
          name,
          value: JSON.stringify(value)?.slice(0, 60),
          status: response.status,
          text: await response.text(),
        };

        expect(told.status, JSON.stringify(told)).toBeLessThan(500);
        expect(told.text, JSON.stringify(told)).not.toMatch(broken);
        expect(response.headers.get('location') ?? '', JSON.stringify(told)).not.toMatch(/evil|[\r\n]/);
      }
    },
  );
});
