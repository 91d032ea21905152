import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { cpuOfFamily, load, memoryOf } from './machine.ts';
import { type Bench, cookieOf, openBench } from './seed/seed.ts';
import { type Ours, startOurs } from './stage.ts';
import { mark } from './table.ts';

const help = `npm run bench:calls -- [--calls 200] [--utterances 8] [--messages N]

Holds calls at once, over the browser's line, which speaks the phone service's frames, and prints the time from the end
of an utterance to the first words of the answer, and the memory per call. --messages is the seed's size, as in
npm run bench.
`;

const stories = [
  'My father kept a bakery on Canal Street, and the oven was lit at three.',
  'My brother Emil carried the bread to the harbour before school.',
  'In the winter of 1951 the river froze, and we walked across it to church.',
  'My mother sang while she baked, and the neighbours opened their windows.',
];
/** How long somebody speaks, at least and at most. */
const [shortestMs, longestMs] = [4_000, 12_000];
/** The most that the first words may take. */
const mostMs = 150;

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '200' },
    utterances: { type: 'string', default: '8' },
    messages: { type: 'string', default: '2000000' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(help);
else await run({ calls: Number(values.calls), utterances: Number(values.utterances) });

async function run({ calls, utterances }: { calls: number; utterances: number }) {
  const bench = await openBench(Number(values.messages), say);
  const ours = await startOurs(bench);
  const started = new Date();
  try {
    const { rows } = await bench.db.query<{ id: string; n: string }>(
      `select id, split_part(preferred_name, '-', 2) as n from subject
       where preferred_name like 'Subject-%' order by split_part(preferred_name, '-', 2)::int limit $1`,
      [Math.min(calls, 200)],
    );
    // The first requests load code, which is not the memory of a call.
    await holdCall(ours, { subjectId: rows[0]?.id ?? '', reader: 'reader-1' }, 2);
    await deleteCalls(bench, started);
    await sleep(3_000);
    const before = memoryOf(ours.pid);
    let most = before;
    const watching = setInterval(() => {
      most = Math.max(most, memoryOf(ours.pid));
    }, 250);
    const [cpu, since] = [cpuOfFamily(ours.pid), performance.now()];
    const delays = await Promise.all(
      rows.map(({ id, n }) => holdCall(ours, { subjectId: id, reader: `reader-${n}` }, utterances)),
    );
    clearInterval(watching);
    const busy = (cpuOfFamily(ours.pid) - cpu) / (performance.now() - since);
    const sorted = delays.flat().sort((a, b) => a - b);
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
    say(`${rows.length} calls at once, ${sorted.length} answers. Load: ${load().toFixed(1)}`);
    say(
      `From the end of an utterance to the first words: median ${at(0.5).toFixed(0)} ms, ` +
        `95 % ${at(0.95).toFixed(0)} ms (goal ≤ ${mostMs} ms ${mark(at(0.95) <= mostMs)}), most ${at(1).toFixed(0)} ms`,
    );
    say(
      `Memory at rest ${before.toFixed(0)} MB, at most ${most.toFixed(0)} MB: ` +
        `${((most - before) / rows.length).toFixed(2)} MB per call. The server used ${(busy * 100).toFixed(0)} % of a processor`,
    );
  } finally {
    await ours.stop();
    await deleteCalls(bench, started);
    await bench.stop();
  }
}

/** Holds one call; resolves with the time until the first words of each answer, in ms. */
async function holdCall(
  { url }: Ours,
  { subjectId, reader }: { subjectId: string; reader: string },
  utterances: number,
): Promise<number[]> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookieOf(reader) },
    body: JSON.stringify({
      query: 'mutation ($id: ID!) { tryCall(subjectId: $id) { __typename ... on TriedCall { socketPath } } }',
      variables: { id: subjectId },
    }),
  });
  const { data, errors } = await response.json();
  if (!data?.tryCall.socketPath) throw new Error(`No call: ${JSON.stringify(errors ?? data)}`);
  const socket = new WebSocket(url.replace(/^http/, 'ws') + data.tryCall.socketPath, { origin: url });
  const send = (frame: object) => socket.send(JSON.stringify(frame));
  const delays: number[] = [];
  let spokenAt: number | null = null;
  let complete = () => {};
  socket.on('message', (received) => {
    const { type, last } = JSON.parse(String(received)) as { type: string; last?: boolean };
    if (type !== 'text') return;
    if (spokenAt !== null) delays.push(performance.now() - spokenAt);
    spokenAt = null;
    if (last) complete();
  });
  const answered = () =>
    new Promise<void>((resolve, reject) => {
      complete = resolve;
      socket.once('close', () => reject(new Error('The call was closed')));
    });
  const opening = answered();
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  send({ type: 'setup', callSid: `browser:${reader}` });
  await opening;
  for (let n = 0; n < utterances; n++) {
    // The answer is heard to its end before somebody speaks again.
    send({ type: 'info', name: 'agentSpeaking', value: 'on' });
    send({ type: 'info', name: 'agentSpeaking', value: 'off' });
    await sleep(shortestMs + Math.random() * (longestMs - shortestMs));
    const answer = answered();
    spokenAt = performance.now();
    send({ type: 'prompt', voicePrompt: stories[n % stories.length], last: true });
    await answer;
  }
  socket.removeAllListeners('close');
  socket.close();
  return delays;
}

/** Deletes the conversations of this run. */
async function deleteCalls({ db }: Bench, since: Date) {
  await db.query(
    `delete from conversation c using call l
     where l.conversation_id = c.id and l.line = 'BROWSER' and c.created_at >= $1`,
    [since],
  );
}

function say(text: string) {
  process.stdout.write(`${text}\n`);
}
