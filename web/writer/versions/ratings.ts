/** The ratings of a version's answers in words; empty when there are none. */
export function ratingsInWords({ up, down }: { up: number; down: number }): string {
  return up + down === 0 ? '' : `${up} good, ${down} not good`;
}
