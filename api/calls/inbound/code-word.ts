/** So many wrong words end the tries of a call. */
export const mostWrongWords = 3;

/** A code word is said aloud: letter case, accents and marks between the words don't count. */
function spokenWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

const leadIn = new Set(
  'the my our a code secret family word is was its it s i think say said um uh well please'.split(' '),
);

/** Whether what was said is the code word, with nothing but "the word is" and the like around it. */
export function isCodeWord(said: string, codeWord: string): boolean {
  const word = spokenWords(codeWord);
  const words = spokenWords(said);
  const at = words.length - word.length;
  if (!word.length || at < 0) return false;
  // A "please" may follow it.
  for (let start = at; start >= 0; start--) {
    const isThere = word.every((part, n) => words[start + n] === part);
    const around = [...words.slice(0, start), ...words.slice(start + word.length)];
    if (isThere && around.every((other) => leadIn.has(other))) return true;
  }
  return false;
}

const digitNames: Record<string, string> = {
  ...{ zero: '0', oh: '0', o: '0', one: '1', two: '2', three: '3', four: '4', five: '5' },
  ...{ six: '6', seven: '7', eight: '8', nine: '9' },
};

/** The six digits in what was said, as digits or as words; null where there are others or none. */
export function sixDigitsIn(said: string): string | null {
  const digits = spokenWords(said)
    .map((word) => (/^\d+$/.test(word) ? word : (digitNames[word] ?? '')))
    .join('');
  return /^\d{6}$/.test(digits) ? digits : null;
}
