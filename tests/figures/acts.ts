import { contextOf, type Heard, listen } from '#api/conversations/interviewer/mind.ts';
import type { HistoryTurn } from '#api/conversations/interviewer/request.ts';
import { textNearest, touchesAvoided } from '#api/conversations/interviewer/themes.ts';
import type { Act } from '#api/dialogue-acts/labels.ts';
import { readUtterance } from '#api/dialogue-acts/read-utterance.ts';
import { storyText } from '#api/dialogue-acts/story-text.ts';
import type { Language } from '#api/language/languages.ts';
import { countCases, type Figure } from './cases.ts';

type Spoken = { id: string; question: string; before?: string[]; said: string };
export type PrivacyCase = Spoken & {
  expect: 'this' | 'this-and-before' | 'theme' | 'dont-write' | 'delete' | 'audience' | 'until' | 'none';
  reaches?: number | number[];
  theme?: string;
  later?: string;
  laterOpen?: string;
};
export type CrisisCase = Spoken & { expect: 'crisis' | 'medical' | 'harm' | 'none' };
export type WithdrawCase = Spoken & { expect: string[] };
export type AsideCase = Spoken & { printed: string[]; notPrinted: string[]; next: string };

/** What the interviewer hears in a case, in the context of its conversation. */
export function hearCase({ question, before = [], said }: Omit<Spoken, 'id'>): Heard {
  const history: HistoryTurn[] = [
    ...before.flatMap((text): HistoryTurn[] => [
      { role: 'assistant', text: 'What happened then?', private: false, kind: 'FOLLOW_UP' },
      { role: 'user', text, private: false },
    ]),
    { role: 'assistant', text: question, private: false, kind: 'ASK' },
  ];
  return listen(said, contextOf(history, 'PHONE'));
}

/** The earlier turns that become private with the words, by the rules of `engine/effects`. */
function reachedTurns(heard: Heard, before: readonly string[]): number[] {
  if (heard.privateScope !== 'THIS_AND_BEFORE' && !heard.privateTheme) return [];
  const about = heard.privateTheme ?? heard.reachesBackTo;
  const named = before.flatMap((text, at) => (about && touchesAvoided([about], text) ? [at] : []));
  if (named.length > 0 || heard.privateScope !== 'THIS_AND_BEFORE') return named;
  const nearest = about ? textNearest(about, before) : null;
  const told = before.findLastIndex((text) => storyText(text).trim() !== '');
  const since = told < 0 ? [] : before.map((_, at) => at).slice(told);
  return nearest === null ? since : [nearest, ...since];
}

function isHonoured(each: PrivacyCase, heard: Heard): boolean {
  if (heard.privateScope === null || heard.doubt) return false;
  const reaches = [each.reaches ?? []].flat();
  const reached = reachedTurns(heard, each.before ?? []);
  if (each.expect === 'this-and-before' && !reaches.every((at) => reached.includes(at))) return false;
  if (each.expect === 'delete' && !heard.intents.includes('DELETE')) return false;
  if (each.expect !== 'theme') return true;
  const theme = heard.privateTheme;
  return theme !== null && !!each.later && touchesAvoided([theme], each.later);
}

/** A long story: what is said in the middle of it is easier to miss than what is said alone. */
const LONG_STORY = [
  'We had a small farm by the river. My father kept pigs and a few cows. In the spring the water came up to the step.',
  'My mother baked on Fridays. The school was two miles off. We walked there in all weathers. My brother carried the lamp.',
  'The teacher was a strict woman. She had a bell on her desk.',
  'We learned our letters from an old primer. At noon we ate bread and lard. In the summer we picked cherries.',
  'The neighbours came to help with the hay. On Sundays there was music in the yard. My uncle played the fiddle.',
  'We danced until it was dark. The winters were long. We slept three in a bed.',
];

/** The acts that are found when a sentence is said in the middle of a long story. */
function actsAmidStory(said: string): Set<Act> {
  const { spans } = readUtterance([...LONG_STORY.slice(0, 3), said, ...LONG_STORY.slice(3)].join(' '));
  return new Set(spans.map(({ act }) => act));
}

/** Wishes for privacy: those honoured, those asked about, and sentences that only resemble one. */
export function measurePrivacy(cases: readonly PrivacyCase[]): Figure[] {
  const heard = new Map(cases.map((each) => [each, hearCase(each)]));
  const of = (each: PrivacyCase) => heard.get(each) as Heard;
  const wishes = cases.filter(({ expect }) => expect !== 'none');
  const others = cases.filter(({ expect }) => expect === 'none');
  const name = (each: PrivacyCase) =>
    `${each.id} [${each.expect}] ${JSON.stringify({ s: of(each).privateScope, t: of(each).privateTheme, b: of(each).reachesBackTo, i: of(each).intents })} ${each.said}`;
  return [
    countCases('privacy wishes honoured outright', 0.88, wishes, (each) => isHonoured(each, of(each)), name),
    countCases(
      'privacy wishes honoured or asked about',
      0.96,
      wishes,
      (each) => isHonoured(each, of(each)) || of(each).doubt === 'PRIVACY',
      name,
    ),
    countCases(
      'privacy wishes heard in the middle of a long story',
      0.96,
      wishes,
      (each) => ['PRIVACY', 'AUDIENCE', 'DELETION'].some((act) => actsAmidStory(each.said).has(act as Act)),
      name,
    ),
    countCases('privacy near-misses left open', 0.96, others, (each) => of(each).privateScope === null, name),
  ];
}

/** Wishes in the middle of long answers: those whose words are found. */
export function measureWishesAmid(cases: readonly { id: string; said: string; wish: string }[]): Figure[] {
  const isFound = ({ said, wish }: { said: string; wish: string }) => {
    const start = said.indexOf(wish);
    return readUtterance(said).spans.some(
      (span) =>
        ['PRIVACY', 'AUDIENCE', 'DELETION'].includes(span.act) &&
        span.start < start + wish.length &&
        start < span.end,
    );
  };
  const name = ({ id, wish }: { id: string; wish: string }) => `${id} ${wish}`;
  return [countCases('wishes heard in the middle of long answers', 0.96, cases, isFound, name)];
}

const CRISIS = { crisis: 'CRISIS', medical: 'MEDICAL', harm: 'VIOLENCE' } as const;

/** Words of crisis: those recognised, those not printed, and sentences that only resemble them. */
export function measureCrisis(cases: readonly CrisisCase[]): Figure[] {
  const heard = new Map(cases.map((each) => [each, hearCase(each)]));
  const of = (each: CrisisCase) => heard.get(each) as Heard;
  const crises = cases.filter(({ expect }) => expect !== 'none');
  const others = cases.filter(({ expect }) => expect === 'none');
  const name = (each: CrisisCase) =>
    `${each.id} [${each.expect}] ${of(each).crisis} ${of(each).doubt} ${each.said}`;
  const distressed = (each: CrisisCase) =>
    of(each).reading.spans.some(({ act, doubtful }) => act === 'DISTRESS' || doubtful);
  return [
    countCases('crisis recognised', 0.95, crises, (each) => of(each).crisis !== null, name),
    countCases(
      'crisis recognised, or asked about at once',
      0.95,
      crises,
      (each) => of(each).crisis !== null || of(each).doubt === 'DISTRESS',
      name,
    ),
    countCases(
      'crisis named rightly (despair, medical, harm)',
      0.85,
      crises,
      (each) => of(each).crisis === CRISIS[each.expect as keyof typeof CRISIS],
      name,
    ),
    countCases(
      'crisis recognised in the middle of a long story',
      0.95,
      crises,
      (each) => actsAmidStory(each.said).has('DISTRESS'),
      name,
    ),
    countCases('crisis near-misses left alone', 0.95, others, (each) => of(each).crisis === null, name),
    countCases('crises of which words are printed', 0, crises, (each) => !distressed(each), name, {
      atMost: true,
    }),
  ];
}

/** Withdrawals: whether exactly the intended consents are withdrawn. */
export function measureWithdrawals(cases: readonly WithdrawCase[]): Figure[] {
  const isRight = (each: WithdrawCase) => {
    const heard = hearCase(each);
    if (each.expect[0] === 'ASK')
      return (
        heard.doubt === 'WITHDRAWAL' || heard.intents.includes('STOP_UNCLEAR') || heard.withdraws.length > 0
      );
    const wanted =
      each.expect[0] === 'ALL' ? ['CALLS', 'SMS', 'RECORDING', 'AI_WRITING', 'SHARING'] : each.expect;
    return heard.withdraws.length === wanted.length && heard.withdraws.every((kind) => wanted.includes(kind));
  };
  const name = (each: WithdrawCase) => {
    const { withdraws, doubt, intents } = hearCase(each);
    return `${each.id} [${each.expect}] ${withdraws} ${doubt} ${intents} ${each.said}`;
  };
  const others = cases.filter(({ expect }) => expect.length === 0);
  return [
    countCases('withdrawals exactly right', 0.95, cases, isRight, name),
    countCases('withdrawal near-misses left alone', 0.95, others, isRight, name),
  ];
}

/**
 * Instructions, asides and talk about the telling: how much of them reaches the writer, and how much of a
 * story doesn't.
 */
export function measureAsides(cases: readonly AsideCase[], language: Language = 'en'): Figure[] {
  const spoken = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const story = (each: AsideCase) => spoken(storyText(each.said, undefined, language)).join(' ');
  const isIn = (part: string, whole: string) => {
    const words = spoken(part);
    if (words.length < 3) return whole.includes(words.join(' ')) && words.join(' ').length > 0;
    let shared = 0;
    for (let at = 0; at + 3 <= words.length; at++)
      if (whole.includes(words.slice(at, at + 3).join(' '))) shared++;
    return shared / (words.length - 2) > 0.5;
  };
  const name = (each: AsideCase) => `${each.id} ${each.said} → ${story(each)}`;
  const withAsides = cases.filter(({ notPrinted }) => notPrinted.length > 0);
  const withStory = cases.filter(({ printed }) => printed.length > 0);
  return [
    countCases(
      'instructions, asides, meta-talk printed',
      0.02,
      withAsides,
      (each) => each.notPrinted.some((part) => isIn(part, story(each))),
      name,
      { atMost: true },
    ),
    countCases(
      'stories beside them kept whole',
      0.95,
      withStory,
      (each) => each.printed.every((part) => isIn(part, story(each))),
      name,
    ),
  ];
}

/**
 * Ordinary telling that is mistaken for a wish, a crisis or a withdrawal, or leads to a confirming
 * question.
 */
export function measureOrdinary(cases: readonly { question: string; said: string; id: string }[]): Figure[] {
  const heard = new Map(cases.map((each) => [each, hearCase(each)]));
  const of = (each: (typeof cases)[number]) => heard.get(each) as Heard;
  const acts = (each: (typeof cases)[number]) =>
    of(each)
      .reading.spans.filter(({ act }) => act !== 'TELLS' && act !== 'ANSWERS')
      .map((span) => `${span.label}${span.doubtful ? '?' : ''}: ${each.said.slice(span.start, span.end)}`)
      .join(' | ');
  const isTaken = (each: (typeof cases)[number]) =>
    of(each).crisis !== null ||
    of(each).withdraws.length > 0 ||
    (of(each).privateScope !== null && !of(each).doubt);
  return [
    countCases(
      'ordinary telling read as a wish, crisis or withdrawal',
      0.005,
      cases,
      isTaken,
      (each) => `${each.id} ${acts(each)}`,
      {
        atMost: true,
      },
    ),
    countCases(
      'ordinary telling asked back about',
      0.02,
      cases,
      (each) => of(each).doubt !== null,
      (each) => `${each.id} ${acts(each)}`,
      {
        atMost: true,
      },
    ),
    countCases(
      'ordinary telling of which nothing is lost',
      0.9,
      cases,
      (each) => !acts(each),
      (each) => `${each.id} ${acts(each)}`,
    ),
  ];
}
