import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { account } from '#tests/support/account.ts';
import { aChangeBeforeItsAnswer } from '#tests/support/cut-off.ts';
import { aTalkAtBoth, expectOnceInOrder, follow, followAtSecond, textsOf } from '#tests/support/following.ts';
import { personAt, signIn, succeeded } from '#tests/support/person.ts';
import { aTalkativeFamily, patienceMs, processes, useSeveral } from '#tests/support/several.ts';
import { aSlowModel } from '#tests/support/slow-model.ts';
import { aTalk, type Talk } from '#tests/support/talk.ts';
import { aFamily, type Family } from '#tests/support/world.ts';

vi.setConfig({ testTimeout: 3 * patienceMs });
useSeveral();

describe('With two web processes and one worker', () => {
  let family: Family;
  beforeAll(async () => {
    family = await aTalkativeFamily();
  }, patienceMs);

  test('a message sent to one is received at the other once and in order', async () => {
    const [first, second] = await aTalkAtBoth(family.self, family.subject.id);
    const follower = await followAtSecond(family, first);

    const said = Array.from({ length: 12 }, (_, at) => `Word ${at} of the harbour.`);
    for (const [at, words] of said.entries()) await (at % 3 ? first : second).send(words);
    await first.answered();

    const [told] = await first.transcript().then((all) => all.slice(-1));
    await follower.until((heard) => heard.some((event) => event.node.id === told?.id));
    expectOnceInOrder(follower, said);
    await first.end();
  });

  test('an answer made by one is streamed at the other', async () => {
    const [talk] = await aTalkAtBoth(family.self, family.subject.id);
    await talk.answered();
    const follower = follow(family.self, [processes().second.url], 'ReplyProgress', {
      conversationId: talk.id,
    });
    onTestFinished(follower.end);
    await processes().redis.isFollowed(`reply:${talk.id}`);
    const model = await aSlowModel();
    onTestFinished(model.stop);

    await talk.send('My father lit the big oven with birch wood at three every morning.');
    const answer = await model.asked(0, patienceMs);
    answer.say('Birch wood, at three. ');
    answer.say('The whole street ');
    await follower.until((heard) => heard.at(-1)?.text === 'Birch wood, at three.');
    answer.say('must have smelled of it. What ');
    await follower.until((heard) => heard.at(-1)?.text.endsWith('must have smelled of it.'));
    answer.say('did the neighbours say?');
    answer.finish();
    await follower.until((heard) => heard.at(-1)?.done);

    const last = await talk.last();
    expect(follower.heard.at(-1)).toMatchObject({ messageId: last.id, text: last.text });
    const texts = follower.heard.map(({ text }) => text);
    expect(texts.every((text, at) => text.startsWith(texts[at - 1] ?? ''))).toBe(true);
    await talk.end();
  });

  test('a new message at one stops the answer of the other, and all messages are answered once', async () => {
    const [first, second] = await aTalkAtBoth(family.self, family.subject.id);
    await first.answered();
    const model = await aSlowModel();
    onTestFinished(model.stop);

    await first.send('We walked to the school over the bridge in all weathers.');
    const early = await model.asked(0, patienceMs);
    await second.send('My brother Tom carried the books of both of us.');
    const late = await model.asked(1, patienceMs);
    late.say('Tom, with all the books. What was he like on those walks?');
    late.finish();
    await first.answered();

    await vi.waitFor(() => expect(early.left()).toBe(true), { timeout: patienceMs });
    expect(late.body).toMatch(/over the bridge.*My brother Tom/s);
    const roles = (await first.transcript()).map(({ role }) => role);
    expect(roles.slice(-3)).toEqual(['user', 'user', 'assistant']);
    await first.end();
  });

  test('ending a conversation at one stops the answer of the other', async () => {
    const [first, second] = await aTalkAtBoth(family.self, family.subject.id);
    await first.answered();
    const model = await aSlowModel();
    onTestFinished(model.stop);

    await first.send('The teacher had a wooden leg, and a laugh you could hear in the yard.');
    const answer = await model.asked(0, patienceMs);
    await second.end();

    await vi.waitFor(() => expect(answer.left()).toBe(true), { timeout: patienceMs });
  });

  test('signing out at one ends the streams at the other', async () => {
    const cookie = await signIn(family.owner.email);
    const owner = { ...family.owner, cookie };
    const [talk] = await aTalkAtBoth(family.self, family.subject.id);
    const follower = await followAtSecond({ ...family, owner }, talk);
    await talk.say('Something that is heard before.');
    await follower.until((heard) => heard.length >= 1);

    await account('/sign-out', {}, { cookie });

    await follower.ended;
    await talk.end();
  });

  test('removing a member at one ends their streams at the other', async () => {
    const other = await aFamily();
    const [talk] = await aTalkAtBoth(other.self, other.subject.id);
    const follower = await followAtSecond({ ...other, owner: other.editor }, talk);
    await talk.say('Something that is heard before.');
    await follower.until((heard) => heard.length >= 1);

    const { members } = (await other.owner.gql('FamilyFriends', { subjectId: other.subject.id })).subject;
    const editing = members.find(({ user }: { user: { id: string } }) => user.id === other.editor.id);
    succeeded(await other.owner.gql('RemoveMember', { id: editing.id }));

    await follower.ended;
    await talk.end();
  });

  test('an admin who reads at both is recorded once', async () => {
    const { admin } = family;
    const filter = { subjectId: family.subject.id };
    for (const reader of [admin, personAt(admin, processes().second.url)]) {
      await reader.gql('WriterMessages', { filter, first: 1 });
    }

    const noted = { action: 'messages.read', actorId: admin.id, subjectId: family.subject.id };
    expect(await db.auditEvent.count({ where: noted })).toBe(1);
  });

  test('a job queued at one is run once, by the worker', async () => {
    const { first, second, worker } = processes();
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say(
      'We had a bakery on Mill Street when I was small, and my father Tomas lit the oven at three.',
    );
    await talk.end();

    await talk.written(patienceMs);
    const jobs = await db.$queryRaw<{ id: string; retryCount: number }[]>`
      select id::text, retry_count as "retryCount" from jobs.job
      where name = 'biography.write' and data->>'conversationId' = ${talk.id}`;
    expect(jobs).toMatchObject([{ retryCount: 0 }]);
    const done = (lines: string[]) => lines.filter((line) => line.includes(`"jobId":"${jobs[0]?.id}"`));
    await worker.line(new RegExp(`"jobId":"${jobs[0]?.id}".*"job done"`));
    expect(done(worker.lines)).toHaveLength(1);
    expect([...first.lines, ...second.lines].join('\n')).not.toContain('"job":');
  });

  test('a worker answers only health requests', async () => {
    const { worker } = processes();
    const status = async (path: string) => (await fetch(worker.url + path)).status;

    expect(await (await fetch(`${worker.url}/readyz`)).json()).toMatchObject({
      status: 'ready',
      redis: 'up',
    });
    expect(await status('/healthz')).toBe(200);
    expect(await (await fetch(`${worker.url}/metrics`)).text()).toContain('role="worker"');
    expect(await Promise.all(['/', '/graphql', '/api/auth/get-session', '/media/x'].map(status))).toEqual([
      404, 404, 404, 404,
    ]);
  });
});

describe('While Redis is away', () => {
  let family: Family;
  beforeAll(async () => {
    family = await aTalkativeFamily();
  }, patienceMs);

  /** What each process logged of Redis. */
  function told(): string[][] {
    const { first, second, worker } = processes();
    return [first, second, worker].map(({ lines }) =>
      lines.flatMap((line) => /Redis is (?:away|back)/.exec(line)?.[0] ?? []),
    );
  }
  const allFind = (words: string) =>
    vi.waitFor(() => expect(told().map((lines) => lines.at(-1))).toEqual([words, words, words]), {
      timeout: patienceMs,
    });

  test('messages arrive once and in order although Redis is killed and restarted after ten seconds', async () => {
    const { redis } = processes();
    const [first, second] = await aTalkAtBoth(family.self, family.subject.id);
    const follower = await followAtSecond(family, first);
    const said: string[] = [];
    const say = async (talk: Talk) => {
      said.push(`Word ${said.length} of the harbour.`);
      await talk.send(said.at(-1) ?? '');
    };

    await redis.kill();
    for (const startAt = Date.now() + 10_000; Date.now() < startAt || said.length < 7; await sleep(1_400)) {
      // Of what is said at the first process nothing tells the second: whoever follows there looks by themselves.
      if (said.length === 5) await follower.until((heard) => textsOf(heard).includes(said[2] ?? ''));
      await say(said.length < 5 || said.length % 2 ? first : second);
    }
    await allFind('Redis is away');
    expect(await (await fetch(`${processes().second.url}/readyz`)).json()).toMatchObject({
      status: 'ready',
      redis: 'away',
    });
    await redis.start();
    await say(first);
    await allFind('Redis is back');
    await say(first);
    await first.answered();

    await follower.until((heard) => textsOf(heard).includes(said.at(-1) ?? ''));
    expectOnceInOrder(follower, said);
    // Not for every look for it; on a busy machine it may seem away once more.
    for (const lines of told()) expect(lines.length).toBeLessThanOrEqual(6);
    await first.end();
  });

  test('the processes work without a frozen Redis, and use it again once it responds', async () => {
    const { redis } = processes();
    const [talk] = await aTalkAtBoth(family.self, family.subject.id);
    const follower = await followAtSecond(family, talk);
    redis.freeze();
    onTestFinished(redis.thaw);

    await talk.send('Word 0 of the harbour.');
    await allFind('Redis is away');
    await talk.send('Word 1 of the harbour.');
    redis.thaw();
    await allFind('Redis is back');
    await talk.send('Word 2 of the harbour.');
    await talk.answered();

    await follower.until((heard) => textsOf(heard).includes('Word 2 of the harbour.'));
    expectOnceInOrder(
      follower,
      [0, 1, 2].map((n) => `Word ${n} of the harbour.`),
    );
    await talk.end();
  });
});

describe('When a process is killed,', () => {
  const conversations = `subscription ($subjectId: ID!, $awaySeconds: Int) {
    conversationChanged(subjectId: $subjectId, awaySeconds: $awaySeconds) { id status writing }
  }`;

  test('its followers resume at the other process, and an idempotent change is answered there, without loss or duplicates', async () => {
    const { first, second } = processes();
    const family = await aTalkativeFamily();
    const subjectId = family.subject.id;
    const changes = Promise.withResolvers<void>();
    const [, talk] = await aTalkAtBoth(family.self, subjectId);
    const owner = personAt(family.owner, second.url);
    const filter = { conversationId: talk.id };
    const { messages } = await owner.gql('WriterMessages', { filter, first: 1 });
    const after = messages.pageInfo.startCursor;
    const both = [first.url, second.url];
    const follower = follow(owner, both, 'MessageAdded', { filter, after });
    // Longer than any of this takes, as the web app also rather says too long than too short.
    const away = { subjectId, awaySeconds: 300 };
    const log = follow(owner, both, conversations, away, changes.promise);
    onTestFinished(() => Promise.all([follower, log].map(({ end }) => end())).then(() => {}));
    const said = Array.from({ length: 20 }, (_, at) => `Word ${at} of the harbour.`);
    for (const words of said.slice(0, 8)) await talk.send(words);
    await follower.until((heard) => textsOf(heard).includes(said[3] ?? ''));
    await log.until((heard) => heard.at(-1)?.id === talk.id);
    const change = await aChangeBeforeItsAnswer(family, first.url);
    first.signal('SIGKILL');
    for (const words of said.slice(8)) await talk.send(words);
    await first.ended;
    await change.againAt(second.url);
    await follower.until((heard) => textsOf(heard).includes(said.at(-1) ?? ''));
    await talk.answered();
    await talk.end();
    await talk.written(patienceMs);
    const before = log.heard.length;
    const next = await aTalk(personAt(family.self, second.url), subjectId);
    changes.resolve();

    await log.until((heard) => heard.at(-1)?.id === next.id);
    expect(log.heard.slice(before)).toContainEqual({ id: talk.id, status: 'COMPLETED', writing: 'WRITTEN' });
    await next.end();
    await log.until((heard) => heard.at(-1)?.id === next.id && heard.at(-1)?.status === 'COMPLETED');
    expectOnceInOrder(follower, said);
  });
});
