/** How the words of one language show themes. */
export interface ThemeWords {
  /** Words that show a theme. The keys are the tags of the question bank, in every language. */
  shows: Readonly<Record<string, string>>;
  /** Words that say nothing about a theme. */
  weak: ReadonlySet<string>;
  /** Words that only say which one is meant. */
  whichOne: ReadonlySet<string>;
  plain(text: string): string;
  stem(word: string): string;
  /** What a person named as a theme, without the words around it; empty for “that”, “it”, “him”. */
  bareTheme(object: string): string;
  /** Whether a word is the name of a theme; `isAlone` if nothing else is said of it. */
  names(tag: string, word: string, isAlone: boolean): boolean;
  /** Whether the words of the language can themselves be tags of the bank. */
  areTags: boolean;
  /** Whether a weak word stands where it names a thing: “the will”. */
  namesThing(word: string, text: string): boolean;
}
