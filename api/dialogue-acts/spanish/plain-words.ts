/** Letters with accents by their plain letter. “ñ” is among them, because many people type and many recognisers write “n”. */
const PLAIN: Record<string, string> = {
  ...{ á: 'a', à: 'a', â: 'a', ä: 'a', ã: 'a' },
  ...{ é: 'e', è: 'e', ê: 'e', ë: 'e' },
  ...{ í: 'i', ì: 'i', î: 'i', ï: 'i' },
  ...{ ó: 'o', ò: 'o', ô: 'o', ö: 'o', õ: 'o' },
  ...{ ú: 'u', ù: 'u', û: 'u', ü: 'u' },
  ...{ ñ: 'n', ç: 'c' },
  ...{ '’': "'", '‘': "'", '`': "'", '“': '"', '”': '"', '«': '"', '»': '"' },
};

/** Lower case without accents, letter for letter: an offset in it is an offset in the text. */
export function foldSpanish(text: string): string {
  return text.replace(/[^a-z0-9\s.,;:!?-]/g, (letter) => {
    const low = letter.toLowerCase();
    return PLAIN[low] ?? (low.length === letter.length ? low : letter);
  });
}

/** Folded text with straight quotes and single spaces, without ¿ and ¡: the form that the Spanish rules match against. */
export function plainSpanish(text: string): string {
  return foldSpanish(text.normalize('NFC')).replace(/[¿¡]/g, ' ').replace(/\s+/g, ' ').trim();
}

/** A text as it was said in lower case, and folded, at the same offsets. */
export interface AlignedText {
  low: string;
  plain: string;
}

/** The two forms from which names and themes are taken with their accents, by their place in the folded one. */
export function alignedSpanish(text: string): AlignedText {
  const low = text
    .normalize('NFC')
    .replace(/[¿¡]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\p{Lu}/gu, (letter) => {
      const small = letter.toLowerCase();
      return small.length === letter.length ? small : letter;
    });
  return { low, plain: foldSpanish(low) };
}
