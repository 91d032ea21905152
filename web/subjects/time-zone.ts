/** The name of a time zone, such as "Eastern Time". */
export function zoneInWords(timeZone: string): string {
  const named = zoneName(timeZone, 'longGeneric');
  // Some zones have no generic name, but "GMT+00:00".
  const words = named.startsWith('GMT') ? zoneName(timeZone, 'long') : named;
  return words === 'Coordinated Universal Time' ? 'UTC' : words;
}

/** A time with its zone by the place that names it: "10:42 in New York"; "10:42 UTC" where none does. */
export function timeInPlace(time: string, timeZone: string): string {
  const place = /^(?!Etc\/)[^/]+\/(?:.*\/)?([^/]+)$/.exec(timeZone)?.[1];
  return place ? `${time} in ${place.replaceAll('_', ' ')}` : `${time} ${zoneInWords(timeZone)}`;
}

function zoneName(timeZone: string, timeZoneName: 'long' | 'longGeneric'): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName });
  return format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
