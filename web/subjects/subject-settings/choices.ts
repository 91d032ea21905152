import { zoneInWords } from '../time-zone.ts';

export interface Choice {
  value: string;
  title: string;
}

/** The bindings from which a family can choose. */
export const cloths: readonly Choice[] = ['spruce', 'ink', 'plum', 'moss', 'slate'].map((value) => ({
  value,
  title: value.charAt(0).toUpperCase() + value.slice(1),
}));

/** How long the interviewer waits in a pause, in milliseconds. */
export const patience: readonly Choice[] = [
  { value: '1200', title: 'Quick: about one second' },
  { value: '2500', title: 'Usual: two to three seconds' },
  { value: '5000', title: 'Patient: five seconds' },
];

/** The languages in which the interviewer talks and the stories are written. */
export const languages: readonly Choice[] = [
  { value: 'en', title: 'English' },
  { value: 'es', title: 'Spanish (español)' },
];

const pronouns: readonly Choice[] = [
  { value: '', title: 'Not said' },
  { value: 'she/her', title: 'she, her' },
  { value: 'he/him', title: 'he, him' },
  { value: 'they/them', title: 'they, them' },
];

/** The usual pronouns, and the entered ones if they are different. */
export function pronounsWith(chosen: string): readonly Choice[] {
  return pronouns.some(({ value }) => value === chosen)
    ? pronouns
    : [...pronouns, { value: chosen, title: chosen }];
}

const commonZones = [
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Anchorage'],
  ...['Pacific/Honolulu', 'Europe/London', 'Europe/Lisbon', 'Europe/Berlin'],
];

/** All time zones, with the chosen and the common ones first. */
export function zonesWith(chosen: string): readonly Choice[] {
  const zones = new Set([chosen, ...commonZones, ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].map((value) => {
    const place = value.split('/').at(-1)?.replaceAll('_', ' ');
    return {
      value,
      title: commonZones.includes(value) ? `${zoneInWords(value)} (${place})` : value.replaceAll('_', ' '),
    };
  });
}
