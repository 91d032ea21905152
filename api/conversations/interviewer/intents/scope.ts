import {
  announcedIn,
  namedIn,
  objectOf,
  objectWords,
  sentenceAround,
  toldIn,
} from '#api/dialogue-acts/objects.ts';
import type { ActSpan, UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import { saidAudience } from '#api/dialogue-acts/rules/audience.ts';
import type { Language } from '#api/language/languages.ts';
import { splitSentences } from '#api/language/sentences.ts';
import type { WishWords } from '../hearing.ts';
import { hearingOf } from '../hearing-of.ts';
import { touchesAvoided } from '../themes.ts';
import { wordCount } from '../words.ts';

export type PrivateScope = 'THIS' | 'THIS_AND_BEFORE' | 'THIS_AND_NEXT';
export type WishScope = { privateScope: PrivateScope | null; reachesBackTo: string | null };

/**
 * Whether words that start with a wish go on with the story to be kept private: “off the record: my father
 * drank”.
 */
function tellsItself(before: string, wished: string, after: string, words: WishWords): boolean {
  const broughtIn = words.bringsIn.test(after);
  const rest = after.replace(broughtIn ? words.joins : '', '').replace(words.courtesy, '');
  if (wordCount(before) > 3 || words.pointsBack.test(before + wished + after)) return false;
  if (words.belongs.test(rest) || words.might.test(rest.split(/[.!?,;:]/)[0] ?? '')) return false;
  if (/^(?:\s*[:–—]| +-+ )/.test(after)) return wordCount(rest) > 1;
  return !words.points.test(wished) && wordCount(rest) >= (broughtIn ? 3 : 4);
}

/** This many words beside a wish are what it is about: “Des cried when he saw the falls. Keep that between us.” */
const OWN_STORY = 5;
/** After a wish that opens an utterance, fewer words only give a reason for it. */
const FEW_WORDS = 8;

/** Fewer words before a wish tell nothing that it could be about: “Yes, it did.” */
const FEW_BEFORE = 5;

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
  {
    privacyAnnounced,
    earlier,
    language,
  }: { privacyAnnounced: boolean; earlier: readonly string[]; language: Language },
): WishScope {
  const hearing = hearingOf(language);
  const words = hearing.wishes;
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
    const reachesBackTo =
      objectOf(sentenceAround(utterance, back), language) ?? toldIn(before?.text ?? '', language);
    return { privateScope: 'THIS_AND_BEFORE', reachesBackTo };
  }
  const naming = splitSentences(utterance).find(({ text }) =>
    words.namesEarlier.test(hearing.plain(text)),
  )?.text;
  if (naming && earlier.length > 0)
    return {
      privateScope: 'THIS_AND_BEFORE',
      reachesBackTo: toldIn(naming, language) ?? objectOf(naming, language),
    };
  if (wishes.some(({ label }) => label === 'private-next') && toldWords < 8)
    return { ...NOTHING, privateScope: 'THIS_AND_NEXT' };
  const last = wishes.at(-1) as ActSpan;
  if (announcesStory(hearing.plain(utterance.slice(first.start, last.end)), words))
    return { ...NOTHING, privateScope: 'THIS' };
  const around = wishes.map((span) => sentenceAround(utterance, span));
  const pointed = partToldBefore(around, spans, utterance, earlier, language);
  if (pointed) return pointed;
  // A wish with its story behind it is about that: “I’ll tell you something about Manny, but keep it between us.”
  const opens = first === spans[0];
  if (!opens && wordCount(toldBehind(spans, last, utterance)) >= OWN_STORY)
    return { ...NOTHING, privateScope: 'THIS' };
  const named = objectWords(around.join(' '), language);
  if (named && earlier.some((text) => touchesAvoided([named], text, [], language)))
    return { privateScope: 'THIS_AND_BEFORE', reachesBackTo: named };
  const isTheme = wishes.every((span) => isThemeWish(span, utterance, language));
  if (isTheme && (toldWords >= 6 || words.forGood(utterance))) return { ...NOTHING, privateScope: 'THIS' };
  const [before, wish, after] = [
    utterance.slice(0, first.start),
    utterance.slice(first.start, last.end),
    utterance.slice(last.end),
  ].map(hearing.plain) as [string, string, string];
  const [opening, within] = partedWish(wish, words);
  const goesOn = /[:–—]\s*$/.test(wish) ? `: ${after}` : after;
  if (tellsItself(before, wish, goesOn, words) || tellsItself(before, opening, within, words))
    return { ...NOTHING, privateScope: 'THIS' };
  if (earlier.length === 0 && toldWords < 4) return { ...NOTHING, privateScope: 'THIS_AND_NEXT' };
  const opensBackwards = opens && words.points.test(wish) && !words.pointsHere.test(wish);
  if (toldWords < (opens ? FEW_WORDS : OWN_STORY) || opensBackwards || words.pointsBack.test(wish))
    return { privateScope: 'THIS_AND_BEFORE', reachesBackTo: objectOf(textOf(first), language) };
  return { ...NOTHING, privateScope: 'THIS' };
}

/**
 * A wish that names what was told before and not here (“that about the baby, don't put that in; Betty never wanted folks
 * talking”), or that opens with “that bit”: what follows it is only the reason.
 */
function partToldBefore(
  around: readonly string[],
  spans: readonly ActSpan[],
  utterance: string,
  earlier: readonly string[],
  language: Language,
): WishScope | null {
  const { plain, wishes } = hearingOf(language);
  const sentences = around.join(' ');
  const meant = namedIn(sentences, language);
  const isMeant = (text: string) => meant !== null && touchesAvoided([meant], text, [], language);
  const isToldHere = spans.some(
    (span) =>
      isTold(span) &&
      !around.includes(sentenceAround(utterance, span)) &&
      isMeant(utterance.slice(span.start, span.end)),
  );
  const before = utterance.slice(0, utterance.indexOf(around[0] ?? ''));
  const opensWithPart = wordCount(before) < FEW_BEFORE && wishes.pointsToPart.test(plain(sentences));
  const isBefore = opensWithPart || (!isToldHere && earlier.some(isMeant));
  return isBefore ? { privateScope: 'THIS_AND_BEFORE', reachesBackTo: meant } : null;
}

const isTold = ({ act, doubtful }: ActSpan) => act === 'TELLS' && !doubtful;

/** The story words that follow a wish in the same utterance. */
function toldBehind(spans: readonly ActSpan[], wish: ActSpan, utterance: string): string {
  return spans
    .filter((span) => isTold(span) && span.start >= wish.end)
    .map(({ start, end }) => utterance.slice(start, end))
    .join(' ');
}

/** Splits a wish from the story in the same sentence: “off the record: he drank”. */
function partedWish(wish: string, { parted }: WishWords): [string, string] {
  const at = wish.search(parted);
  return at < 0 ? [wish, ''] : [wish.slice(0, at), wish.slice(at)];
}

/** “There is something about Manny, only Rita may know it: he drank for years.” */
function announcesStory(wish: string, words: WishWords): boolean {
  const at = wish.indexOf(': ');
  const [opening, story] = [wish.slice(0, at), wish.slice(at)];
  return words.announces.test(opening) && tellsItself('', opening, story, words);
}

/**
 * The theme of wishes, from their own sentences. Where these only point (“those things”, “none of that”), it is what
 * the sentences before announce, or else what was asked about.
 */
export function themeOfWishes(
  wishes: readonly ActSpan[],
  utterance: string,
  asked: string | null,
  language: Language,
): string | null {
  const [first] = wishes;
  if (!first) return null;
  const own = wishes.map((span) => sentenceAround(utterance, span)).join(' ');
  const named = namedIn(own, language);
  if (named) return named;
  const before = splitSentences(utterance.slice(0, first.start)).reverse();
  for (const { text } of before) {
    const announced = announcedIn(text, language);
    if (announced) return announced;
  }
  return (asked && announcedIn(asked, language)) ?? objectOf(own, language) ?? objectOf(utterance, language);
}

/** Whether a wish is about a theme whenever it comes up. */
export function isThemeWish(span: ActSpan, utterance: string, language: Language): boolean {
  if (span.label === 'private-theme') return true;
  const from = sentenceAround(utterance, span);
  const next = utterance.slice(span.end).split(/[.!?]/).slice(0, 2).join(' ');
  const isOpen = span.act === 'PRIVACY' || (span.act === 'AUDIENCE' && saidAudience(from, language) === null);
  return isOpen && hearingOf(language).wishes.forGood(`${from} ${next}`);
}

function isWish({ act }: ActSpan): boolean {
  return act === 'PRIVACY' || act === 'AUDIENCE' || act === 'DELETION';
}
