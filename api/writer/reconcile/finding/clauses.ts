/** A stretch of a sentence and its value: EDTF, a place, or another fact in words. */
export type Said = { start: number; end: number; text: string; value: string };

/** The clauses of a sentence that these stretches touch. */
export function clausesOf(text: string, stretches: readonly { start: number; end: number }[]): string {
  let from = 0;
  return text
    .split(/(?<=[,;:–—]) /)
    .filter((clause) => {
      const start = from;
      from += clause.length + 1;
      return stretches.some((each) => each.start < start + clause.length && start < each.end);
    })
    .join(' ');
}
