import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { server, useServer } from '#tests/support/world.ts';

useServer();

// As Java's own client does wherever there is no TLS: only who knows the other protocol takes the offer.
test.each([
  ['GET', '/healthz', ''],
  ['POST', '/graphql', '{"query":"{ __typename }"}'],
])('Who offers to go on in another protocol is answered in this one: %s %s', async (method, path, body) => {
  const offered = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };
  const asked = request(server().url + path, {
    method,
    headers: { 'content-type': 'application/json', ...offered },
  });
  asked.end(body);

  const [answer] = await once(asked, 'response');
  answer.resume();
  expect(answer.statusCode).toBe(200);
});
