/** The file can’t become a book. The message names the file in the ZIP and the field, for the account's holder. */
export class FileRefused extends Error {
  override name = 'FileRefused';

  constructor(file: string, field: string, problem: string) {
    super([file, field].filter(Boolean).join(', ') + (file ? ': ' : '') + problem);
  }
}

/** The import was cancelled, or another worker has taken it over. */
export class ImportStopped extends Error {
  override name = 'ImportStopped';
}
