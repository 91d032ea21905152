import {
  CARDS_INSTRUCTIONS,
  SUMMARY_INSTRUCTIONS,
  TITLE_INSTRUCTIONS,
} from '#api/biography/writing/model/prompt.ts';

/** The writing tasks that a model does by instructions. They are asked for in one answer, which rests on one reading. */
export const promptTasks = ['title', 'summary', 'cards'] as const;

export type PromptTask = (typeof promptTasks)[number];

/** What a prompt may name between double braces, and what is filled in. */
export const promptVariables: Readonly<Record<string, string>> = {
  preferredName: 'how they want to be called',
  fullName: 'their whole name',
  pronouns: 'their pronouns, as the family wrote them',
  birthDate: 'when they were born',
  birthPlace: 'where they were born',
};

/** A prompt's id: it is there before its first version is. */
export const promptIds: Readonly<Record<PromptTask, string>> = {
  title: '01936000-0000-7000-8000-000000000001',
  summary: '01936000-0000-7000-8000-000000000002',
  cards: '01936000-0000-7000-8000-000000000003',
};

/** What a model is told where the team has made nothing live. */
export const builtInTexts: Readonly<Record<PromptTask, string>> = {
  title: TITLE_INSTRUCTIONS,
  summary: SUMMARY_INSTRUCTIONS,
  cards: CARDS_INSTRUCTIONS,
};
