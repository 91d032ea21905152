/** A country as the reader calls it, by its two letters: "Portugal". */
export function countryInWords(code: string): string {
  return new Intl.DisplayNames(undefined, { type: 'region' }).of(code) ?? code;
}
