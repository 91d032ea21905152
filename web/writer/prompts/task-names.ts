/** The names of the writing tasks. */
export const taskNames: Readonly<Record<string, string>> = {
  title: 'Titles',
  summary: 'Summary',
  cards: 'Cards',
};
