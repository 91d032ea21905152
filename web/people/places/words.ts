import { yearsOf } from '#web/subjects/when.ts';
import { storiesInWords } from '../family/roles.ts';
import type { PlacesRouteQuery } from '../places.graphql.ts';

export type PlacesSubject = NonNullable<PlacesRouteQuery['subject']>;
export type StoryPlace = PlacesSubject['placesInStories'][number];

/** For example "3 stories, 1929 to 1954". */
export function storiesAndYears({ cards }: StoryPlace): string {
  const years = cards.flatMap(({ happened }) => (happened && yearsOf(happened)) || []);
  const from = Math.min(...years.map((each) => each.from));
  const to = Math.max(...years.map((each) => each.to));
  const span = years.length > 0 && (from === to ? String(from) : `${from} to ${to}`);
  return [storiesInWords(cards.length), span].filter(Boolean).join(', ');
}

/** Why a place is on the map, or why it isn't. */
export function standingInWords({ name, standing, position }: StoryPlace): string {
  switch (standing) {
    case 'BY_NAME':
      return `On the map at ${position?.label}, by its name`;
    case 'CHOSEN':
      return `On the map at ${position?.label}, chosen by the family`;
    case 'TAKEN_OFF':
      return 'Not on the map: the family took it off';
    case 'AMBIGUOUS':
      return `Not on the map until somebody in the family says which ${name} is meant`;
    case 'UNKNOWN':
      return 'Not on the map: it isn’t in our list of towns, regions and countries';
  }
}

/** How many places aren't on the map and why; null when all are. */
export function missingInWords(places: readonly StoryPlace[]): string | null {
  const missing = places.filter(({ position }) => !position);
  if (missing.length === 0) return null;
  const count = (standing: StoryPlace['standing']) =>
    missing.filter((place) => place.standing === standing).length;
  const reasons = (
    [
      ['AMBIGUOUS', 'could be one of several', 'could be one of several'],
      ['UNKNOWN', 'isn’t in our list', 'aren’t in our list'],
      ['TAKEN_OFF', 'was taken off', 'were taken off'],
    ] as const
  ).flatMap(([standing, one, many]) => {
    const number = count(standing);
    if (number === 0) return [];
    if (missing.length === 1) return [`it ${one}`];
    return [`${number} ${number === 1 ? one : many}`];
  });
  const are = missing.length === 1 ? '1 place isn’t' : `${missing.length} places aren’t`;
  return `${are} on the map: ${reasons.join(', ')}.`;
}
