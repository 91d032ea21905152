import { z } from 'zod';
import { clearable, line, words } from '#api/platform/domain-values/input.ts';
import { cloths } from '#api/subjects/details.ts';

const mostChapters = 60;
const mostCards = 1_000;
const mostSentences = 50;

/** The user's choices for a file; an empty list of chapters or stories means all. */
export const MakingRequest = z.object({
  chapterKeys: z
    .array(line(100))
    .max(mostChapters, `must be at most ${mostChapters}`)
    .nullish()
    .transform((keys) => keys ?? []),
  cardIds: z
    .array(z.string())
    .max(mostCards, `must be at most ${mostCards}`)
    .nullish()
    .transform((ids) => ids ?? []),
  sentenceId: z.string().nullish(),
  sentenceIds: z
    .array(z.string())
    .max(mostSentences, `must be at most ${mostSentences}`)
    .nullish()
    .transform((ids) => ids ?? []),
  title: clearable(line(120)).nullish(),
  dedication: clearable(words(500)).nullish(),
  /** The cloth of the cover; without one, the book's own. */
  cloth: z
    .string()
    .refine((cloth) => cloths.some((each) => each === cloth), `must be one of ${cloths.join(', ')}`)
    .nullish(),
  /** A picture on the cover. */
  coverId: z.string().nullish(),
  /** Whether codes to hear the voice are printed. */
  voiceCodes: z.boolean().nullish(),
});

export type MakingRequest = z.output<typeof MakingRequest>;
