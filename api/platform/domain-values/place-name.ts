/** Letters that Unicode normalisation doesn't separate from their accents, with their plain forms. */
const plain: Record<string, string> = {
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};

/**
 * A place's name for comparison: lower case, without accents, punctuation or a leading "the", and with "Saint" in full.
 * Two spellings with the same result count as one name.
 */
export function foldPlaceName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łđðøıæœßþ]/g, (letter) => plain[letter] ?? letter)
    .replace(/['’ʻ`.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the (?=.)/, '')
    .replace(/^st (?=.)/, 'saint ');
}
