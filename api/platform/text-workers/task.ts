/** Work on people's words: a name by which a worker knows it, and how it is done. What goes in and out is plain data. */
export type TextTask<I, O> = { name: string; run(input: I): O };

export function textTask<I, O>(task: TextTask<I, O>): TextTask<I, O> {
  return task;
}

/** What a worker is given to do. */
export type Assigned = { task: string; input: unknown };

/** What it says: that it has started, or how its work ended. */
export type Said = { ready: true } | { output: unknown } | { error: unknown };
