import { describe, expect, test } from 'vitest';
import { safePath, signInPath } from '#web/app/addresses.ts';

describe('A redirect path', () => {
  test('safePath keeps a path on this site with its query and hash', () => {
    expect(safePath('/dashboard/s1/biography/?chapter=2#end')).toBe('/dashboard/s1/biography/?chapter=2#end');
  });

  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    'javascript:alert(1)',
    '/\t/elsewhere.example',
    '/a b',
    '/..//elsewhere.example/',
    '/.//elsewhere.example',
    '/a/..//elsewhere.example',
    '/%2e%2e//elsewhere.example',
    '',
    null,
    undefined,
  ])('safePath never returns another site’s address (%j)', (path) => {
    expect(safePath(path, '/dashboard/')).toBe('/dashboard/');
  });

  test('signInPath carries the redirect path, and drops an unsafe one', () => {
    expect(signInPath('/settings/?a=1')).toBe('/sign-in?redirect=%2Fsettings%2F%3Fa%3D1');
    expect(signInPath('//elsewhere.example')).toBe('/sign-in');
  });
});
