import { NOWHERE } from '#api/biography/writing/chapters/chapter-model.ts';
import { yearOf } from '#api/biography/writing/dating/expressions.ts';
import { writingLanguage } from '#api/biography/writing/languages.ts';
import type { WriteChapter } from '#api/biography/writing/writer.ts';
import type { Language } from '#api/language/languages.ts';

/** The chapter for stories that fit into no other. A book gets it with the first story that needs it. */
export const UNSORTED = 'unsorted';

/** The context of a telling, which helps to choose its chapter. */
export interface Setting {
  /** The words of the question. */
  question?: string;
  /** The chapter of the story before, when the question was only a follow-up. */
  followsUp?: string | null;
  happened?: string | null;
  birthDate?: string | null;
}

/** How much more likely a chapter is when the question was about it, or when the story before was. */
const ASKED = 2;
const ASKED_EARLIER = 1.5;
/** The prior odds that a telling belongs to the chapter of the question, or to none. */
const UNTOLD = 0.001;
/** The least share of all odds that the most likely chapter must have. */
const SURE = 0.35;
/** The odds that each title word adds when it is in the telling, for chapters that a family has added. */
const TITLE_WORD = 0.5;

/**
 * The chapter that the words speak of, whatever the question was. The question decides when the words say
 * little, or when its chapter is one of several they speak of. When they speak of several others, or of
 * none and nothing was asked, the chapter is `UNSORTED`.
 */
export function chapterOf(
  text: string,
  asked: string | null,
  chapters: readonly WriteChapter[],
  { question, followsUp = null, happened = null, birthDate = null }: Setting = {},
  language: Language = 'en',
): string {
  const { chapterOdds, contentLemmas } = writingLanguage(language);
  const odds = chapterOdds(text, { question, age: ageAt(happened, birthDate) });
  for (const [key, value] of titleOdds(text, chapters, odds, contentLemmas)) odds.set(key, value);
  const expected = asked ?? followsUp;
  // A telling that fits into any chapter goes into the chapter of the question.
  const anywhere = UNTOLD + (odds.get(NOWHERE) ?? 0);
  let all = 0;
  let best = { key: UNSORTED, odds: 0 };
  for (const key of new Set([...odds.keys(), expected ?? NOWHERE])) {
    if (key === NOWHERE || key === UNSORTED) continue;
    const own = (odds.get(key) ?? 0) * (key !== expected ? 1 : asked === null ? ASKED_EARLIER : ASKED);
    const whole = key === expected ? own + anywhere : own;
    all += whole;
    if (whole > best.odds) best = { key, odds: whole };
  }
  if (expected === null || expected === UNSORTED) all += anywhere;
  const isSure = best.odds / all >= SURE;
  return isSure && (chapters.length === 0 || chapters.some(({ key }) => key === best.key))
    ? best.key
    : UNSORTED;
}

/** The odds of the chapters that a family has added, by the words of their titles. */
function titleOdds(
  text: string,
  chapters: readonly WriteChapter[],
  known: ReadonlyMap<string, number>,
  contentLemmas: (text: string) => string[],
): [string, number][] {
  const added = chapters.filter(({ key }) => !known.has(key) && key !== UNSORTED);
  if (added.length === 0) return [];
  const lemmas = contentLemmas(text);
  return added.map(({ key, title }) => {
    const named = new Set(contentLemmas(title));
    return [key, TITLE_WORD * lemmas.filter((lemma) => named.has(lemma)).length];
  });
}

function ageAt(happened: string | null, birthDate: string | null): number | null {
  const [year, born] = [yearOf(happened), yearOf(birthDate)];
  return year === null || born === null ? null : year - born;
}
