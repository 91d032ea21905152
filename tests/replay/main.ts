import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openClient, signIn } from './client.ts';
import { aFreshAccount } from './fresh-account.ts';
import { readInterview } from './interview.ts';
import { measure, print } from './measure.ts';
import { play } from './play.ts';

const usage = `npm run replay -- FILE.json [--url http://localhost:3000] [--email … --password …] [--data-dir .data]

Plays the respondent's turns of an interview through real conversations with a running server, waits for the
biography, and prints what came of it. Without an account it makes one, and verifies it by the mail that the
server keeps in DATA_DIR/outbox. Exits with 1 when one of its requirements does not hold.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: process.env.PUBLIC_URL ?? 'http://localhost:3000' },
    email: { type: 'string' },
    password: { type: 'string' },
    'data-dir': { type: 'string', default: process.env.DATA_DIR ?? '.data' },
  },
});

const [file] = positionals;
if (!file) {
  console.error(usage);
  process.exit(2);
}

const base = new URL(values.url).origin;
const interview = readInterview(file);
const account =
  values.email && values.password
    ? { email: values.email, password: values.password }
    : await aFreshAccount(base, interview.respondent, values['data-dir'], randomUUID());
const client = openClient(base, await signIn(base, account.email, account.password));
try {
  const played = await play(client, interview, (line) => process.stderr.write(`${line}\n`));
  const results = await measure(client, interview, played);
  process.exitCode = print(results) ? 0 : 1;
} finally {
  await client.close();
}
