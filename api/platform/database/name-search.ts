/** A search by name finds at most this many rows. */
export const mostNamed = 2_000;

/** The pattern of what contains a text, for `like`. */
export function containing(text: string): string {
  return `%${text
    .slice(0, 120)
    .replaceAll('\0', '')
    .replace(/[\\%_]/g, '\\$&')}%`;
}
