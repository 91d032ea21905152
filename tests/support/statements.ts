import pg from 'pg';

/**
 * The statements that this process sends to its database while `work` runs, in order: the name of each, or its text if
 * it has none. Leaves out those of the job queue and the polling for due webhooks.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [asked] = given as [string | { name?: string; text?: string }];
    const { name, text = '' } = typeof asked === 'string' ? { text: asked } : asked;
    if (!/\bjobs\./.test(text) && name !== 'webhooks-due') sent.push(name ?? text);
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sent;
}
