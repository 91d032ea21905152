import DataLoader from 'dataloader';

/**
 * Batches look-ups by key: all calls of one turn share one statement, because a statement's overhead is several times
 * the look-up itself. Nothing is cached, so every caller sees the state after its call. `find` returns the rows in any
 * order, each with its key as `asked`.
 */
export function together<Row extends { asked: string }>(
  find: (asked: string[]) => Promise<Row[]>,
  atOnce = 100,
): (key: string) => Promise<Row | undefined> {
  const loader = new DataLoader<string, Row | undefined>(
    async (keys) => {
      const rows = new Map((await find([...new Set(keys)])).map((row) => [row.asked, row]));
      return keys.map((key) => rows.get(key));
    },
    { cache: false, batchScheduleFn: (send) => setImmediate(send), maxBatchSize: atOnce },
  );
  return (key) => loader.load(key);
}
