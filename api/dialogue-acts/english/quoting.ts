import { withApostrophes } from '#api/language/contractions.ts';
import { plainText } from '../rules/clauses.ts';
import { createQuoteFinder } from '../rules/quotes.ts';

const SAYS =
  '(?:said|says?|told|tells?|asked|asks?|answered|answers|shouts?|shouted|hollers?|hollered|yells?|yelled|cried|called|call|wrote|begged|whispered|hissed|roared|goes|(?:kept|keeps|keep)(?: on)? (?:asking|saying|shouting|calling|hollering|yelling))';
/** Somebody who isn't speaking now: “my mother says”, “the officer asked”, “you'd say”, “I told him”. */
const SOMEBODY =
  "(?:he|she|they|we|people|folks?|everybody|somebody|(?:my|our|his|her|the|an?|old|one|some) \\p{L}+(?:[ -](?!to )\\p{L}+)?|mr\\.? \\p{L}+|mrs\\.? \\p{L}+|doc \\p{L}+|(?:you|i|he|she|they|we)(?:'d| would| used to))";
const TO =
  '(?: (?:me|us|him|her|them|it|out|back|to (?:me|us|him|her|them)|(?:from|in|into|over|up|down|through|across) (?:the|his|her|my|our) \\p{L}+))?';
const REPORTS = new RegExp(
  `(?<![\\p{L}'])(?:${SOMEBODY} (?:(?:would|always|used to|just|only|then|(?:come|came)(?: on| in| over| out| up)? and) )*${SAYS}${TO}|i (?:told|said to) (?:him|her|them|(?:the|my|our|his) \\p{L}+)|(?<=[,;] |and )i said|(?<=\\p{L} )and said)(?= |,|:|$)`,
  'gu',
);
const REPORTED_AFTER = new RegExp(
  `^[,"'!? ]{0,4}(?:${SOMEBODY} ${SAYS}|${SAYS} ${SOMEBODY}|i (?:told|said to|says to) (?:him|her|them|(?:the|my|our|his) \\p{L}+))(?![\\p{L}'])`,
  'u',
);
const TO_US = /\bi(?:'m|'ve| am| have)? (?:say|saying|said|tell|telling|told) (?:to )?you\b/;
/** From here the person speaks for themself again. */
const FOR_THEMSELF = /(?:^|[,;.] ?| )(?:but|so|anyway|now|please)\b/;

/** Whether a part of a sentence quotes somebody in a story: “she says, mind the pot, I soon come”. */
export const isQuoted = createQuoteFinder({
  plain: (text) => withApostrophes(plainText(text)),
  reports: REPORTS,
  reportedAfter: REPORTED_AFTER,
  toUs: TO_US,
  forThemself: FOR_THEMSELF,
});
