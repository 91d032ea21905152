import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { website } from '#api/http/website.ts';

const folder = mkdtempSync(path.join(inject('scratch'), 'web-'));
for (const [file, content] of Object.entries({
  'index.html': '<h1>Evertold</h1>',
  'about/index.html': '<h1>About</h1>',
  'sms-opt-in/index.html': '<h1>By text</h1>',
  'app.html': '<div id="root"></div>',
  'invite.html': '<div id="root" class="invite"></div>',
  'addresses.json': JSON.stringify([
    ...[
      '',
      'about',
      'dashboard',
      'dashboard/tell-my-own-story',
      'dashboard/:subjectId',
      'sign-in',
      'test-login',
    ],
    ...['dashboard/:subjectId/biography', 'dashboard/:subjectId/call-log', 'invite/:token'],
  ]),
  'book.html': '<div id="root" class="book"></div>',
  'today.html': '<div id="root" class="today"></div>',
  'biography.html': '<div id="root" class="biography"></div>',
  'assets/main-abc123.js': 'export {};',
  'assets/main-abc123.js.br': brotliCompressSync('export {}; // Brotli'),
  'assets/main-abc123.js.gz': gzipSync('export {}; // gzip'),
})) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), content);
}
writeFileSync(path.join(folder, '..', 'outside.html'), 'outside');

const web = createServer(website(folder));
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(() => web.close());

const page = { accept: 'text/html,application/xhtml+xml' };

async function get(pathname: string, init: RequestInit = { headers: page }) {
  const response = await fetch(url + pathname, init);
  return {
    status: response.status,
    cache: response.headers.get('cache-control'),
    robots: response.headers.get('x-robots-tag'),
    text: await response.text(),
  };
}

describe('The web app', () => {
  test.each([
    ['/', 'Evertold'],
    ['/about', 'About'],
    ['/about/', 'About'],
    ['/sms-opt-in/', 'By text'],
    ['/dashboard/tell-my-own-story/', 'book'],
    ['/dashboard/01a20140-fb8a-73e4-b8de-d419408311be/call-log/', 'book'],
    ['/dashboard/01a20140-fb8a-73e4-b8de-d419408311be/', 'today'],
    ['/dashboard/01a20140-fb8a-73e4-b8de-d419408311be', 'today'],
    ['/dashboard/01a20140-fb8a-73e4-b8de-d419408311be/biography/?cardId=1', 'biography'],
    ['/invite/kYb2_-token/', 'invite'],
    ['/test-login', 'root'],
  ])('answers %s with its page, and makes browsers revalidate it each time', async (pathname, content) => {
    expect(await get(pathname)).toMatchObject({ status: 200, cache: 'no-cache' });
    expect((await get(pathname)).text).toContain(content);
  });

  test.each([
    '/no-such-page',
    '/dashboard/01a21bac-c946-70b4-a04c-046b0486db6f/no-such-page/',
    '/dashboard/01a21bac-c946-70b4-a04c-046b0486db6f/biography/no-such-page',
  ])('answers %s, which has no page, with 404 and the page for it', async (pathname) => {
    expect(await get(pathname)).toMatchObject({ status: 404, text: '<div id="root"></div>' });
    expect(await get(pathname, { method: 'HEAD', headers: page })).toMatchObject({ status: 404, text: '' });
  });

  test('lets search engines index only its public pages', async () => {
    for (const open of ['/', '/about', '/sms-opt-in/']) expect((await get(open)).robots).toBeNull();
    for (const own of [
      '/dashboard/01a21bac-c946-70b4-a04c-046b0486db6f/',
      '/invite/kYb2_-token/',
      '/sign-in',
      '/no-such-page',
    ])
      expect((await get(own)).robots).toBe('noindex');
  });

  test('answers 404 where an address has another word in place of an id', async () => {
    for (const wrong of ['/dashboard/nope/', '/dashboard/nope/biography', `/dashboard/${'a'.repeat(36)}/`])
      expect(await get(wrong)).toMatchObject({ status: 404 });
    expect(await get('/invite/any-token')).toMatchObject({ status: 200 });
  });

  test('lets browsers cache files whose names include their hash', async () => {
    expect(await get('/assets/main-abc123.js')).toMatchObject({
      status: 200,
      cache: 'public, max-age=31536000, immutable',
    });
  });

  test.each([
    ['gzip, deflate, br', 'br', brotliCompressSync('export {}; // Brotli').length],
    ['gzip', 'gzip', gzipSync('export {}; // gzip').length],
    ['identity', undefined, 'export {};'.length],
  ])(
    'sends the version compressed at build time to a browser that accepts %s',
    async (accepts, packed, length) => {
      const { headers } = await new Promise<IncomingMessage>((resolve) =>
        request(`${url}/assets/main-abc123.js`, { headers: { 'accept-encoding': accepts } }, resolve).end(),
      );

      expect(headers['content-encoding']).toBe(packed);
      expect(headers).toMatchObject({
        'content-length': String(length),
        'content-type': 'text/javascript',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      });
    },
  );

  test('sends a file again only when it has changed', async () => {
    const { headers } = await fetch(`${url}/about`);
    const again = await fetch(`${url}/about`, { headers: { 'if-none-match': headers.get('etag') ?? '' } });

    expect(again.status).toBe(304);
  });

  test.each(['/assets/main-older.js', '/favicon.ico', '/nowhere.png', '/api/other', '/media/', '/hooks/x'])(
    'does not serve its start page for %s, which does not exist',
    async (pathname) => {
      expect(await get(pathname)).toMatchObject({ status: 404, cache: 'no-store' });
    },
  );

  test('serves no page to a client that asked for data', async () => {
    expect((await get('/dashboard/0190', { headers: { accept: 'application/json' } })).status).toBe(404);
  });

  test('answers HEAD like GET without the body, and refuses other methods', async () => {
    expect(await get('/about', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      expect((await get('/about', { method })).status).toBe(405);
    }
  });

  test.each([
    '/..%2foutside.html',
    '/%2e%2e/outside.html',
    '/..%5coutside.html',
    '/assets/..%2f..%2foutside.html',
    '/%',
  ])('does not leave its folder for %s', async (pathname) => {
    expect((await get(pathname)).text).not.toContain('outside');
  });
});

test('A web app that was not built is reported at each of its addresses', async () => {
  const empty = createServer(website(path.join(folder, 'nowhere')));
  await new Promise<void>((resolve) => empty.listen(0, '127.0.0.1', resolve));
  const at = `http://127.0.0.1:${(empty.address() as AddressInfo).port}`;

  for (const pathname of [
    '/',
    '/dashboard/01a21bac-c946-70b4-a04c-046b0486db6f/',
    '/assets/main-abc123.js',
  ]) {
    const response = await fetch(at + pathname);
    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await response.text()).toContain('npm run build');
  }
  empty.close();
});

test('A file that a new build removes from a running server breaks only its own answer', async () => {
  const gone = path.join(folder, 'assets/gone.js');
  writeFileSync(gone, 'gone');
  const running = createServer(website(folder));
  await new Promise<void>((resolve) => running.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void running.close());
  const read = (file: string) =>
    fetch(`http://127.0.0.1:${(running.address() as AddressInfo).port}/assets/${file}`).then((answer) =>
      answer.text(),
    );
  expect(await read('gone.js')).toBe('gone');

  rmSync(gone);

  await expect(read('gone.js')).rejects.toThrow();
  expect(await read('main-abc123.js')).toContain('export {};');
});
