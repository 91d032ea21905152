import { describe, expect, test } from 'vitest';
import { safePath, signInPath } from '#web/app/addresses.ts';

describe('A redirect target', () => {
  test('is a path on this site with its query and fragment', () => {
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
  ])('is never another site (%j)', (path) => {
    expect(safePath(path, '/dashboard/')).toBe('/dashboard/');
  });

  test('is passed to the sign-in page', () => {
    expect(signInPath('/settings/?a=1')).toBe('/sign-in?redirect=%2Fsettings%2F%3Fa%3D1');
    expect(signInPath('//elsewhere.example')).toBe('/sign-in');
  });
});
