/** Splits speech or text into words for comparison: letter case, accents and punctuation don't count. */
export function spokenWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

const leadIn = new Set(
  [
    'the my our a code secret family word is was its it s i think say said um uh well please',
    'la mi nuestra palabra clave secreta de familia contrasena es era creo que digo dije eh este pues bueno por favor',
  ]
    .join(' ')
    .split(' '),
);

/** Whether the words are the code word, with nothing around it but phrases such as "the word is". */
export function isCodeWord(said: string, codeWord: string): boolean {
  const word = spokenWords(codeWord);
  const words = spokenWords(said);
  const at = words.length - word.length;
  if (!word.length || at < 0) return false;
  // Searches from the end, because a "please" may follow the word.
  for (let start = at; start >= 0; start--) {
    const isThere = word.every((part, n) => words[start + n] === part);
    const around = [...words.slice(0, start), ...words.slice(start + word.length)];
    if (isThere && around.every((other) => leadIn.has(other))) return true;
  }
  return false;
}

/** Whether the words reveal the code word: they are only the code word, or mention a code word and contain it. */
export function revealsCodeWord(said: string, codeWord: string | null): boolean {
  const word = spokenWords(codeWord ?? '').join(' ');
  if (!codeWord || !word) return false;
  const words = spokenWords(said).join(' ');
  const isNamed =
    /\b(?:code|secret|family|pass)[ -]?word\b/i.test(said) ||
    /\b(?:palabra (?:clave|secreta|de la familia)|contrasena)\b/.test(words);
  return isCodeWord(said, codeWord) || (isNamed && ` ${words} `.includes(` ${word} `));
}
