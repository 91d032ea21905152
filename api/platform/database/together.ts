import DataLoader from 'dataloader';

/**
 * Looks up by a key, all who ask in the same moment by one statement: what a statement takes on its way is several
 * times what such a look-up takes. Nothing is kept, so everybody is told what holds after they asked. `find` answers
 * the rows there are, in any order, each with the key (`asked`) that it was found by.
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
