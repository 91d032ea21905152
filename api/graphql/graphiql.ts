import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { keyBar } from './graphiql-key.ts';
import { fileCost } from './limits/meter.ts';

/** The page as it is sent: the same bytes for every caller, made and compressed once. */
type Page = { html: Buffer; packed: Buffer; etag: string; policy: string };

/** The cost of sending the whole page; a client with the current page gets 304 and pays less. */
const pageCost = 2000;

let page: Promise<Page> | null = null;

/** The first text in the editor: it runs as it is, in the order a partner needs. */
const examples = `# Signed in, you ask as yourself, or as the API key that you enter above.
query Me {
  me { id name }
}

# More to try: take the marks away in front of one (select it and press Ctrl or Cmd and /), and say in the menu of the
# button which of several is meant.
#
# The books you read, with their stories: what a key with subjects:read and biography:read gets.
# query Books {
#   subjects(first: 10) {
#     edges { cursor node { id preferredName chapters { title cards { title body } } } }
#     pageInfo { hasNextPage endCursor }
#   }
# }
#
# What was said, live; with the last cursor as $after it goes on from there. A key needs messages:read.
# subscription Words($subjectId: ID!, $after: String) {
#   messageAdded(filter: { subjectId: $subjectId }, after: $after) { cursor node { role text } }
# }
#
# A key for a partner's program, shown once. It is sent as "Authorization: Bearer evt_...", and on a socket as apiKey.
# mutation MakeKey {
#   createApiKey(input: { name: "Archive", scopes: ["subjects:read", "biography:read"], expiresInDays: 90 }) {
#     __typename
#     ... on CreateApiKeySuccess { secret apiKey { id prefix scopes expiresAt } }
#     ... on UserError { code message path }
#   }
# }
`;

/** Whether a browser opens the endpoint as a page, instead of a program sending a request. */
export function opensGraphiQL(request: IncomingMessage): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}

/**
 * Sends GraphiQL as a single page with its script, styles and workers; nothing is loaded from elsewhere. Its editor
 * adds styles at run time, so only this page allows inline styles.
 */
export async function sendGraphiQL(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { html, packed, etag, policy } = await loadPage();
  const unpacks = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(`${request.headers['accept-encoding'] ?? ''}`);
  response.setHeader('etag', etag);
  response.appendHeader('vary', 'accept-encoding');
  // It is compressed already, or must not be.
  response.setHeader('cache-control', 'private, no-cache, no-transform');
  response.setHeader('content-security-policy', policy);
  if (hasCurrentPage(request, etag)) {
    response.writeHead(304).end();
    return;
  }
  const body = unpacks ? packed : html;
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    ...(unpacks && { 'content-encoding': 'gzip' }),
  });
  response.end(body);
}

/** The cost of answering with the page. */
export async function costOfGraphiQL(request: IncomingMessage): Promise<number> {
  return hasCurrentPage(request, (await loadPage()).etag) ? fileCost : pageCost;
}

function hasCurrentPage({ headers }: IncomingMessage, etag: string): boolean {
  return (headers['if-none-match'] ?? '').split(',').some((each) => each.trim() === etag);
}

function loadPage(): Promise<Page> {
  page ??= makePage().catch((error) => {
    page = null;
    throw error;
  });
  return page;
}

/** Adds the field for a key, and has GraphiQL use it. Throws when the page is not as expected. */
function withKeyBar(html: string): string {
  const { style, form, script } = keyBar;
  const render = 'YogaGraphiQL.renderYogaGraphiQL(';
  const places: [at: number, length: number, by: string][] = [
    [html.indexOf('</head>'), 0, `<style>${style}</style>`],
    [html.indexOf('<div id="root">'), 0, `${form}<script>${script}</script>`],
    // The last call of the page.
    [html.lastIndexOf(render), render.length, 'renderWithKey('],
  ];
  if (places.some(([at]) => at < 0)) throw new Error('GraphiQL’s page is not as expected');
  return places.reduceRight(
    (text, [at, length, by]) => text.slice(0, at) + by + text.slice(at + length),
    html,
  );
}

async function makePage(): Promise<Page> {
  // Nine megabytes of script, loaded when first needed.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = withKeyBar(
    renderGraphiQL({
      title: 'Evertold API',
      defaultQuery: examples,
      subscriptionsProtocol: 'WS',
      // A key that is entered as a header must not stay in the browser.
      shouldPersistHeaders: false,
    }),
  );
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script ?? '')
        .digest('base64')}'`,
  );
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    'worker-src blob:',
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    'font-src data:',
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const bytes = Buffer.from(html);
  const packed = await promisify(gzip)(bytes, { level: 9 });
  // The same ETag for the compressed and the plain page.
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { html: bytes, packed, etag, policy: policy.join('; ') };
}
