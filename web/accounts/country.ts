/** The name of a country in the reader's language, from its two-letter code: "Portugal". */
export function countryInWords(code: string): string {
  return new Intl.DisplayNames(undefined, { type: 'region' }).of(code) ?? code;
}
