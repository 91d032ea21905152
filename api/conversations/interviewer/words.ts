export const MAX_WORDS = 25;

/** Counts words as a person would: sequences between spaces that contain a letter or digit. */
export function wordCount(text: string): number {
  return text.split(/[\s—–]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Lower case, straight quotes, single spaces: the form that rules match against. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The form in which questions are compared: only letters and digits. */
export function normalise(text: string): string {
  return plain(text)
    .replace(/'/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The longest sentence. Text without a full stop is cut at a space. */
const LONGEST_SENTENCE = 600;
const WITHIN = new RegExp(`.{1,${LONGEST_SENTENCE}}(?=\\s|$)|.{1,${LONGEST_SENTENCE}}`, 'gu');
const NO_STOP = /(?:\b(?:Mr|Mrs|Ms|Dr|Dra|St|Jr|Sr|Sra|Srta|Prof|Rev|Mt|No)|\b\p{Lu}|\.\p{L})\.$/u;

/** Whether the text ends with the dot of an abbreviation. */
export function endsAbbreviated(text: string): boolean {
  return NO_STOP.test(text.slice(-8));
}

/** Whether these words occur in the text as whole words. Both are plain. */
export function saysWords(text: string, words: string): boolean {
  const letter = '[\\p{L}\\p{M}]';
  return new RegExp(`(?<!${letter})${RegExp.escape(words)}(?!['’]?${letter})`, 'u').test(text);
}

/** The sentences with their closing marks. The dot of an abbreviation doesn't end one. */
export function sentencesOf(text: string): string[] {
  const parts =
    text
      .replace(/\s+/g, ' ')
      .trim()
      .match(/.*?(?:(?<![.!?…])[.!?…]+["”’')\]]*(?=\s|$)|$)/gu) ?? [];
  const sentences: string[] = [];
  for (const part of parts.flatMap((p) => p.trim().match(WITHIN) ?? [])) {
    const last = sentences.at(-1);
    if (last && last.length < LONGEST_SENTENCE && endsAbbreviated(last)) {
      sentences[sentences.length - 1] = `${last} ${part.trim()}`;
    } else sentences.push(part.trim());
  }
  return sentences;
}

export function capitalise(text: string): string {
  return text.replace(
    /^(["“‘(¿¡]*)(\p{Ll})/u,
    (_all, quote: string, letter: string) => quote + letter.toUpperCase(),
  );
}

/** A stable choice: the same seed and salt always give the same item. */
export function pick<T>(items: readonly [T, ...T[]] | readonly T[], seed: number, salt: string): T {
  let hash = 2166136261 ^ seed;
  for (const char of salt) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 12;
  return items[(hash >>> 0) % items.length] as T;
}
