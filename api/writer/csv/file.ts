import { z } from 'zod';
import type { Origin, Viewer } from '#api/platform/viewer.ts';

/** A time in an address. */
export const instant = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-11-01T00:00:00Z' })
  .transform((text) => new Date(text));

export type CsvCell = string | number | null;

/** Somebody of the team who saves a list. */
export type CsvReader = {
  origin: Origin;
  /** The admin as of now, read again for each page. Throws when they are no admin any more. */
  admin: () => Promise<Viewer>;
};

/** A list of the desk as a file for spreadsheets. */
export type CsvFile = {
  /** The beginning of the file's name. */
  name: string;
  columns: readonly string[];
  /**
   * The rows that match the filter in the address, a page at a time, so that a list of any length takes little memory.
   * Throws `InvalidInput` before the first page.
   */
  pages: (reader: CsvReader, asked: URLSearchParams) => AsyncGenerator<CsvCell[][]>;
};
