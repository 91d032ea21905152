import { describe, expect, test } from 'vitest';
import { companionsOf, lifeInWords, sortByYear } from '#web/people/person/life.ts';
import { clusterPins, type Pin, placeLabels, projectionFor, size } from '#web/people/places/layout.ts';
import { missingInWords, type StoryPlace, storiesAndYears } from '#web/people/places/words.ts';

function pin(name: string, latitude: number, longitude: number): Pin {
  return { key: name.toLowerCase(), name, stories: 1, latitude, longitude };
}

const newBedford = pin('New Bedford', 41.64, -70.93);
const madeira = pin('Madeira', 32.75, -17);
const suva = pin('Suva', -18.14, 178.44);
const apia = pin('Apia', -13.83, -171.76);
const alert = pin('Alert', 82.5, -62.35);

describe('The map', () => {
  test.each([
    ['one place', [newBedford]],
    ['two places of one town', [newBedford, pin('Rivet Street', 41.64, -70.93)]],
    ['places on both sides of an ocean', [newBedford, madeira]],
    ['places on both sides of the date line', [suva, apia]],
    ['places all over the world', [newBedford, suva, pin('Perth', -31.95, 115.86), madeira]],
    ['a place near the pole', [alert]],
  ])('shows %s within its edges', (_what, pins) => {
    const { projection } = projectionFor(pins);
    for (const { longitude, latitude } of pins) {
      const [x = Number.NaN, y = Number.NaN] = projection([longitude, latitude]) ?? [];
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(size.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(size.height);
    }
  });

  test('needs the finer outlines only for a small part of the world', () => {
    expect(projectionFor([newBedford]).isFine).toBe(true);
    expect(projectionFor([suva, apia]).isFine).toBe(true);
    expect(projectionFor([newBedford, suva, madeira]).isFine).toBe(false);
  });

  test('shows places at one point as one pin', () => {
    const pins = [newBedford, pin('Rivet Street', 41.64, -70.93), madeira];
    const clusters = clusterPins(pins, projectionFor(pins).projection);
    expect(clusters.map((cluster) => cluster.pins.map(({ name }) => name))).toEqual([
      ['New Bedford', 'Rivet Street'],
      ['Madeira'],
    ]);
  });

  test('writes each name on the side of its pin where there is room, or not at all', () => {
    const at = (name: string, x: number, y: number) => ({ pins: [pin(name, 0, 0)], x, y });
    const [middle, edge, near, squeezed] = [
      at('Middle', 400, 300),
      at('Edge', 950, 300),
      at('Near', 430, 302),
      at('Squeezed', 415, 301),
    ];
    const sides = placeLabels([middle, edge, near, squeezed], size.width);
    expect(sides.get(middle)).toBe('left');
    expect(sides.get(edge)).toBe('left');
    expect(sides.get(near)).toBe('right');
    expect(sides.get(squeezed)).toBeUndefined();
  });
});

function place(standing: StoryPlace['standing'], happened: (string | null)[] = []): StoryPlace {
  const isOnMap = standing === 'BY_NAME' || standing === 'CHOSEN';
  return {
    ...{ key: 'bergen', name: 'Bergen', otherNames: [], standing, candidates: [] },
    position: isOnMap ? { label: 'Bergen', latitude: 60, longitude: 5 } : null,
    cards: happened.map((date, at) => ({
      ...{ id: String(at), title: 'A story', status: 'PUBLISHED', happened: date, happenedText: date },
      chapter: { id: 'love', key: 'love' },
    })),
  };
}

describe('The list of places', () => {
  test('says how many places aren’t on the map, and why', () => {
    expect(missingInWords([place('BY_NAME'), place('CHOSEN')])).toBeNull();
    expect(missingInWords([place('UNKNOWN'), place('CHOSEN')])).toBe(
      '1 place isn’t on the map: it isn’t in our list.',
    );
    expect(
      missingInWords([place('UNKNOWN'), place('AMBIGUOUS'), place('AMBIGUOUS'), place('TAKEN_OFF')]),
    ).toBe('4 places aren’t on the map: 2 could be one of several, 1 isn’t in our list, 1 was taken off.');
  });

  test('says how many stories there are, and of which years', () => {
    expect(storiesAndYears(place('BY_NAME', ['1929', null, '1954-08']))).toBe('3 stories, 1929 to 1954');
    expect(storiesAndYears(place('BY_NAME', ['1929-05']))).toBe('1 story, 1929');
    expect(storiesAndYears(place('BY_NAME', [null]))).toBe('1 story');
  });
});

describe('The page of a person', () => {
  test('says what is known of their life', () => {
    const life = { living: null, bornText: null, diedText: null };
    expect(lifeInWords(life)).toBeNull();
    expect(lifeInWords({ ...life, living: false })).toBe('has died');
    expect(lifeInWords({ living: false, bornText: '9 March 1938', diedText: 'about 2011' })).toBe(
      'born 9 March 1938, died about 2011',
    );
  });

  test('has the stories in the order of the years, those without a year last', () => {
    const stories = [{ happened: null }, { happened: '1963-06-15' }, { happened: '195X' }];
    expect(sortByYear(stories).map(({ happened }) => happened)).toEqual(['195X', '1963-06-15', null]);
  });

  test('counts the stories that others share with them', () => {
    const [des, lourdes, tony] = ['Des', 'Lourdes', 'Tony'].map((name) => ({
      id: name,
      name,
      relationship: null,
    }));
    if (!des || !lourdes || !tony) throw new Error('Three people were named');
    const cards = [{ people: [des, tony] }, { people: [des, lourdes] }, { people: [lourdes, des] }];
    expect(companionsOf({ id: 'Des', cards }).map(({ person, stories }) => [person.name, stories])).toEqual([
      ['Lourdes', 2],
      ['Tony', 1],
    ]);
  });
});
