import type { WriteRequest, Written } from '../writing/writer.ts';

/** What the writer's thread is told: what to write, or that nobody waits for it any more. */
export type Told = { id: number; request: WriteRequest } | { id: number; abandoned: true };

/** What it answers. */
export type Answered = { id: number; written: Written } | { id: number; error: unknown };
