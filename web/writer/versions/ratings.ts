/** How often the answers of a version were liked, in words; empty when nobody has rated one. */
export function ratingsInWords({ up, down }: { up: number; down: number }): string {
  return up + down === 0 ? '' : `${up} good, ${down} not good`;
}
