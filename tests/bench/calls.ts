import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { MEANING_VERSION } from '#api/biography/asking/meanings.ts';
import { liveMemoryOf } from './live-memory.ts';
import { cpuOfFamily, load, memoryOf } from './machine.ts';
import { type Bench, cookieOf, openBench } from './seed/seed.ts';
import { type Ours, startOurs } from './stage.ts';
import { mark } from './table.ts';

const help = `npm run bench:calls -- [--calls 200] [--utterances 8] [--messages N] [--profile FOLDER]

Holds calls at once, over the browser's line, which speaks the phone service's frames, and prints the time from the end
of an utterance to the first words of the answer, and the memory per call: what the server holds while all calls are
open and silent. Exits with 1 when a goal is missed. --messages is the seed's size, as in npm run bench. --profile FOLDER writes a CPU profile of the server.
`;

const stories = [
  'My father kept a bakery on Canal Street, and the oven was lit at three.',
  'My brother Emil carried the bread to the harbour before school.',
  'In the winter of 1951 the river froze, and we walked across it to church.',
  'My mother sang while she baked, and the neighbours opened their windows.',
];
type Received = { type: string; token?: string; last?: boolean };
/** How long somebody speaks, at least and at most. */
const [shortestMs, longestMs] = [4_000, 12_000];
/** The most that the first words may take, for 95 of 100 answers, and the most that a call may hold of memory. */
const [mostMs, mostMb] = [300, 0.25];

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '200' },
    utterances: { type: 'string', default: '8' },
    messages: { type: 'string', default: '2000000' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(help);
else await run({ calls: Number(values.calls), utterances: Number(values.utterances) });

async function run({ calls, utterances }: { calls: number; utterances: number }) {
  const bench = await openBench(Number(values.messages), say);
  const profile = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [];
  const ours = await startOurs(bench, ['--inspect=127.0.0.1:0', ...profile]);
  const started = new Date();
  try {
    await encodeSeed(bench);
    const { rows } = await bench.db.query<{ id: string; n: string }>(
      `select id, split_part(preferred_name, '-', 2) as n from subject
       where preferred_name like 'Subject-%' order by split_part(preferred_name, '-', 2)::int limit $1`,
      [Math.min(calls, 200)],
    );
    // The first requests load code, which is not the memory of a call.
    (await holdCall(ours, { subjectId: rows[0]?.id ?? '', reader: 'reader-1' }, 2)).hangUp();
    await deleteCalls(bench, started);
    await sleep(3_000);
    const before = memoryOf(ours.pid);
    const heldBefore = await liveMemoryOf(ours.debuggerUrl ?? '');
    let most = before;
    const watching = setInterval(() => {
      most = Math.max(most, memoryOf(ours.pid));
    }, 250);
    const [cpu, since] = [cpuOfFamily(ours.pid), performance.now()];
    const held = await Promise.all(
      rows.map(({ id, n }) => holdCall(ours, { subjectId: id, reader: `reader-${n}` }, utterances)),
    );
    clearInterval(watching);
    const cpuMs = cpuOfFamily(ours.pid) - cpu;
    const busy = cpuMs / (performance.now() - since);
    await sleep(3_000);
    const heldMb = ((await liveMemoryOf(ours.debuggerUrl ?? '')) - heldBefore) / rows.length;
    for (const { hangUp } of held) hangUp();
    const sorted = held.flatMap(({ delays }) => delays).sort((a, b) => a - b);
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
    say(`${rows.length} calls at once, ${sorted.length} answers. Load: ${load().toFixed(1)}`);
    const isQuick = at(0.95) <= mostMs;
    const isSmall = heldMb <= mostMb;
    say(
      `From the end of an utterance to the first words: median ${at(0.5).toFixed(0)} ms, ` +
        `95 % ${at(0.95).toFixed(0)} ms (goal ≤ ${mostMs} ms ${mark(isQuick)}), most ${at(1).toFixed(0)} ms`,
    );
    say(
      `Memory held per call: ${(heldMb * 1024).toFixed(0)} KB (goal ≤ ${mostMb * 1024} KB ${mark(isSmall)}). ` +
        `Resident at rest ${before.toFixed(0)} MB, at most ${most.toFixed(0)} MB`,
    );
    say(
      `The server used ${(busy * 100).toFixed(0)} % of a processor, ` +
        `${(cpuMs / (sorted.length + rows.length)).toFixed(1)} ms for each answer`,
    );
    if (!(isQuick && isSmall)) process.exitCode = 1;
  } finally {
    await ours.stop();
    await deleteCalls(bench, started);
    await bench.stop();
  }
}

/** Holds one call; resolves with the time until the first words of each answer, in ms, while the call is still open. */
async function holdCall(
  { url }: Ours,
  { subjectId, reader }: { subjectId: string; reader: string },
  utterances: number,
): Promise<{ delays: number[]; hangUp: () => void }> {
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
  let answer = '';
  let complete = () => {};
  socket.on('message', (received) => {
    const { type, token, last } = JSON.parse(String(received)) as Received;
    if (type !== 'text') return;
    answer += token ?? '';
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
    send({ type: 'info', name: 'tokensPlayed', value: answer });
    send({ type: 'info', name: 'agentSpeaking', value: 'off' });
    answer = '';
    const story = stories[n % stories.length] ?? '';
    await keepSpeaking(story, send);
    const next = answered();
    spokenAt = performance.now();
    send({ type: 'prompt', voicePrompt: story, last: true });
    await next;
  }
  socket.removeAllListeners('close');
  return { delays, hangUp: () => socket.close() };
}

/** Says something for its time; the phone service transcribes word after word meanwhile. */
async function keepSpeaking(story: string, send: (frame: object) => void) {
  const words = story.split(' ');
  const lengthMs = shortestMs + Math.random() * (longestMs - shortestMs);
  for (let count = 1; count <= words.length; count++) {
    await sleep(lengthMs / words.length);
    send({ type: 'prompt', voicePrompt: words.slice(0, count).join(' '), last: false });
  }
}

/** Marks the seed's newest messages as encoded, so that a job doesn't encode 60,000 of them meanwhile. */
async function encodeSeed({ db }: Bench) {
  await db.query(
    `insert into message_meaning (message_id, subject_id, signs, vectors, version)
     select id, subject_id, '{}', '', $1 from message where created_at >= now() - interval '2 days'
     on conflict do nothing`,
    [MEANING_VERSION],
  );
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
