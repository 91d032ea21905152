import { z } from 'zod';
import { InvalidInput } from './errors.ts';

/** Parses what came in once, at the edge of a use case; throws `InvalidInput` with one issue per field. */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new InvalidInput(
    result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  );
}

/** One line as somebody types it: trimmed, 1 to `max` characters, no control characters. */
export function line(max: number) {
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters`)
    .refine((value) => value.isWellFormed() && !/\p{Cc}/u.test(value), 'must not contain control characters');
}

/** Text of several lines: trimmed, 1 to `max` characters, no control characters but line ends and tabs. */
export function words(max: number) {
  return z
    .string()
    .transform((value) => value.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().min(1, 'must not be empty').max(max, `must be at most ${max} characters`))
    .refine(
      (value) => value.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(value),
      'must not contain control characters',
    );
}

/** A field that an empty value clears: null and an empty line are both null. */
export function clearable<S extends z.ZodType<string>>(schema: S) {
  return z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    schema.nullable(),
  );
}
