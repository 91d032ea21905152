/** The name of a time zone, such as "Eastern Time". */
export function zoneInWords(timeZone: string): string {
  const named = zoneName(timeZone, 'longGeneric');
  // Some zones have no generic name: "GMT+00:00" becomes "Coordinated Universal Time".
  return named.startsWith('GMT') ? zoneName(timeZone, 'long') : named;
}

function zoneName(timeZone: string, timeZoneName: 'long' | 'longGeneric'): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName });
  return format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
