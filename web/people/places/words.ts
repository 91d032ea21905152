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
      return `On the map at ${position?.label}, the only place we know of that name`;
    case 'CHOSEN':
      return `On the map at ${position?.label}, chosen by the family`;
    case 'TAKEN_OFF':
      return 'Not on the map: the family took it off';
    case 'AMBIGUOUS':
      return `Not on the map: we can’t tell which ${name} is meant`;
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
  const reasons = [
    [count('AMBIGUOUS'), 'could be several places'],
    [count('UNKNOWN'), missing.length === 1 ? 'isn’t in our list of towns' : 'not in our list of towns'],
    [count('TAKEN_OFF'), 'taken off by the family'],
  ].flatMap(([number, why]) => (number ? [missing.length === 1 ? why : `${number} ${why}`] : []));
  const are = missing.length === 1 ? '1 place isn’t' : `${missing.length} places aren’t`;
  return `${are} on the map: ${reasons.join(', ')}.`;
}
