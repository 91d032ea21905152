import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { contactCard, trustedCaller } from '#api/calls/trusted-caller/contact-card.ts';
import { answer } from './headers.ts';

/** Serves the contact card of the number that calls come from. It is public, because the phone service fetches it too. */
export async function serveContactCard(
  request: IncomingMessage,
  response: ServerResponse,
  webFolder: string,
): Promise<void> {
  const caller = trustedCaller();
  if (!caller) return answer(response, 404, { error: 'No phone service is set up here' });
  const picture = await readFile(path.join(webFolder, 'apple-touch-icon.png')).catch(() => null);
  const card = Buffer.from(contactCard(caller.number, picture));
  response.writeHead(200, {
    'content-type': 'text/vcard; charset=utf-8',
    'content-length': card.length,
    'content-disposition': 'attachment; filename="Evertold.vcf"',
    'cache-control': 'public, max-age=3600',
  });
  response.end(request.method === 'HEAD' ? undefined : card);
}
