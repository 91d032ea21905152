/** The words by which a language reports what somebody said. */
export interface QuotingWords {
  /** The form that the patterns match against. */
  plain: (text: string) => string;
  /** “She says”, “the officer asked”. Global. */
  reports: RegExp;
  /** “…, my mother said” after the quoted words. */
  reportedAfter: RegExp;
  /** From here the person speaks for themself again. */
  forThemself: RegExp;
}

/** Whether a part of a sentence quotes somebody in a story: “she says, mind the pot, I soon come”. */
export function createQuoteFinder({ plain, reports, reportedAfter, forThemself }: QuotingWords) {
  return (sentence: string, start: number, end: number): boolean => {
    if (isInMarks(sentence, (start + end) / 2)) return true;
    const upTo = plain(sentence.slice(0, end));
    const part = plain(sentence.slice(start, end));
    const last = [...upTo.matchAll(reports)].at(-1);
    if (last) {
      const quoted = upTo.slice(last.index + last[0].length);
      // Text before the reporting words isn't quoted by them.
      const isAfter = last.index + last[0].length - (upTo.length - part.length) < part.length / 2;
      if (isAfter && !forThemself.test(quoted)) return true;
    }
    return reportedAfter.test(plain(sentence.slice(end)));
  };
}

/** Whether a place is between quotation marks, or after one that the sentence doesn't close. */
function isInMarks(sentence: string, at: number): boolean {
  let isOpen = false;
  for (const { 0: mark, index } of sentence.matchAll(/["“”]/g)) {
    if (index >= at) break;
    isOpen = mark === '“' || (mark === '"' && !isOpen);
  }
  return isOpen;
}
