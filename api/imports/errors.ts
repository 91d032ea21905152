/** The maximum length of a message about a file, and of the names in it. */
const most = { message: 300, name: 120 } as const;

/** Text of a file as it may be shown: on one line, without characters that are not seen. */
function shown(text: string, length: number): string {
  const seen = [...text.slice(0, 2 * length).replace(/\p{C}+/gu, '')];
  return text.length <= length ? seen.join('') : `${seen.slice(0, length - 1).join('')}…`;
}

/** The file can’t become a book. The message names the file in the ZIP and the field, for the account's holder. */
export class FileRefused extends Error {
  override name = 'FileRefused';

  constructor(file: string, field: string, problem: string) {
    const where = [file, field].filter(Boolean).map((name) => shown(name, most.name));
    super(shown(where.join(', ') + (file ? ': ' : '') + problem, most.message));
  }
}

/** The import was cancelled, or another worker has taken it over. */
export class ImportStopped extends Error {
  override name = 'ImportStopped';
}
