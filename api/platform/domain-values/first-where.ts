/**
 * Binary search: the first number below `count` for which `holds` is true, given that it then holds for all larger
 * ones; `count` when there is none.
 */
export function firstWhere(count: number, holds: (at: number) => boolean): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
