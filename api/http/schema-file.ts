import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { partnerSdl } from '#api/graphql/partner-schema.ts';
import { schema } from '#api/schema.ts';
import { answer } from './headers.ts';

/** Where the schema for API keys is, as partners' code generators read it. */
export const schemaFilePath = '/schema.graphql';

/** Printed from the running schema at the first request, so that the file can't differ from what the server answers. */
let file: { text: Buffer; etag: string } | null = null;

/** Sends the schema for API keys to anybody; it contains no data. */
export function serveSchemaFile(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    answer(response, 405, { error: 'Method not allowed' });
    return;
  }
  file ??= printFile();
  const head = { etag: file.etag, 'cache-control': 'no-cache' };
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304, head).end();
    return;
  }
  response.writeHead(200, {
    ...head,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': file.text.length,
  });
  response.end(request.method === 'HEAD' ? undefined : file.text);
}

function printFile() {
  const text = Buffer.from(partnerSdl(schema));
  return { text, etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}
