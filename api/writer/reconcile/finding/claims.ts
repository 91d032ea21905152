import { remembered } from '#api/biography/writing/language/remembered.ts';
import { plain } from '#api/biography/writing/language/words.ts';
import type { Said } from './clauses.ts';

/** The kind of a contradicting fact or time; a named place and a date have none. */
export type FactReason = 'NUMBER' | 'NAME' | 'WORK' | 'SCHOOLING' | 'ANSWER' | 'AGE' | 'SETTING';

/** A fact that a sentence states of the person or their family, apart from times and places. */
export type Claim = {
  /** Claims of one topic can contradict each other: `name:mother`. */
  topic: string;
  /** In the second person, for the subject: "your mother’s name", "your brothers". */
  about: string;
  said: Said;
  /** Words of claims of the same form can stand in place of each other. */
  form: string;
} & (
  | {
      reason: 'NUMBER';
      least: number;
      most: number;
      /** Whether it counts the children alive now. */
      isNow: boolean;
      /** Whether it counts those of a couple only: "we had no children". */
      isOfCouple?: boolean;
    }
  | { reason: 'NAME'; names: readonly string[] }
  | { reason: 'SCHOOLING'; isFinished: boolean }
  | { reason: 'ANSWER'; answer: string }
  | {
      reason: 'WORK';
      work: string;
      isAllLife: boolean;
      /** Whether it was for a time, or one of several. */
      isPassing: boolean;
      /** Whether it was beside something else, such as at night. */
      isPartTime: boolean;
      year: string | null;
    }
);

/** Words of supposition. */
const supposed =
  /\?|\b(?:if|would have|might|maybe|perhaps|probably|dreamed|wished|pretend\p{L}*|joked?)\b/iu;

/**
 * A sentence with plain quotes, in which the words that it quotes are blanks; null where it supposes something or is
 * very long.
 */
export const assertedWords = remembered((sentence: string): string | null => {
  const text = plain(sentence).replace(/"[^"]*"?/g, (quoted) => ' '.repeat(quoted.length));
  return text.length > 600 || supposed.test(text) ? null : text;
}, 2_000);

/**
 * An answer that is one of a few. `words` are a name or colour that can stand in place of another; without them the
 * whole match is shown, which can't.
 */
export function answerClaim(
  match: Pick<RegExpExecArray, 'index'> & { 0?: string },
  { topic, about, answer }: { topic: string; about: string; answer: string },
  words: string | null = null,
): Claim {
  const whole = match[0] ?? '';
  const text = words ?? whole;
  const start = match.index + whole.lastIndexOf(text);
  return {
    ...{ reason: 'ANSWER', topic, about, answer },
    form: words === null ? `${topic} ${answer}` : topic,
    said: { start, end: start + text.length, text, value: answer },
  };
}
