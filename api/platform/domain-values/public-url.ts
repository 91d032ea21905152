import { settings } from '../settings.ts';

/** The public address of this server for links in mail and texts, without a trailing slash. */
export function publicUrl(): string {
  return settings().publicUrl;
}
