import type { Language } from '#api/language/languages.ts';

/** Words that turn to something else at the beginning of what is told, without accents. */
const OPENS: Record<Language, RegExp> = {
  en: /^(?:(?:oh|well|but|and|so|now|yes|no|ah|you know)\W+)*(?:anyway|anyhow|by the way|incidentally|speaking of|talking of|that reminds me|(?:on|to change) (?:to )?(?:another|a different|the) (?:subject|note|topic)|(?:another|a different|the other) (?:thing|story|matter)|something (?:else|different)|(?:let me|i want to|i'd like to|i have to|i must|i'll) tell you (?:about|of|how|what)|i(?:'d| would) (?:much )?(?:rather|sooner|prefer)|did i (?:ever )?tell you|have i (?:ever )?told you|(?:what )?i (?:really |always )?(?:want|wanted|meant|was going) to (?:tell|say))\b/,
  es: /^(?:(?:ay|bueno|pero|y|pues|ahora|si|no|ah|mire|oiga)\W+)*(?:en fin|por cierto|a proposito|hablando de|eso me recuerda|cambiando de|otr[oa] (?:cosa|historia|asunto|tema)|algo (?:distinto|diferente)|(?:mejor|dejeme|dejame|quiero|voy a|prefiero) (?:que )?(?:le |te )?(?:cuento|contar|contarle|contarte|decir|decirle|decirte|hablar|hablarle)|(?:ya )?(?:le|te) (?:conte|he contado)|(?:lo que )?(?:yo )?(?:queria|quiero) (?:contar|decir|hablar)(?:le|te)?)\b/,
};

/** How the thing itself is named, without accents. */
const THING: Record<Language, RegExp> = {
  en: /\b(?:photo|photograph|picture|snapshot|letter|recipe|film|tape)s?\b/,
  es: /\b(?:foto|fotografia|retrato|imagen|carta|receta|pelicula|cinta)s?\b/,
};

/** The shortest word that says what a keepsake is of; shorter ones join the others. */
const shortestWord = 4;

/**
 * Whether what is told after a question about a keepsake can be about it. A telling that opens a subject of its own is
 * about it only when it names the thing, or a word of its description, people or place (`shown`).
 */
export function mayTellOf(
  words: string,
  { language, shown }: { language: Language; shown: readonly string[] },
): boolean {
  const told = plain(words);
  if (!OPENS[language].test(told) || THING[language].test(told)) return true;
  const named = new Set(wordsIn(told));
  return wordsIn(plain(shown.join(' '))).some((word) => named.has(word));
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .replace(/^[^\p{L}]+/u, '')
    .toLowerCase();
}

/** The words that are long enough to mean something, with plurals made equal. */
function wordsIn(text: string): string[] {
  return (text.match(/\p{L}+/gu) ?? [])
    .filter((word) => word.length >= shortestWord)
    .map((word) => word.replace(/e?s$/, ''));
}
