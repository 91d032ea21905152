/** The most memory that the process took more while something ran, in bytes. */
export async function mostMemoryOf(run: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() - before);
  }, 20);
  try {
    await run();
  } finally {
    clearInterval(watching);
  }
  return most;
}
