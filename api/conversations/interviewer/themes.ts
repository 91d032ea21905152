import type { Language } from '#api/language/languages.ts';
import { similarityOf, vectorOf } from '#api/language/word-vectors.ts';
import { BANK } from '#api/questions/bank/bank.ts';
import { englishThemes } from './english/theme-words.ts';
import { spanishThemes } from './spanish/theme-words.ts';
import type { ThemeWords } from './theme-words.ts';

const wordsOf: Record<Language, ThemeWords> = { en: englishThemes, es: spanishThemes };

export function contentOf(text: string, language: Language = 'en'): string[] {
  const { plain, weak } = wordsOf[language];
  return (plain(text).match(/[\p{L}]+/gu) ?? []).filter((word) => word.length > 2 && !weak.has(word));
}

export function stem(word: string, language: Language = 'en'): string {
  return wordsOf[language].stem(word);
}

/** Whether a word shows a theme. */
export function showsTheme(theme: string, word: string, language: Language = 'en'): boolean {
  const { shows, plain } = wordsOf[language];
  const stems = (shows[theme] ?? theme).split(' ').map((each) => stem(each, language));
  return stems.includes(stem(plain(word), language));
}

/** Tags for groups of relatives: “my brother” means one person, not all siblings. */
const KIN = new Set(['parents', 'siblings', 'children', 'grandchildren', 'grandparents', 'spouse']);

/**
 * The theme that the person named: the tag of a known theme, else their own words; null for “that”, “it”,
 * “him”.
 */
export function namedTheme(object: string, language: Language = 'en'): string | null {
  const { bareTheme, shows } = wordsOf[language];
  const words = bareTheme(object);
  if (!words) return null;
  const tag = Object.keys(shows).find(
    (theme) => theme === words || (!KIN.has(theme) && showsTheme(theme, words, language)),
  );
  return tag ?? words.split(' ').slice(0, 6).join(' ');
}

const spread = (theme: string) => BANK.filter((question) => question.theme.includes(theme)).length;

/**
 * The theme of the question that was asked: its tag in the bank that its words show, or any if the question is a hard
 * one; for another question what its words show. Null where “I won’t talk about that” means no more than the question.
 */
export function themeOfQuestion(
  questionKey: string | null,
  text: string | null,
  language: Language = 'en',
): string | null {
  const question = BANK.find(({ key }) => key === questionKey);
  const asked = contentOf(question?.text ?? '');
  const themes = (question?.theme ?? []).filter(
    (theme) => (question?.sensitivity ?? 0) > 0 || asked.some((word) => showsTheme(theme, word)),
  );
  // The rarest tag is the most specific: a person who won't speak of a voice in the house may like to speak
  // of the house.
  const [known] = [...themes].sort((a, b) => spread(a) - spread(b));
  if (known || question) return known ?? null;
  const words = contentOf((text ?? '').split(/(?<=[.!])\s/).at(-1) ?? '', language);
  const tag = Object.keys(wordsOf[language].shows).find((theme) =>
    words.some((word) => showsTheme(theme, word, language)),
  );
  return tag ?? words.at(-1) ?? null;
}

/**
 * Whether a question or its tags touch an avoided theme. The family may have written the theme in English, whatever
 * language the subject speaks.
 */
export function touchesAvoided(
  avoided: readonly string[],
  text: string,
  tags: readonly string[] = [],
  language: Language = 'en',
): boolean {
  if (avoided.length === 0) return false;
  const textWords = contentOf(text, language).map((word) => stem(word, language));
  return avoided.some((theme) =>
    (language === 'en' ? [language] : [language, 'en' as const]).some((written) =>
      touches(theme, written, text, textWords, tags, language),
    ),
  );
}

/** Whether a theme that is written in one language is touched by a text in the same or another one. */
function touches(
  theme: string,
  written: Language,
  text: string,
  textWords: readonly string[],
  tags: readonly string[],
  language: Language,
): boolean {
  const { plain, weak, whichOne, shows, names, areTags } = wordsOf[written];
  const words = contentOf(theme, written);
  const nouns = words.filter((word) => !whichOne.has(word));
  const said = nouns.length > 0 ? nouns : words;
  const tag = plain(theme);
  if (tags.includes(tag)) return true;
  // “Will” names a thing only after an article.
  if (said.length === 0 && weak.has(tag)) return wordsOf[language].namesThing(tag, text);
  const named = said.flatMap((word) =>
    Object.keys(shows).filter((name) =>
      // A word of another language only shows its theme.
      written === language ? names(name, word, said.length === 1) : showsTheme(name, word, written),
    ),
  );
  const wanted = [...said, ...named.flatMap((name) => (wordsOf[language].shows[name] ?? '').split(' '))];
  const tagged = areTags ? said : named;
  return (
    wanted.some((word) => textWords.includes(stem(word, language))) ||
    tagged.some((each) => tags.includes(each))
  );
}

/** Words at least as alike as this can name the same thing: “the loan” and “we borrowed from him”. */
const ALIKE_FROM = 0.5;

/** The text with the word most similar to a theme that no text names; null where none is similar enough. */
export function textNearest(theme: string, texts: readonly string[]): number | null {
  const wanted = contentOf(theme).flatMap((word) => vectorOf(word) ?? []);
  const likeness = texts.map((text) => {
    const vectors = contentOf(text).flatMap((word) => vectorOf(word) ?? []);
    return Math.max(0, ...vectors.flatMap((vector) => wanted.map((each) => similarityOf(each, vector))));
  });
  const best = Math.max(0, ...likeness);
  return best < ALIKE_FROM ? null : likeness.indexOf(best);
}
