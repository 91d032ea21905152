/** A file that any spreadsheet opens: begins with this, so that accents are read as they are. */
export const csvBegin = '\uFEFF';

/** What a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r]/;

/** One value, always quoted; nothing in it is ever run. */
export function csvValue(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const safe = formula.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** One line of the file. */
export function csvLine(values: readonly (string | number | null | undefined)[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}
