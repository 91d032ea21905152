import { z } from 'zod';
import { InvalidInput } from '#api/platform/errors.ts';

/** Parses the input of a use case once, at its entry; throws `InvalidInput` with one issue per field. */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new InvalidInput(
    result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  );
}

/**
 * Invisible characters that reorder the text around them or hide in it: embeddings, overrides, isolates, byte order
 * marks. They come along with copied text, so they are removed rather than refused. The joiners and direction marks
 * that languages need (ZWJ, ZWNJ, LRM, RLM, ALM) are kept.
 */
const unseen = /[\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** A visible character: no space, no mark without a letter, no blank letter. */
const seen = /[^\s\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

/**
 * A single line of input: trimmed, 1 to `max` characters with at least one visible, no control characters; invisible
 * ones are removed.
 */
export function line(max: number) {
  return text(max, (value) => value.replace(/[\u00ad\u200b]/g, ''), /[\p{Cc}\u2028\u2029]/u);
}

/** The same for text of several lines: it may contain line ends of any kind and tabs. */
export function words(max: number) {
  return text(max, (value) => value.replace(/\r\n?|[\u2028\u2029]/g, '\n'), /[^\P{Cc}\n\t]/u);
}

/** Text that somebody is still typing: as it is, also empty, 0 to `max` characters without control characters. */
export function unfinished(max: number) {
  return z
    .string()
    .max(max, `must be at most ${max} characters`)
    .refine(
      (value) => value.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(value),
      'must not contain control characters',
    );
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
