/**
 * What the longest turn of this thread's event loop took of the processor while the work ran, in milliseconds: so long
 * whoever else is served here waits. A machine that is busy with something else makes it no longer.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  const look = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user + now.system - before.user - before.system);
    before = now;
  };
  let looking = true;
  const next = () => {
    look();
    if (looking) setImmediate(next);
  };
  setImmediate(next);
  try {
    await work();
  } finally {
    looking = false;
    look();
  }
  return longest / 1000;
}
