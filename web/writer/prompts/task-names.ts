/** The writing tasks in words. */
export const taskNames: Readonly<Record<string, string>> = {
  title: 'Titles',
  summary: 'Summary',
  cards: 'Cards',
};
