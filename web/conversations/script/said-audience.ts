import type { Turn_MessageFragment } from './Turn.graphql.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const list = new Intl.ListFormat('en-GB');

/** Who may read the person's own private words, in one line for the person. */
export function saidAudienceInWords(said: Turn_MessageFragment['saidAudience']): string {
  if (said?.pending) return 'Only you can read this. You haven’t said yet who else may.';
  if (said?.until) return `Nobody else may read this before ${dayOrYear(said.until)}, as you said.`;
  if (said?.afterDeath) return 'Nobody else may read this while you live, as you said.';
  if (said?.readers.length) return `Only you and ${list.format(said.readers)} may read this, as you said.`;
  return 'Private. Only you can read this.';
}

/** “2030” for its first day. */
function dayOrYear(date: string): string {
  return date.endsWith('-01-01') ? date.slice(0, 4) : day.format(new Date(date));
}
