import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

type Page = { html: string; policy: string };

let page: Page | null = null;

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
export async function sendGraphiQL(response: ServerResponse): Promise<void> {
  page ??= await makePage();
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    'content-security-policy': page.policy,
  });
  response.end(page.html);
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
  return { html, policy: policy.join('; ') };
}
