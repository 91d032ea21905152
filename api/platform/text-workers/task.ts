/** A text task: its name for the worker, and its code, which may be async. Input and output are plain data. */
export type TextTask<I, O> = { name: string; run(input: I): O };

export function textTask<I, O>(task: TextTask<I, O>): TextTask<I, O> {
  return task;
}

/** A task assigned to a worker. */
export type Assigned = { task: string; input: unknown };

/** A worker's message: it has started, or the result of its task. */
export type Said = { ready: true } | { output: unknown } | { error: unknown };
