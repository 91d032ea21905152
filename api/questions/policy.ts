import type { Prisma } from '#api/generated/prisma/client.ts';

/** The family's questions that are shown and asked: all that are not removed. */
export const keptQuestions = { removedAt: null } satisfies Prisma.QuestionRequestWhereInput;

/** The order in which waiting questions are asked. */
export const askingOrder = [
  { position: 'asc' },
  { createdAt: 'asc' },
  { id: 'asc' },
] satisfies Prisma.QuestionRequestOrderByWithRelationInput[];
