/** The words by which a language's wishes that are addressed to us are told from those of a story. */
export interface WishWords {
  /** What may precede a wish in its clause. */
  leadIn: ReadonlySet<string>;
  /** Where a clause begins. Global. */
  boundary: RegExp;
  reportedBefore: RegExp;
  reportedAfter: RegExp;
  /** “We would keep that between us” tells of the past. */
  tells: RegExp;
}

/** Finds a wish in plain text: the place and the words that a pattern matches. */
export type WishFinder = (said: string, pattern: RegExp) => { index: number; text: string } | null;

/**
 * Finds wishes that are addressed to us: the pattern matches, the words before it in the same clause are
 * only a lead-in (“well, could you please …”), and no character of the story is quoted.
 */
export function createWishFinder({
  leadIn,
  boundary,
  reportedBefore,
  reportedAfter,
  tells,
}: WishWords): WishFinder {
  return (said, pattern) => {
    // Most texts don't match, and building a global pattern is slower than finding that out.
    if (said.search(pattern) < 0) return null;
    for (const match of said.matchAll(new RegExp(pattern, `${pattern.flags.replace('g', '')}g`))) {
      const before = said.slice(0, match.index);
      const after = said.slice(match.index + match[0].length);
      const boundaries = [...said.matchAll(boundary)].filter(
        (mark) => mark.index + mark[0].length <= match.index,
      );
      const last = boundaries.at(-1);
      const clause = last ? before.slice((last.index ?? 0) + last[0].length) : before;
      const words = clause.match(/[\p{L}']+/gu) ?? [];
      if (!words.every((word) => leadIn.has(word)) || tells.test(clause)) continue;
      if (last?.[0] === '"' && (before.match(/"/g)?.length ?? 0) % 2 === 1) continue;
      if (
        reportedBefore.test(last ? before.slice(0, last.index) : '') ||
        reportedBefore.test(`${clause}\u0000`)
      )
        continue;
      if (reportedAfter.test(after)) continue;
      return { index: match.index, text: match[0] };
    }
    return null;
  };
}
