/**
 * The longest turn of this thread's event loop while `work` ran, in milliseconds of CPU time: other requests have to
 * wait for so long. Load from other processes doesn't count.
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
