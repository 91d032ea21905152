import { performance } from 'node:perf_hooks';
import type { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { threadedWriter } from '#api/biography/thread/threaded-writer.ts';
import { compose } from '#api/biography/writing/compose.ts';
import { EXCHANGE, requestOf, talk } from '#tests/unit/writing/alma.ts';

const request = requestOf(talk(EXCHANGE));

const threads: Worker[] = [];
process.on('worker', (worker) => threads.push(worker));

describe('the built-in writer in its thread', () => {
  const writer = threadedWriter();
  const never = new AbortController().signal;

  test('writes what it would write here, several conversations at once', async () => {
    const written = await Promise.all([writer.write(request, never), writer.write(request, never)]);

    expect(written).toEqual([compose(request), compose(request)]);
  });

  test('leaves this thread to others while it writes', async () => {
    const long = requestOf(talk(Array.from({ length: 8 }, () => EXCHANGE).flat()));
    const before = performance.eventLoopUtilization();

    await writer.write(long, never);

    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  test('stops at once when nobody waits for it any more, and writes the next', async () => {
    const left = new AbortController();
    const leaving = writer.write(request, left.signal);
    left.abort(new Error('Left'));

    await expect(leaving).rejects.toThrow('Left');
    await expect(writer.write(request, left.signal)).rejects.toThrow('Left');
    expect(await writer.write(request, never)).toEqual(compose(request));
  });

  test('has one thread for everything, and another when that one dies amid its work', async () => {
    await writer.write(request, never);
    const [first] = threads;
    expect(threads).toHaveLength(1);
    const writing = writer.write(request, never);

    await first?.terminate();

    expect(await writing).toEqual(compose(request));
    expect(threads).toHaveLength(2);
  });
});
