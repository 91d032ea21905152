import { beforeAll, describe, expect, test } from 'vitest';
import {
  findPlaceById,
  findUnambiguousPlace,
  loadGazetteer,
  placesNamed,
  searchPlaces,
} from '#api/people/gazetteer/gazetteer.ts';
import { foldPlaceName } from '#api/platform/domain-values/place-name.ts';

beforeAll(loadGazetteer);

const labelOf = (told: string) => findUnambiguousPlace(told)?.label ?? null;

describe('A place’s name', () => {
  test('is the same with other capitals, accents, an article or a shortened saint', () => {
    expect(foldPlaceName('MALMÖ')).toBe('malmo');
    expect(foldPlaceName('The Azores')).toBe('azores');
    expect(foldPlaceName('St. John’s')).toBe('saint johns');
    expect(foldPlaceName('  New   Bedford ')).toBe('new bedford');
  });
});

describe('A place in the words of a story', () => {
  test.each([
    ['New Bedford', 'New Bedford, Massachusetts, United States'],
    ['Bergen, Norway', 'Bergen, Vestland, Norway'],
    ['Fall River, Massachusetts', 'Fall River, Massachusetts, United States'],
    ['Fall River, MA', 'Fall River, Massachusetts, United States'],
    ['Fall River, MA, USA', 'Fall River, Massachusetts, United States'],
    ['Ponta Delgada', 'Ponta Delgada, Azores, Portugal'],
    ['Norway', 'Norway'],
    ['the Azores', 'Azores, Portugal'],
    ['Massachusetts', 'Massachusetts, United States'],
  ])('%s is found by its name', (told, label) => {
    expect(labelOf(told)).toBe(label);
  });

  test.each([
    ['Bergen', 'several towns have the name'],
    ['Georgia', 'a country and a state have the name'],
    ['Bergen, Sweden', 'the country has none of that name'],
    ['Rivet Street', 'it is a street'],
    ['Rivet Street, New Bedford', 'only its town is known'],
    ['Saint Paul’s', 'a church may be meant'],
    ['the harbour', 'it is no name'],
    ['', 'it is empty'],
    [', Norway', 'it has no name'],
  ])('“%s” is not found, because %s', (told) => {
    expect(labelOf(told)).toBeNull();
  });

  test('with several meanings has all of them as candidates, the largest first', () => {
    const [first, ...others] = placesNamed('Bergen').map(({ label }) => label);
    expect(first).toBe('Bergen, Vestland, Norway');
    expect(others.length).toBeGreaterThan(2);
  });

  test('is found by its id, and not by any other text', () => {
    const [bergen] = placesNamed('Bergen, Norway');
    expect(findPlaceById(bergen?.id ?? '')).toEqual(bergen);
    for (const id of ['', 'NO', 'Bergen', 't1', '213585', 'a\tb']) expect(findPlaceById(id)).toBeNull();
  });

  test('is searched by the beginning of its name', () => {
    expect(searchPlaces('New Bedf').map(({ label }) => label)).toContain(
      'New Bedford, Massachusetts, United States',
    );
    expect(searchPlaces('Duluth, Minnesota')).toHaveLength(1);
    expect(searchPlaces('sa')).toEqual([]);
    expect(searchPlaces('san').length).toBe(10);
  });
});
