/** The byte order mark at the start of the file, by which spreadsheets recognise UTF-8. */
export const csvBegin = '\uFEFF';

/** First characters that a spreadsheet would treat as a formula. */
const formula = /^[=+\-@\t\r]/;

/** A CSV value, always quoted and never executable as a formula. */
export function csvValue(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const safe = formula.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** One line of the CSV file. */
export function csvLine(values: readonly (string | number | null | undefined)[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}
