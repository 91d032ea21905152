import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { measurePeople, type PeopleCase } from '#tests/figures/people.ts';

const cases = JSON.parse(
  readFileSync(new URL('../../figures/cases/people.own.json', import.meta.url), 'utf8'),
) as PeopleCase[];

describe('Of the people in the cases of storytellers', () => {
  const { precision, recall, relations, failures } = measurePeople(cases);

  test('95 % of those found are right, 85 % are found, and 80 % have the right relation', () => {
    expect(precision, failures.join('\n')).toBeGreaterThanOrEqual(0.95);
    expect(recall, failures.join('\n')).toBeGreaterThanOrEqual(0.85);
    expect(relations, failures.join('\n')).toBeGreaterThanOrEqual(0.8);
  });

  test('a third are in cases with names of things, places and public figures', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
    expect(cases.filter(({ notPeople = [] }) => notPeople.length > 0).length * 3).toBeGreaterThan(
      cases.length,
    );
  });
});

describe('The measure of people', () => {
  const said = 'My sister Lourdes had a dog called Bruno, and I told Peg.';

  test('counts missed people, invented people and wrong relations', () => {
    const { precision, recall, relations, failures } = measurePeople([
      { id: 'a', said, people: [{ name: 'Lourdes', relation: 'cousin' }], notPeople: ['Peg'] },
      { id: 'b', said: 'Nobody was there.', people: [{ name: 'Tom', relation: null }] },
    ]);

    expect({ precision, recall, relations }).toEqual({ precision: 0.5, recall: 0.5, relations: 0 });
    expect(failures).toEqual([
      'a: Peg is nobody',
      'a: Lourdes (cousin) is found as Lourdes (sister)',
      'b: Tom is not found',
    ]);
  });

  test('accepts synonyms of a relation', () => {
    const { relations } = measurePeople([
      {
        id: 'a',
        said: 'My brother Ted came with his wife Ines.',
        people: [
          { name: 'Ted', relation: 'brother' },
          { name: 'Ines', relation: 'brother’s wife' },
        ],
      },
    ]);

    expect(relations).toBe(1);
  });
});
