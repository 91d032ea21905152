import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

type Page = { html: string; policy: string };

let page: Page | null = null;

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
    defaultQuery:
      '# Whoever you are to Evertold, this is what you may read.\nquery Me {\n  me { id name }\n}\n',
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
