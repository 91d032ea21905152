import { findNumbers } from '#api/biography/writing/language/numbers.ts';
import type { Claim } from './claims.ts';

const grade = '(?:(?:the )?(?:fifth|sixth|seventh|eighth|ninth|tenth|eleventh)|(?:[5-9]|10|11)th) grade';
const leftEarly = new RegExp(
  `\\bI (?:(?:left|quit) (?:high )?school(?: (?:after|in) ${grade}| at (?:the age of )?([\\p{L}]+|\\d{2})| when I was ([\\p{L}]+|\\d{2}))|dropped out of (?:high )?school|(?:only )?(?:went|got) (?:only )?(?:as far as|through|up to) ${grade}|never finished (?:high )?school)(?![\\p{L}])`,
  'gu',
);
const finished =
  /\bI (?:had )?(?:graduated from|finished|completed) (?:\p{Lu}\p{L}+ )*(?:high school|High(?: School)?)(?![\p{L}])/gu;
const laterSchool =
  /\b(?:night school|evening school|GED|equivalency|high school diploma|(?:went|gone|going) back to (?:high )?school)\b/i;
/** Whoever left school at this age had not finished high school. */
const mostEarly = 16;

/** Whether the person of this book says that they left school early, or finished high school. */
export function schoolingIn(text: string): Claim[] {
  return [
    ...[...text.matchAll(leftEarly)]
      .filter(([, age, aged]) => (age ?? aged) === undefined || isEarly(age ?? aged ?? ''))
      .map((match) => claimOf(match, false)),
    ...[...text.matchAll(finished)].map((match) => claimOf(match, true)),
  ];
}

function isEarly(words: string): boolean {
  const [number] = findNumbers(words);
  return number !== undefined && number.value >= 9 && number.value <= mostEarly;
}

function claimOf(match: RegExpExecArray, isFinished: boolean): Claim {
  const text = match[0].slice(2);
  const start = match.index + 2;
  return {
    ...{ reason: 'SCHOOLING', topic: 'schooling:self', about: 'your schooling', isFinished },
    form: isFinished ? 'finished' : 'left',
    said: {
      ...{ start, end: start + text.length, text },
      value: isFinished ? 'finished high school' : 'left school early',
    },
  };
}

/** Whether a sentence tells of school after an early end of it, so that both can be true. */
export function tellsOfLaterSchool(sentence: string): boolean {
  return laterSchool.test(sentence);
}
