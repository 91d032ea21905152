import type { Label } from '../labels.ts';

/** The words by which a language hints at danger. All patterns match plain text. */
export interface DangerWords {
  plain: (text: string) => string;
  /** Means of self-harm. */
  means: RegExp;
  /** It is intended, and soon. */
  meant: RegExp;
  /** Told of now or of the last days. */
  now: RegExp;
  /** Told of long ago, of others, or in fun. */
  longAgo: RegExp;
  /** A wish of the past, or words about or by somebody else. */
  passed: RegExp;
  /** A loss that is named as the reason: “there's no point going on since he passed”. */
  sinceLoss: RegExp;
  self: RegExp;
  /** Somebody hurts the person now. */
  harmed: readonly RegExp[];
  /** Goodbyes meant for ever. */
  farewell: readonly RegExp[];
  /** The wish not to be here, without “I”. */
  notHere: RegExp;
  /** Wishes to be dead, in words that can't mean anything else when they are about now. */
  wished: readonly RegExp[];
  isFigure: (sentence: string) => boolean;
}

export interface DangerRules {
  /**
   * Whether any part of an utterance may hint at danger. Checking the whole once saves checking its many
   * parts.
   */
  mayHintDanger: (utterance: string) => boolean;
  /**
   * The danger that an utterance hints at without naming it: means and intent, goodbyes for ever, or a
   * household member who hurts. Null when there is none, or for things told of long ago.
   */
  dangerHinted: (utterance: string) => Label | null;
}

/** These hints count only in a short telling, because a long one mentions everything. */
const MOST_WORDS = 90;

export function createDangerRules(words: DangerWords): DangerRules {
  const { plain, means, meant, harmed, wished, farewell, notHere } = words;
  const isFarewell = (said: string) => farewell.filter((pattern) => pattern.test(said)).length >= 2;
  return {
    mayHintDanger(utterance) {
      const said = plain(utterance);
      return (
        (means.test(said) && meant.test(said)) ||
        notHere.test(said) ||
        [harmed, wished].some((patterns) => patterns.some((pattern) => pattern.test(said))) ||
        isFarewell(said)
      );
    },
    dangerHinted(utterance) {
      const said = plain(utterance);
      if (said.split(' ').length > MOST_WORDS || words.longAgo.test(said)) return null;
      if (harmed.some((pattern) => pattern.test(said))) return 'crisis-harm';
      if (notHere.test(said)) return 'crisis-self';
      if (
        wished.some((pattern) => pattern.test(said)) &&
        !words.passed.test(said.replace(words.sinceLoss, '')) &&
        !words.isFigure(said)
      )
        return 'crisis-self';
      if (!words.self.test(said) || !words.now.test(said)) return null;
      const rest = said.replace(means, ' ');
      if (rest !== said && meant.test(rest)) return 'crisis-self';
      return isFarewell(said) ? 'crisis-self' : null;
    },
  };
}
