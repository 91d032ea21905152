import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import sirv from 'sirv';
import { answer } from './headers.ts';
import { pathOf } from './request.ts';

export type Website = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The built web app: its files, the prerendered pages, and the app's shell for every other page address; the shell for
 * a subject's pages preloads their common files. An address without a page gets the shell with 404, and a missing file
 * gets 404. When the web app is not built, every address says so.
 */
export function website(folder: string): Website {
  if (!existsSync(path.join(folder, 'app.html'))) return notBuilt;
  const files = sirv(folder, {
    etag: true,
    gzip: true,
    brotli: true,
    setHeaders(response, pathname) {
      // Asset names change with their content; every other file is revalidated.
      const lasting = pathname.startsWith('/assets/');
      response.setHeader('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  const shell = readFileSync(path.join(folder, 'app.html'));
  const addresses = patternOf(JSON.parse(readFileSync(path.join(folder, 'addresses.json'), 'utf8')));

  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return answer(response, 405, { error: 'Method not allowed' });
    }
    response.once('pipe', (file: Readable) => {
      // A file that was deleted meanwhile, for example by a new build, ends its answer with an error.
      file.once('error', () => response.destroy());
      response.once('close', () => file.destroy());
    });
    files(request, response, () => {
      if (!opensThePage(request)) return answer(response, 404, { error: 'Not found' });
      // These pages are personal: invitations, accounts, subjects.
      response.setHeader('x-robots-tag', 'noindex');
      if (!addresses.test(pathOf(request))) {
        const head = { 'content-type': 'text/html;charset=utf-8', 'cache-control': 'no-cache' };
        response.writeHead(404, { ...head, 'content-length': shell.length });
        response.end(request.method === 'HEAD' ? undefined : shell);
        return;
      }
      request.url = shellOf(pathOf(request));
      files(request, response, () => answer(response, 404, { error: 'Not found' }));
    });
  };
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** A pattern for the paths that have a page: `:subjectId` in an address matches a UUID, `:token` any one part. */
function patternOf(addresses: readonly string[]): RegExp {
  const each = addresses.map((address) =>
    address
      .replace(/[.-]/g, '\\$&')
      .replace(/:([^/]+)/g, (_parameter, name: string) => (name.endsWith('Id') ? uuid : '[^/]+')),
  );
  return new RegExp(`^/(?:${each.join('|')})/?$`);
}

/** The shell for a path: the most specific one, which preloads the files of its page. */
function shellOf(path: string): string {
  if (/^\/invite\//.test(path)) return '/invite.html';
  const [, page] = /^\/dashboard\/[0-9a-f-]{36}\/?(|biography\/?)$/.exec(path) ?? [];
  if (page === undefined) return /^\/dashboard\//.test(path) ? '/book.html' : '/app.html';
  return page ? '/biography.html' : '/today.html';
}

/** The API works without a built web app, which may be served from elsewhere. */
function notBuilt(_request: IncomingMessage, response: ServerResponse) {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end('The web app is not built. Run "npm run build", then start the server again.\n');
}

/** Whether the request asks for a page, not for a file or an API address. */
function opensThePage(request: IncomingMessage): boolean {
  const accepts = request.headers.accept ?? '*/*';
  if (!/text\/html|\*\/\*/.test(accepts)) return false;
  const pathname = pathOf(request);
  return !/^\/(assets|api|media|hooks)(\/|$)/.test(pathname) && !/\.[^/]*$/.test(pathname);
}
