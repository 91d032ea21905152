import { ACT_OF, type Act, columnOf, LABELS } from './labels.ts';

/** The column of telling. */
export const TELL = columnOf('tell');

/** The evidence against every label when nothing is known. */
export const UNKNOWN = 0.1;

export function columnsOf(...acts: Act[]): number[] {
  return LABELS.filter((label) => acts.includes(ACT_OF[label])).map(columnOf);
}

/** The chance that any of these labels applies, and the likeliest of them. */
export function anyOf(chances: Float32Array, columns: readonly number[]): { chance: number; column: number } {
  let none = 1;
  let column = columns[0] ?? 0;
  for (const each of columns) {
    none *= 1 - (chances[each] ?? 0);
    if ((chances[each] ?? 0) > (chances[column] ?? 0)) column = each;
  }
  return { chance: 1 - none, column };
}

/** How much more likely an act is than simple telling, as a log ratio. */
export function marginOf(chance: number, chances: Float32Array): number {
  return Math.log(chance / ((chances[TELL] ?? 0) + UNKNOWN));
}

/** The columns of words beside the story: asides, questions to us, instructions, greetings and farewells. */
export const BESIDES = columnsOf('ASIDE', 'ASKS', 'INSTRUCTS', 'GREETS', 'CLOSES');
