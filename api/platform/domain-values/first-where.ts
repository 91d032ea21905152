/** The first number below `count` for which something holds that holds for all after it; `count` when it holds for none. */
export function firstWhere(count: number, holds: (at: number) => boolean): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
