import { quotationsIn } from '../quotations.ts';

/** The words by which a language reports what somebody said. */
export interface QuotingWords {
  /** The form that the patterns match against. */
  plain: (text: string) => string;
  /** “She says”, “the officer asked”. Global. */
  reports: RegExp;
  /** “…, my mother said” after the quoted words. */
  reportedAfter: RegExp;
  /** “I told you”: what is quoted after this is said to us. */
  toUs: RegExp;
  /** From here the person speaks for themself again. */
  forThemself: RegExp;
}

/** Whether a part of a sentence quotes somebody in a story: “she says, mind the pot, I soon come”. */
export function createQuoteFinder({ plain, reports, reportedAfter, toUs, forThemself }: QuotingWords) {
  return (sentence: string, start: number, end: number): boolean => {
    const middle = (start + end) / 2;
    const marked = quotationsIn(sentence).find((each) => each.start < middle && middle < each.end);
    if (marked && !toUs.test(plain(sentence.slice(0, marked.start)))) return true;
    const upTo = plain(sentence.slice(0, end));
    const part = plain(sentence.slice(start, end));
    const last = [...upTo.matchAll(reports)].at(-1);
    if (last) {
      const quoted = upTo.slice(last.index + last[0].length);
      // Text before the reporting words isn't quoted by them.
      const isAfter = last.index + last[0].length - (upTo.length - part.length) < part.length / 2;
      if (isAfter && !forThemself.test(quoted)) return true;
    }
    const after = sentence.slice(end);
    // “… is whistling She said”: a capital begins another sentence.
    return !/^ (?:He|She|They|We|You) /.test(after) && reportedAfter.test(plain(after));
  };
}
