import type { z } from 'zod';
import { InvalidInput } from './errors.ts';

/** Parses what came in once, at the edge of a use case; throws `InvalidInput` with one issue per field. */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new InvalidInput(
    result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  );
}
