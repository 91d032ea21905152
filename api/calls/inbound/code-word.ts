import { spokenWords } from '#api/platform/domain-values/code-word.ts';

/** After this many wrong words a call takes no more tries. */
export const mostWrongWords = 3;

const digitNames: Record<string, string> = {
  ...{ zero: '0', oh: '0', o: '0', one: '1', two: '2', three: '3', four: '4', five: '5' },
  ...{ six: '6', seven: '7', eight: '8', nine: '9' },
  ...{ cero: '0', uno: '1', una: '1', dos: '2', tres: '3', cuatro: '4', cinco: '5' },
  ...{ seis: '6', siete: '7', ocho: '8', nueve: '9' },
};

/** The six digits in English or Spanish words, as numerals or number words; null when there are more, fewer or none. */
export function sixDigitsIn(said: string): string | null {
  const digits = spokenWords(said)
    .map((word) => (/^\d+$/.test(word) ? word : (digitNames[word] ?? '')))
    .join('');
  return /^\d{6}$/.test(digits) ? digits : null;
}
