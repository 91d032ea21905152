import { EVIDENCE } from '#api/biography/writing/composing/chapter-evidence.ts';
import { yearOf } from '#api/biography/writing/dating/expressions.ts';
import { contentLemmas, plain } from '#api/biography/writing/language/words.ts';
import { splitSentences } from '#api/biography/writing/sentences.ts';
import type { WriteChapter } from '#api/biography/writing/writer.ts';

/** Plain words of a chapter; each speaks for it a little. Compared without inflection. */
const WORDS: Record<string, string> = {
  origins: 'ancestor immigrant descent grandmother grandfather homeland surname heritage village roots trunk',
  'childhood-home':
    'kitchen bedroom porch yard attic cellar stove neighborhood supper garden childhood window bath upstairs downstairs farm oven stairs',
  school:
    'school teacher class classroom grade college university lesson exam homework principal pencil desk',
  'friends-and-play': 'friend game toy swim dance hide camp picnic team fun laugh marble string',
  'first-work': 'hired wage pay paycheck boss apprentice interview earned shift salary',
  love: 'marry wedding engaged husband wife kiss honeymoon sweetheart',
  'family-made': 'children baby son daughter pregnant kids grandchild parent diaper twins christening',
  'lifes-work':
    'career office project manage supervisor colleague customer business staff train record machine',
  'places-and-moves': 'move trip country city travel train plane road airport border abroad suitcase map',
  'hard-times': 'death sick illness hospital fire flood hurricane lost grief accident pain fever storm war',
  'beliefs-and-values': 'believe faith church pray religion vote moral principle priest mass respect culture',
  'wisdom-and-wishes': 'advice wish hope regret grateful proud future legacy thankful kind patience learn',
};
const LEXICON = new Map(
  Object.entries(WORDS).map(([key, words]): [string, Set<string>] => [key, new Set(contentLemmas(words))]),
);
/** The question stands for its chapter until the answer says clearly that it went elsewhere. */
const ASKED = 2.6;
const ASKED_EARLIER = 2;
const MOST_WORDS = 4;
const ELDERS = /\bmy (?:\p{L}+ and )?(?:mother|father|parents|mom|dad|(?:great-)?grand\p{L}+)\b/iu;
const PRONOUN = /\b(?:he|she|they)\b/i;
const SPEAKER = /\b(?:I|me|we|us|our|mine|myself)\b|\bI'/;

/** What else is known of a telling. */
export interface Setting {
  /** The chapter of the story before, when what was asked only followed it up. */
  followsUp?: string | null;
  happened?: string | null;
  birthDate?: string | null;
}

/**
 * The chapter of which the words speak. The question's chapter weighs as much as one clear sign: where the words tell
 * strongly of something else (a wedding, a birth, a storm), they win.
 */
export function chapterOf(
  text: string,
  asked: string | null,
  chapters: readonly WriteChapter[],
  { followsUp = null, happened = null, birthDate = null }: Setting = {},
): string {
  const keys = chapters.length > 0 ? chapters.map((chapter) => chapter.key) : [...LEXICON.keys()];
  const words = new Set(contentLemmas(text));
  const mayBeOrigins = (asked ?? followsUp ?? 'origins') === 'origins';
  const signs = signsIn(plain(text), mayBeOrigins ? 3 : 1.5);
  const age = ageAt(happened, birthDate);
  const scored = keys.map((key) => {
    const title = chapters.find((chapter) => chapter.key === key)?.title ?? key;
    const lexicon = LEXICON.get(key) ?? new Set(contentLemmas(title));
    const plainWords = 0.5 * Math.min(MOST_WORDS, [...lexicon].filter((word) => words.has(word)).length);
    const prior = key === asked ? ASKED : key === followsUp ? ASKED_EARLIER : 0;
    return { key, score: plainWords + (signs.get(key) ?? 0) + prior + ofThatAge(key, age) };
  });
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best && best.score > 0 ? best.key : (asked ?? followsUp ?? keys.at(-1) ?? 'lifes-work');
}

function signsIn(text: string, ofElders: number): Map<string, number> {
  const found = new Map<string, number>();
  const opening = splitSentences(text)[0]?.end ?? 0;
  for (const { chapter, worth, pattern } of EVIDENCE) {
    const places = Array.from(text.matchAll(pattern), (match) => match.index);
    // The second sign of a kind counts half, the third no more; one with which the story opens counts half as much again.
    const times = Math.min(2, places.length);
    const opens = (places[0] ?? opening) < opening ? 0.5 : 0;
    if (times > 0) found.set(chapter, (found.get(chapter) ?? 0) + worth * (0.5 + 0.5 * times + opens));
  }
  found.set('origins', (found.get('origins') ?? 0) * 0.6 + ofElders * eldersAlone(text));
  return found;
}

/** The share of the sentences in which the elders act and the speaker doesn't: their life, told by a child. */
function eldersAlone(text: string): number {
  const sentences = splitSentences(text).map((sentence) => sentence.text);
  let ofElders = false;
  const theirs = sentences.filter((sentence) => {
    ofElders = ELDERS.test(sentence) || (ofElders && PRONOUN.test(sentence));
    return ofElders && !SPEAKER.test(sentence);
  });
  const share = theirs.length / Math.max(1, sentences.length);
  return share < 0.5 ? 0 : share;
}

function ageAt(happened: string | null, birthDate: string | null): number | null {
  const [year, born] = [yearOf(happened), yearOf(birthDate)];
  return year === null || born === null ? null : year - born;
}

/** What one can have lived through at that age. */
function ofThatAge(key: string, age: number | null): number {
  if (age === null) return 0;
  if (age < 0) return key === 'origins' ? 4 : key === 'places-and-moves' ? 0 : -2;
  if (age < 13)
    return /^(?:childhood-home|school|friends-and-play)$/.test(key)
      ? 1
      : /^(?:love|family-made|lifes-work)$/.test(key)
        ? -3
        : 0;
  if (age < 21) return key === 'first-work' ? 1 : 0;
  return /^(?:childhood-home|school|origins)$/.test(key) ? -2 : 0;
}
