import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { fileCost } from './limits/meter.ts';

/** As it is sent: the same bytes to everybody, so that none of it is made, packed or held for one caller. */
type Page = { html: Buffer; packed: Buffer; etag: string; policy: string };

/** What the sending of the whole page costs; nothing of it is sent to who has it already. */
const pageCost = 2000;

let page: Promise<Page> | null = null;

/** What stands in the editor at first: runs as it is, in the order of what a partner asks. */
const examples = `# Signed in, you ask as yourself.
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

/** A person's browser opening the endpoint, rather than a program asking it something. */
export function opensGraphiQL(request: IncomingMessage): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}

/**
 * Sends GraphiQL, whole in one page: its script, styles and workers are in it, nothing comes from elsewhere.
 * Its editor writes styles as it runs, so this page, and no other, allows styles in the page.
 */
export async function sendGraphiQL(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { html, packed, etag, policy } = await thePage();
  const unpacks = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(`${request.headers['accept-encoding'] ?? ''}`);
  response.setHeader('etag', etag);
  response.appendHeader('vary', 'accept-encoding');
  // It is packed already, or is not to be.
  response.setHeader('cache-control', 'private, no-cache, no-transform');
  response.setHeader('content-security-policy', policy);
  if (hasIt(request, etag)) {
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

/** What it costs to answer with the page. */
export async function costOfGraphiQL(request: IncomingMessage): Promise<number> {
  return hasIt(request, (await thePage()).etag) ? fileCost : pageCost;
}

function hasIt({ headers }: IncomingMessage, etag: string): boolean {
  return (headers['if-none-match'] ?? '').split(',').some((each) => each.trim() === etag);
}

function thePage(): Promise<Page> {
  page ??= makePage().catch((error) => {
    page = null;
    throw error;
  });
  return page;
}

async function makePage(): Promise<Page> {
  // Nine megabytes of script: read when first needed.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({
    title: 'Evertold API',
    defaultQuery: examples,
    subscriptionsProtocol: 'WS',
  });
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
  // Of the same page however it is packed.
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { html: bytes, packed, etag, policy: policy.join('; ') };
}
