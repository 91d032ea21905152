import { z } from 'zod';
import type { Viewer } from '#api/platform/viewer.ts';

/** A time in an address. */
export const instant = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-11-01T00:00:00Z' })
  .transform((text) => new Date(text));

export type CsvCell = string | number | null;

/** A list of the desk as a file for spreadsheets. */
export type CsvFile = {
  /** The beginning of the file's name. */
  name: string;
  columns: readonly string[];
  /**
   * The rows that match the filter in the address, a page at a time, so that a list of any length takes little memory.
   * `admin` reads the admin again for each page, and throws when they are none any more. Throws `InvalidInput` before
   * the first page.
   */
  pages: (admin: () => Promise<Viewer>, asked: URLSearchParams) => AsyncGenerator<CsvCell[][]>;
};
