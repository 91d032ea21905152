import { z } from 'zod';

/** The schema of a model's answer. A source is a quote; the writer finds its position itself. */
export const ModelOutput = z.object({
  title: z.string().describe('What the conversation is remembered by, at most 10 words'),
  summary: z.string().describe('One or two sentences on what was told'),
  cards: z.array(
    z.object({
      title: z.string().describe('A concrete title from the story itself, at most 8 words'),
      chapter: z.string().describe('The key of one of the chapters'),
      addTo: z
        .string()
        .nullable()
        .describe('The id of the existing card that tells this story already, or null'),
      paragraphs: z.array(
        z.object({
          sentences: z.array(
            z.object({
              text: z.string(),
              sources: z.array(
                z.object({
                  message: z.string().describe('The label of the message, e.g. "M4"'),
                  quote: z
                    .string()
                    .describe('The words of that message on which the sentence rests, copied exactly'),
                }),
              ),
            }),
          ),
        }),
      ),
    }),
  ),
});

export type ModelOutput = z.infer<typeof ModelOutput>;
