/** The words of a text in lower case and without accents, as people type them in a hurry: `niñez` becomes `ninez`. */
export function wordsWithoutAccents(text: string): string[] {
  return withoutAccents(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The text in lower case and without accents. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
