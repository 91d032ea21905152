import { announcedIn, objectOf, objectWords, sentenceAround, toldIn } from '#api/dialogue-acts/objects.ts';
import type { ActSpan, UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import { saidAudience } from '#api/dialogue-acts/rules/audience.ts';
import { plainText } from '#api/dialogue-acts/rules/clauses.ts';
import { splitSentences } from '#api/language/sentences.ts';
import { touchesAvoided } from '../themes.ts';
import { wordCount } from '../words.ts';

export type PrivateScope = 'THIS' | 'THIS_AND_BEFORE' | 'THIS_AND_NEXT';
export type WishScope = { privateScope: PrivateScope | null; reachesBackTo: string | null };

/** Words that refer back to an earlier telling, not to the present one. */
const POINTS_BACK =
  /\bwhat i(?:'ve| have)?(?: just)?(?: been)? (?:said|told|saying|telling)\b|\b(?:said|told you|told) (?:just )?(?:before|earlier)\b|\b(?:that|the) last (?:bit|part|thing|story)\b|\bi (?:said|told you|mentioned) (?:that|this|it)\b|\bjust now\b|\bshouldn't have (?:said|told)\b|\bstrike that\b/;

/** Words beside a wish that name an earlier telling: “and the bit earlier about the hospital as well”. */
const NAMES_EARLIER =
  /\b(?:what|that|things?|bits?|parts?|stuff|business|stor(?:y|ies)|letters?) (?:that )?i(?:'ve| have| was| had)?(?: just| been)? (?:said|told|called|read|mentioned|let (?:slip|out)|telling|saying)\b|\b(?:bit|part|thing|stuff|business)s? (?:earlier|before|back there|from before)\b|\bthat first (?:bit|part|thing|story)\b|\bbefore,? you asked\b|\b(?:a (?:minute|moment|while)|just now) ago\b/;

/**
 * How text goes on that belongs to the wish and tells no story of its own: a reason, a plea, a reference to
 * what was told.
 */
const BELONGS =
  /^(?:it|that|this|these|those|because|since|as|so|or|if|unless|until|till|promise|you|nobody|no one|not|never|all|just|only|what|for|from|with|in|at|on|to|by|about|don't|do not|let's|i (?:mean|don't|do not|said|told|beg|trust|ask)|i'm|i am|i feel|my dear)\b/;
/** A sentence about what might happen if it became known refers to what was told before. */
const MIGHT = /\b(?:would|wouldn't|could|couldn't|might|will|won't|must|mustn't|shall|should)\b|'(?:d|ll)\b/;
/** “… , but my father drank”, “…: my father drank”, “don't tell anyone that my father drank”. */
const BRINGS_IN =
  /^(?:\s*[:–—]| +-+ |[\s,;.!]*but\b(?! (?:please|it|that|this)\b)| that (?!(?:i|is|was|one|part|bit|story|thing)\b))/;
const COURTESY = /^(?:[\s,;:.!–—-]|(?:please|ok|okay|and|but|now|dear|evertold|alright|right)\b)+/;

/**
 * Whether words that start with a wish go on with the story to be kept private: “off the record: my father
 * drank”.
 */
function tellsItself(before: string, wished: string, after: string): boolean {
  const broughtIn = BRINGS_IN.test(after);
  const rest = after.replace(broughtIn ? /^ that\b/ : '', '').replace(COURTESY, '');
  if (wordCount(before) > 3 || POINTS_BACK.test(before + wished + after)) return false;
  if (BELONGS.test(rest) || MIGHT.test(rest.split(/[.!?,;:]/)[0] ?? '')) return false;
  if (/^(?:\s*[:–—]| +-+ )/.test(after)) return wordCount(rest) > 1;
  return !/\b(?:that|it)\b/.test(wished) && wordCount(rest) >= (broughtIn ? 3 : 4);
}

/** This many words beside a wish are what it is about: “Des cried when he saw the falls. Keep that between us.” */
const OWN_STORY = 5;
/** After a wish that opens an utterance, fewer words only give a reason for it. */
const FEW_WORDS = 8;

const NOTHING: WishScope = { privateScope: null, reachesBackTo: null };

/**
 * How far a wish for privacy reaches. A wish that comes with its own story is about that story; a wish
 * alone is about the story before it. In doubt the wider scope applies: the subject can release words that
 * were withheld, but nobody can take back words that were shared.
 */
export function scopeOf(
  { spans }: UtteranceReading,
  utterance: string,
  toldWords: number,
  { privacyAnnounced, earlier }: { privacyAnnounced: boolean; earlier: readonly string[] },
): WishScope {
  const wishes = spans.filter(isWish);
  const [first] = wishes;
  if (!first) return privacyAnnounced ? { ...NOTHING, privateScope: 'THIS' } : NOTHING;
  // In doubt the words are withheld until the person has said what they meant.
  if (wishes.every(({ doubtful }) => doubtful))
    return { ...NOTHING, privateScope: toldWords < 6 ? 'THIS_AND_BEFORE' : 'THIS' };
  const textOf = ({ start, end }: ActSpan) => utterance.slice(start, end);
  const back = wishes.find(({ label }) => label === 'private-before');
  if (back) {
    const [before] = splitSentences(utterance.slice(0, back.start)).reverse();
    const reachesBackTo = objectOf(sentenceAround(utterance, back)) ?? toldIn(before?.text ?? '');
    return { privateScope: 'THIS_AND_BEFORE', reachesBackTo };
  }
  const naming = splitSentences(utterance).find(({ text }) => NAMES_EARLIER.test(plainText(text)))?.text;
  if (naming && earlier.length > 0)
    return { privateScope: 'THIS_AND_BEFORE', reachesBackTo: toldIn(naming) ?? objectOf(naming) };
  if (wishes.some(({ label }) => label === 'private-next') && toldWords < 8)
    return { ...NOTHING, privateScope: 'THIS_AND_NEXT' };
  // A wish with its story behind it is about that: “I’ll tell you something about Manny, but keep it between us.”
  const last = wishes.at(-1) as ActSpan;
  const opens = first === spans[0];
  if (!opens && wordCount(toldBehind(spans, last, utterance)) >= OWN_STORY)
    return { ...NOTHING, privateScope: 'THIS' };
  if (announcesStory(plainText(utterance.slice(first.start, last.end))))
    return { ...NOTHING, privateScope: 'THIS' };
  const named = objectWords(wishes.map((span) => sentenceAround(utterance, span)).join(' '));
  if (named && earlier.some((text) => touchesAvoided([named], text)))
    return { privateScope: 'THIS_AND_BEFORE', reachesBackTo: named };
  const isTheme = wishes.every((span) => isThemeWish(span, utterance));
  if (isTheme && (toldWords >= 6 || FOR_GOOD.test(utterance))) return { ...NOTHING, privateScope: 'THIS' };
  const [before, wish, after] = [
    utterance.slice(0, first.start),
    utterance.slice(first.start, last.end),
    utterance.slice(last.end),
  ].map(plainText) as [string, string, string];
  const [opening, within] = partedWish(wish);
  const goesOn = /[:–—]\s*$/.test(wish) ? `: ${after}` : after;
  if (tellsItself(before, wish, goesOn) || tellsItself(before, opening, within))
    return { ...NOTHING, privateScope: 'THIS' };
  if (earlier.length === 0 && toldWords < 4) return { ...NOTHING, privateScope: 'THIS_AND_NEXT' };
  const opensBackwards = opens && /\b(?:that|it)\b/.test(wish) && !/\bthis\b/.test(wish);
  if (toldWords < (opens ? FEW_WORDS : OWN_STORY) || opensBackwards || POINTS_BACK.test(wish))
    return { privateScope: 'THIS_AND_BEFORE', reachesBackTo: objectOf(textOf(first)) };
  return { ...NOTHING, privateScope: 'THIS' };
}

/** The story words that follow a wish in the same utterance. */
function toldBehind(spans: readonly ActSpan[], wish: ActSpan, utterance: string): string {
  return spans
    .filter(({ act, doubtful, start }) => act === 'TELLS' && !doubtful && start >= wish.end)
    .map(({ start, end }) => utterance.slice(start, end))
    .join(' ');
}

/** Splits a wish from the story in the same sentence: “off the record: he drank”. */
function partedWish(wish: string): [string, string] {
  const at = wish.search(/\s*[:–—]|,? but | that (?=(?:my|our|his|her|the|we|he|she|they)\b)/);
  return at < 0 ? [wish, ''] : [wish.slice(0, at), wish.slice(at)];
}

/** “There is something about Manny, only Rita may know it: he drank for years.” */
function announcesStory(wish: string): boolean {
  const at = wish.indexOf(': ');
  const [opening, story] = [wish.slice(0, at), wish.slice(at)];
  return /^there(?:'s| is| was) something\b/.test(opening) && tellsItself('', opening, story);
}

/** Words that make a wish apply to everything said about a theme from now on. */
const FOR_GOOD =
  /\b(?:any ?time|every time|each time|whenever|wherever|from now on|in future|in the future|always|(?:any|every|no)thing (?:i|that i|about|on|to do|that)|whatever (?:i|you hear|comes)|(?:any|every)thing (?:from|that comes)|all my talk|(?:other|another|next) (?:times?|day)|at all times|today or|now or later|now and later|if (?:i|we) (?:ever |should |do |happen to )*(?:let|mention|bring|talk|speak|say|come out|start|get on)|(?:if|when) (?:\w+ ){1,4}(?:comes?|crops?|turns?|gets?) (?:up|in|mentioned)|i can't help (?:it|myself))\b/i;

/**
 * The theme of wishes, from their own sentences. Where these only point (“those things”, “none of that”), it is what
 * the sentences before announce.
 */
export function themeOfWishes(wishes: readonly ActSpan[], utterance: string): string | null {
  const [first] = wishes;
  if (!first) return null;
  const named = objectOf(wishes.map((span) => sentenceAround(utterance, span)).join(' '));
  if (named) return named;
  const before = splitSentences(utterance.slice(0, first.start)).reverse();
  for (const { text } of before) {
    const announced = announcedIn(text);
    if (announced) return announced;
  }
  return objectOf(utterance);
}

/** Whether a wish is about a theme whenever it comes up. */
export function isThemeWish(span: ActSpan, utterance: string): boolean {
  if (span.label === 'private-theme') return true;
  const from = sentenceAround(utterance, span);
  const next = utterance.slice(span.end).split(/[.!?]/).slice(0, 2).join(' ');
  const isOpen = span.act === 'PRIVACY' || (span.act === 'AUDIENCE' && saidAudience(from) === null);
  return isOpen && FOR_GOOD.test(`${from} ${next}`);
}

function isWish({ act }: ActSpan): boolean {
  return act === 'PRIVACY' || act === 'AUDIENCE' || act === 'DELETION';
}
