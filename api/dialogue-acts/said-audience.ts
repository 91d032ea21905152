/**
 * Who may read words, as the person said it. `only` and `except` are people as the person calls them: names and
 * relations in lower case. The date of UNTIL is the first day on which everybody may read; `age` is the person's own, and
 * `years` count from the day on which it is said.
 */
export type SaidAudience =
  | { kind: 'AFTER_DEATH' }
  | { kind: 'UNTIL'; year: number; month: number; day: number }
  | { kind: 'UNTIL_AGE'; age: number }
  | { kind: 'IN_YEARS'; years: number }
  | { kind: 'ONLY'; people: string[] }
  | { kind: 'EXCEPT'; people: string[] };
