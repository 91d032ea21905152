import { yearsOf } from '#web/subjects/when.ts';

interface LifeDates {
  living: boolean | null;
  bornText: string | null;
  diedText: string | null;
}

/** For example "born 9 March 1941, died about 2011" or "has died"; null when nothing is known. */
export function lifeInWords({ living, bornText, diedText }: LifeDates): string | null {
  const facts = [
    bornText && `born ${bornText}`,
    diedText ? `died ${diedText}` : living === false && 'has died',
  ].filter(Boolean);
  return facts.join(', ') || null;
}

/** Sorts stories by the year in which they happened; those without a year come last, in the given order. */
export function sortByYear<Story extends { happened: string | null }>(stories: readonly Story[]): Story[] {
  const yearOf = ({ happened }: Story) =>
    (happened ? yearsOf(happened)?.from : null) ?? Number.MAX_SAFE_INTEGER;
  return [...stories].sort((a, b) => yearOf(a) - yearOf(b));
}

interface StoryPerson {
  id: string;
  name: string;
  relationship: string | null;
}

/** The people who share stories with a person, those with the most stories first. */
export function companionsOf({
  id,
  cards,
}: {
  id: string;
  cards: readonly { people: readonly StoryPerson[] }[];
}): { person: StoryPerson; stories: number }[] {
  const found = new Map<string, { person: StoryPerson; stories: number }>();
  for (const person of cards.flatMap(({ people }) => people)) {
    if (person.id === id) continue;
    found.set(person.id, { person, stories: (found.get(person.id)?.stories ?? 0) + 1 });
  }
  return [...found.values()].sort(
    (a, b) => b.stories - a.stories || a.person.name.localeCompare(b.person.name),
  );
}
