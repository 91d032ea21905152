/** A title with typographic quotation marks and apostrophes, like the texts of stories. */
export function withTypographicMarks(title: string): string {
  return title
    .replace(/(^|[\s([{—–-])"/g, '$1“')
    .replace(/"/g, '”')
    .replace(/(^|[\s([{—–“-])'(?=\p{L}[^']*')/gu, '$1‘')
    .replace(/'/g, '’');
}
