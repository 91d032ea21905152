import {
  CARDS_INSTRUCTIONS,
  SUMMARY_INSTRUCTIONS,
  TITLE_INSTRUCTIONS,
} from '#api/biography/writing/model/prompt.ts';

/** The writing tasks of a model. They are requested in one answer, based on one reading. */
export const promptTasks = ['title', 'summary', 'cards'] as const;

export type PromptTask = (typeof promptTasks)[number];

/** The variables a prompt may use between double braces, with their meaning. */
export const promptVariables: Readonly<Record<string, string>> = {
  preferredName: 'how they want to be called',
  fullName: 'their whole name',
  pronouns: 'their pronouns, as the family wrote them',
  birthDate: 'when they were born',
  birthPlace: 'where they were born',
};

/** A prompt's fixed id, which exists before its first version. */
export const promptIds: Readonly<Record<PromptTask, string>> = {
  title: '01936000-0000-7000-8000-000000000001',
  summary: '01936000-0000-7000-8000-000000000002',
  cards: '01936000-0000-7000-8000-000000000003',
};

/** The instructions when the team has no live version. */
export const builtInTexts: Readonly<Record<PromptTask, string>> = {
  title: TITLE_INSTRUCTIONS,
  summary: SUMMARY_INSTRUCTIONS,
  cards: CARDS_INSTRUCTIONS,
};
