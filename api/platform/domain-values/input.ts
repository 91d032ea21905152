import { z } from 'zod';
import { InvalidInput } from '#api/platform/errors.ts';

/** Parses what came in once, at the edge of a use case; throws `InvalidInput` with one issue per field. */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new InvalidInput(
    result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  );
}

/**
 * What shows nothing itself and turns the words around it about, or hides in them: embeddings, overrides, isolates,
 * byte order marks. It comes along with what is copied, unseen, so it is taken out rather than refused. The joiners
 * and marks of direction that languages are written with (ZWJ, ZWNJ, LRM, RLM, ALM) are not among them.
 */
const unseen = /[\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Something that one can see: no space, no mark without a letter, none of the letters that are blank. */
const seen = /[^\s\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

/**
 * One line as somebody types it: trimmed, 1 to `max` characters, at least one of them to be seen, no control
 * characters; what is unseen is taken out.
 */
export function line(max: number) {
  return text(max, (value) => value.replace(/[\u00ad\u200b]/g, ''), /[\p{Cc}\u2028\u2029]/u);
}

/** The same for text of several lines: it may have line ends, of whatever kind, and tabs. */
export function words(max: number) {
  return text(max, (value) => value.replace(/\r\n?|[\u2028\u2029]/g, '\n'), /[^\P{Cc}\n\t]/u);
}

function text(max: number, tidied: (value: string) => string, control: RegExp) {
  return z
    .string()
    .transform((value) => tidied(value.replace(unseen, '')).trim())
    .pipe(
      z
        .string()
        .refine((value) => control.test(value) || seen.test(value), 'must not be empty')
        .max(max, `must be at most ${max} characters`)
        .refine(
          (value) => value.isWellFormed() && !control.test(value),
          'must not contain control characters',
        ),
    );
}

/** A field that an empty value clears: null and an empty line are both null. */
export function clearable<S extends z.ZodType<string>>(schema: S) {
  return z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    schema.nullable(),
  );
}
