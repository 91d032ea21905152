// Receives webhooks: checks the signature, answers at once, then works.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

const { EVERTOLD_WEBHOOK_SECRET = '', PORT } = process.env;
const secret = Buffer.from(
  EVERTOLD_WEBHOOK_SECRET.replace('whsec_', ''),
  'base64',
);

function isSigned(headers: IncomingHttpHeaders, body: string): boolean {
  const seconds = Number(headers['webhook-timestamp']);
  if (!(Math.abs(Date.now() / 1000 - seconds) < 300)) return false;
  const wanted = createHmac('sha256', secret)
    .update(`${headers['webhook-id']}.${seconds}.${body}`)
    .digest();
  // After a change of the secret there are two signatures for a day.
  const signatures = `${headers['webhook-signature']}`.split(' ');
  return signatures.some((each) => {
    const given = Buffer.from(each.replace('v1,', ''), 'base64');
    return (
      given.length === wanted.length && timingSafeEqual(given, wanted)
    );
  });
}

// An event can come twice, with the same id. Keep the ids in your database.
const handled = new Set<string>();

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  if (!isSigned(request.headers, body)) {
    response.writeHead(401).end();
    return;
  }
  response.writeHead(204).end();
  const id = `${request.headers['webhook-id']}`;
  if (handled.has(id)) return;
  handled.add(id);
  const { type, number, data } = JSON.parse(body);
  console.log(type, number, JSON.stringify(data));
}).listen(Number(PORT), '127.0.0.1');
