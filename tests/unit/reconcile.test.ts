import { describe, expect, test } from 'vitest';
import { type Figure, isReached, loadCases, printFigure } from '#tests/figures/cases.ts';
import { allPairs, measureReconcile, type ReconcileCase } from '#tests/figures/reconcile.ts';
import { measureUnknownPhones, type PhoneCase } from '#tests/figures/unknown-phones.ts';

describe('A conflict between stories', () => {
  test.each(['open', 'kept'] as const)('is found in the %s pairs as often as it should be', (half) => {
    const cases = loadCases<ReconcileCase>('reconcile', half) ?? [];
    expect(cases.length).toBeGreaterThanOrEqual(36);
    expect(cases.filter(({ isConflict }) => !isConflict).length).toBeGreaterThanOrEqual(cases.length / 2);

    const [precision, recall] = measureReconcile(cases) as [Figure, Figure];

    expect([precision, recall].filter((figure) => !isReached(figure)).map(printFigure)).toEqual([]);
  });
});

describe('Two facts that can’t both be true', () => {
  test.each([
    ['open', 60],
    ['kept', 26],
  ] as const)('are found in the %s pairs as often as they should be', (half, least) => {
    const cases = loadCases<ReconcileCase>('facts', half) ?? [];
    expect(cases.length).toBeGreaterThanOrEqual(least);
    expect(cases.filter(({ isConflict }) => !isConflict).length).toBeGreaterThanOrEqual(cases.length / 2);

    const [precision, recall] = measureReconcile(cases) as [Figure, Figure];

    expect([precision, recall].filter((figure) => !isReached(figure)).map(printFigure)).toEqual([]);
  });
});

describe('Everything that is reconciled', () => {
  test('is found in all labelled pairs together, and of each kind, as often as it should be', () => {
    const pairs = allPairs();
    expect(pairs.length).toBeGreaterThanOrEqual(200);
    expect(pairs.filter(({ isConflict }) => !isConflict).length).toBeGreaterThanOrEqual(pairs.length / 2);

    const figures = measureReconcile(pairs);

    expect(figures.map(({ what }) => what.trim())).toEqual(
      expect.arrayContaining(['duplicates', 'dates', 'facts', 'people'].map((kind) => `recall of ${kind}`)),
    );
    expect(figures.filter((figure) => !isReached(figure)).map(printFigure)).toEqual([]);
  });
});

describe('A phone that may be the subject’s', () => {
  test.each(['open', 'kept', 'third'] as const)(
    'is found in the %s cases as often as it should be',
    (half) => {
      const cases = loadCases<PhoneCase>('unknown-phones', half) ?? [];
      expect(cases.length).toBeGreaterThanOrEqual(24);
      expect(cases.filter(({ isConflict }) => !isConflict).length).toBeGreaterThanOrEqual(cases.length / 2);

      const figures = measureUnknownPhones(cases);

      expect(figures.filter((figure) => !isReached(figure)).map(printFigure)).toEqual([]);
    },
  );
});
