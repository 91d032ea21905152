/** How grief is recognized in one language. All patterns match `plain` words. */
export interface GriefWords {
  plain: (text: string) => string;
  /** The teller is overcome. */
  feels: readonly RegExp[];
  /** Somebody close has died. */
  death: readonly RegExp[];
  /** A figure of speech. */
  figure: RegExp;
}

/** A telling of more words is long; only its last sentences are read. */
const mostWords = 60;
const lastSentences = 2;

/**
 * Whether somebody is said to have died, or the teller is overcome. A death that a long story only mentions in passing is
 * not grief; one at its end, or alone, is.
 */
export function createGriefRule({ plain, feels, death, figure }: GriefWords): (utterance: string) => boolean {
  return (utterance) => {
    const said = plain(utterance);
    const isLong = said.split(' ').length > mostWords;
    const near = isLong
      ? said
          .split(/(?<=[.!?])\s+/)
          .slice(-lastSentences)
          .join(' ')
      : said;
    const says = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(near));
    return says(feels) || (!figure.test(near) && says(death));
  };
}
