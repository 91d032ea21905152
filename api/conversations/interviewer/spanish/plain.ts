import { plain } from '../words.ts';

/** The same text with its letters bare: “Qué año” becomes “Que ano”. The length stays, so offsets do too. */
export function withoutAccents(text: string): string {
  return text.normalize('NFC').replace(/[^\p{ASCII}]/gu, (letter) => {
    const [base = letter] = letter.normalize('NFD');
    return base;
  });
}

/**
 * Lower case without accents and opening marks: the form that the Spanish patterns match against, because people write
 * without them.
 */
export function bare(text: string): string {
  return withoutAccents(plain(text)).replace(/[¿¡]/g, '').trim();
}
