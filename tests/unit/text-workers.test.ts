import { performance } from 'node:perf_hooks';
import type { Worker } from 'node:worker_threads';
import { beforeEach, describe, expect, test } from 'vitest';
import { composeConversation } from '#api/biography/text-tasks.ts';
import { compose } from '#api/biography/writing/compose.ts';
import { readCorrection } from '#api/conversations/engine/reading.ts';
import { hearUtterance } from '#api/conversations/text-tasks.ts';
import { withMeanings } from '#api/language/text-meanings.ts';
import { runInWorker, runTextTask, WorkerKilled } from '#api/platform/text-workers/pool.ts';
import { TurnQueue } from '#api/platform/text-workers/turn-queue.ts';
import { longTexts, repeatedText } from '#tests/support/long-words.ts';
import { EXCHANGE, requestOf, talk } from '#tests/unit/writing/alma.ts';

const minuteMs = 60_000;
const request = requestOf(talk(EXCHANGE));
const stories = longTexts(8_000).find(([made]) => made === 'a story of sentences')?.[1] ?? '';
/** It takes seconds to write. */
const long = requestOf(talk([['And then?', 'love', stories]]));
const utterance = {
  text: 'Keep that between us, please.',
  history: [],
  channel: 'WEB' as const,
  language: 'en' as const,
};

const inBackground = { deadlineMs: minuteMs, background: true };
const waitedFor = { deadlineMs: minuteMs, subjectId: 'waiting' };

const threads: Worker[] = [];
process.on('worker', (worker) => threads.push(worker));

describe('A worker', () => {
  test('gives the same results as the main thread, for several tasks at once', async () => {
    const written = await Promise.all(
      ['a', 'b', 'c'].map((subjectId) =>
        runInWorker(composeConversation, request, { ...inBackground, subjectId }),
      ),
    );

    const once = await withMeanings(() => compose(request));
    expect(written).toEqual([once, once, once]);
  });

  /** Thread CPU and not the clock: a machine that is busy with something else makes it no longer. */
  test.each(['…', "don't tell anybody but ", 'a, ', 'Mr. A. ', 'Anna was '])(
    'processes the longest correction without blocking this thread: %j',
    async (part) => {
      await readCorrection(repeatedText('Anna ', 20_000), 'warm');
      const before = process.threadCpuUsage();
      const { spans } = await readCorrection(repeatedText(part, 20_000), 'corrected');
      const { user, system } = process.threadCpuUsage(before);

      expect(spans).not.toHaveLength(0);
      expect((user + system) / 1000).toBeLessThan(50);
    },
  );

  test('does not block this thread while it works', async () => {
    const before = performance.eventLoopUtilization();

    await runInWorker(composeConversation, long, { ...inBackground, subjectId: 'a' });

    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });
});

describe('A worker, where none runs yet,', () => {
  beforeEach(endAll);

  test('is not started for a short text', async () => {
    const heard = await runTextTask(hearUtterance, utterance, { ...waitedFor, characters: 29 });

    expect(heard.privateScope).toBe('THIS_AND_NEXT');
    expect(threads).toEqual([]);
  });

  test('is ended at the deadline, and another one processes the next text', async () => {
    const late = runInWorker(composeConversation, long, { subjectId: 'a', deadlineMs: 20 });

    await expect(late).rejects.toThrow(WorkerKilled);
    expect((await runInWorker(hearUtterance, utterance, waitedFor)).privateScope).toBe('THIS_AND_NEXT');
    expect(threads).toHaveLength(2);
  });

  test('is replaced when it ends during a task, which is retried once and then given up', async () => {
    const once = runInWorker(composeConversation, long, { ...inBackground, subjectId: 'a' });
    await begun(1);
    await threads[0]?.terminate();
    expect((await once).title).toBe(compose(long).title);

    threads.length = 0;
    const twice = runInWorker(composeConversation, long, { ...inBackground, subjectId: 'a', deadlineMs: 20 });
    await expect(twice).rejects.toThrow(WorkerKilled);
  });

  test('stops at once when its task is aborted', async () => {
    const left = new AbortController();
    const options = { ...inBackground, subjectId: 'a', signal: left.signal };
    const running = runInWorker(composeConversation, long, options);
    const waiting = runInWorker(composeConversation, long, options);
    await begun(1);
    left.abort(new Error('Left'));

    await expect(running).rejects.toThrow('Left');
    await expect(waiting).rejects.toThrow('Left');
    await expect(runInWorker(composeConversation, request, options)).rejects.toThrow('Left');
  });
});

describe('In the queue of text tasks,', () => {
  beforeEach(endAll);

  test('urgent tasks run before background tasks', async () => {
    const order: string[] = [];
    const done = (what: string) => () => order.push(what);
    const background = ['a', 'b'].map((subjectId) =>
      runInWorker(composeConversation, long, { ...inBackground, subjectId }).then(done('background')),
    );
    const urgent = ['c', 'd', 'e'].map((subjectId) =>
      runInWorker(hearUtterance, utterance, { ...waitedFor, subjectId }).then(done('urgent')),
    );
    await Promise.all([...background, ...urgent]);

    expect(order).toEqual(['urgent', 'urgent', 'urgent', 'background', 'background']);
  });

  test('each subject has a turn before any has a second one', async () => {
    const order: string[] = [];
    await Promise.all(
      ['many', 'many', 'many', 'many', 'one'].map((subjectId) =>
        runInWorker(composeConversation, request, { ...inBackground, subjectId }).then(() =>
          order.push(subjectId),
        ),
      ),
    );

    expect(order.indexOf('one')).toBeLessThan(2);
  });

  test('turns are round robin, and removed items are skipped', () => {
    const queue = new TurnQueue<number>();
    for (const [at, owner] of ['a', 'a', 'a', 'b', 'c', 'c'].entries()) queue.add(owner, at);

    expect(queue.remove('a', 1)).toBe(true);
    expect(queue.remove('a', 1)).toBe(false);
    expect(Array.from({ length: 6 }, () => queue.take())).toEqual([0, 3, 4, 2, 5, null]);
    expect(queue.size).toBe(0);
  });
});

async function endAll() {
  for (const thread of threads.splice(0)) await thread.terminate();
}

/** Waits until so many workers were started and had time to begin. */
async function begun(count: number) {
  await expect.poll(() => threads.length).toBeGreaterThanOrEqual(count);
  await new Promise((resolve) => setTimeout(resolve, 600));
}
