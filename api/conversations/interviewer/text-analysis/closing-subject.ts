import { plain, sentencesOf } from '../words.ts';

/** “Won’t”, “can’t”, “never”, “don’t put”: the person refuses to speak of it. */
const REFUSAL =
  /\b(?:i|we)(?: (?:won't|can't|don't|will not|cannot|do not|shan't)|(?:'d| would|'ll| will) (?:never|not|rather not|sooner not|prefer not))\b[^.!?,;]{0,16}?\b(?:say (?:more|any|it\b|much|what)|(?:speak|talk)(?:ing)? (?:of|about|any)|tell (?:you|that|it|any)|go into|go there|discuss|explain|answer|put words|mention|(?:say|speak|talk|tell)(?=[.!?,;]|$))/;
const NO_MORE =
  /\b(?:all i(?:'ll| will|'m going to|'m| can|'ve| have|'d)? (?:ever )?(?:say|saying|tell|got to say|have to say|to say)|say no more|nothing more to (?:say|tell)|enough (?:of|about|said)|the less said|leave (?:it|him|her|that|them|this)(?: there| at that| be| alone| where| lie|[.,!]|$)|let(?:'s| us) leave|that was that\b|end of (?:the )?story|none of (?:your|anybody's|anyone's) business|between me and|drop it|no use talking|sleeping dogs|there it (?:stops|ends|stays)|(?<!a )full stop(?=[.!]|$)|done (?:telling|talking about) (?:it|that)|shut that door)/;
const WEEPING =
  /\b(?:i'm|i am|me) (?:crying|weeping|in tears|sobbing|welling up)\b|\bthe tears\b.*\b(?:now|again|here)\b|\bgive me a (?:minute|moment)\b.*\bcr(?:y|ied)/;

/** Whether the last words close their subject, so that nothing more is asked about it. */
export function closesSubject(text: string): boolean {
  const last = sentencesOf(plain(text.slice(-600)))
    .slice(-2)
    .join(' ');
  return REFUSAL.test(last) || NO_MORE.test(last) || WEEPING.test(last);
}
