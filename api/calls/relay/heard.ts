import type { Language } from '#api/language/languages.ts';

/** The beginning of an answer that was heard: as many words as the phone service says it spoke. */
export function heardOf(answer: string, spoken: string): string {
  const words = spoken.match(/\S+/g)?.length ?? 0;
  let end = 0;
  let count = 0;
  for (const word of answer.matchAll(/\S+/g)) {
    if (count === words) break;
    end = word.index + word[0].length;
    count += 1;
  }
  return answer.slice(0, end);
}

/** Words after which people usually go on, so that an utterance that ends with them is unfinished. */
const unfinished: Record<Language, RegExp> = {
  en: /(?:,|…|\.\.\.|\b(?:and|but|so|because|then|or|um|uh|well|the|a|my|our|with|of|to|in))\s*[.…]*$/i,
  es: /(?:,|…|\.\.\.|(?<!\p{L})(?:y|e|o|u|pero|porque|entonces|pues|este|eh|em|bueno|el|la|los|las|un|una|mi|mis|nuestr[oa]s?|con|de|del|al?|en|que|para|por|como|cuando))\s*[.…]*$/iu,
};

export function soundsUnfinished(text: string, language: Language = 'en'): boolean {
  return unfinished[language].test(text.trim());
}
