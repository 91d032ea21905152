import { z } from 'zod';
import { clearable, line, words } from '#api/platform/domain-values/input.ts';

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
});

export type MakingRequest = z.output<typeof MakingRequest>;
