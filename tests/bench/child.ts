import { type ChildProcess, fork } from 'node:child_process';

/** A program of the bench in its own process, which handles one request at a time. */
export type Child = {
  pid: number;
  ask: <Answer>(question: object) => Promise<Answer>;
  stop: () => Promise<void>;
};

/** Starts a file of this folder; resolves once the child says that it is ready. */
export async function startChild(file: string, env: NodeJS.ProcessEnv = {}): Promise<Child> {
  const child = fork(new URL(file, import.meta.url), { env: { ...process.env, ...env } });
  const died = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  died.catch(() => {});
  const ask = async <Answer>(question: object | null): Promise<Answer> => {
    const answer = nextMessage(child);
    if (question) child.send(question);
    const { error, ...rest } = await Promise.race([answer, died]);
    if (error) throw new Error(`${file}: ${error}`);
    return rest as Answer;
  };
  await ask(null);
  return {
    pid: child.pid ?? 0,
    ask,
    async stop() {
      child.kill();
      await died.catch(() => {});
    },
  };
}

/** Called in the child: says that it is ready, and handles requests. */
export function answerParent<Question>(answer: (question: Question) => Promise<object>): void {
  process.on('message', (question: Question) => {
    answer(question).then(
      (result) => process.send?.(result),
      (error: Error) => process.send?.({ error: error.stack }),
    );
  });
  process.on('disconnect', () => process.exit());
  process.send?.({});
}

function nextMessage(child: ChildProcess): Promise<Record<string, unknown>> {
  return new Promise((resolve) => child.once('message', (message) => resolve(message as never)));
}
