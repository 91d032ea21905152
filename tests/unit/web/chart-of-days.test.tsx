// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { type ChartDay, ChartOfDays } from '#web/writer/today/ChartOfDays.tsx';
import { seconds } from '#web/writer/today/ModelUse.tsx';
import { dollars } from '#web/writer/today/ModelUseTable.tsx';

afterEach(cleanup);

const counted = (value: number) => value.toLocaleString('en');

/** The last days, up to 30 November 2026, with these values. */
function daysOf(values: readonly (readonly (number | null)[])[]): ChartDay[] {
  const last = Date.UTC(2026, 10, 30);
  return values.map((each, at) => {
    const day = new Date(last - (values.length - 1 - at) * 86_400_000).toISOString().slice(0, 10);
    return { day, values: each };
  });
}

/** Draws a chart, and returns its columns, from left to right, and its labels with their places in percent. */
function draw(
  days: readonly ChartDay[],
  names = ['Messages'],
  inWords: (value: number, step?: number) => string = counted,
) {
  const looks = ['plain', 'open', 'striped'] as const;
  const parts = names.map((name, at) => ({ name, look: looks[at] ?? 'plain' }));
  const { container } = render(
    <ChartOfDays
      title="Messages per day"
      {...{ parts, days, inWords }}
      empty="There were no messages on these days."
      columns={({ values }) => values.map((value) => inWords(value ?? 0))}
    />,
  );
  const picture = container.querySelector('svg[role=img]');
  const [heights, below] = container.querySelectorAll('svg[role=img] ~ span');
  const labels = (of: Element | undefined, side: 'top' | 'left') =>
    [...(of?.querySelectorAll('span') ?? [])].map((label) => ({
      words: label.textContent ?? '',
      at: Number.parseFloat(label.style[side]),
    }));
  const columns = [...(picture?.querySelectorAll('g rect') ?? [])].map((rect) => {
    const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((name) =>
      Number(rect.getAttribute(name)),
    );
    return { x, y, width, height, right: x + width, bottom: y + height };
  });
  return { picture, columns, heights: labels(heights, 'top'), below: labels(below, 'left') };
}

/** The size of the picture. */
const width = 752;
const floor = 192;

describe('A chart of days', () => {
  test('without any values says so, and has neither a picture nor a table', () => {
    for (const days of [[], daysOf([[0], [0]])]) {
      const { picture } = draw(days);

      expect(picture).toBeNull();
      expect(screen.getByText('There were no messages on these days.')).toBeDefined();
      expect(screen.queryByText('As a table')).toBeNull();
      cleanup();
    }
  });

  test('of one day has one column, whose height and label are whole', () => {
    const { columns, heights, below } = draw(daysOf([[1]]));

    expect(columns).toHaveLength(1);
    expect(columns[0]?.width).toBeLessThanOrEqual(40);
    expect(heights.map(({ words }) => words)).toEqual(['0', '1']);
    expect(below).toEqual([{ words: 'today', at: 50 }]);
  });

  test('of two weeks has its columns side by side, and labels that do not touch', () => {
    const { columns, below } = draw(daysOf(Array.from({ length: 14 }, (_, at) => [at + 1])));

    expect(columns).toHaveLength(14);
    for (const [at, { x, right }] of columns.entries()) {
      expect(x).toBeGreaterThanOrEqual((columns[at - 1]?.right ?? 0) - 0.001);
      expect(right).toBeLessThanOrEqual(width + 0.001);
    }
    // The first label begins where the axis does, and the last one ends there.
    expect(below[0]).toEqual({ words: '17 Nov', at: 0 });
    expect(below.at(-1)).toEqual({ words: 'today', at: 100 });
    for (const [at, label] of below.slice(1).entries())
      expect(label.at - (below[at]?.at ?? 0)).toBeGreaterThan(16);
  });

  test.each([
    ['dollars', dollars, [0.00004, 0.0123, 0.3, 0.9, 1.2, 2.4, 7, 1234]],
    ['seconds', seconds, [0.4, 3, 12, 240, 999, 1800, 64_000]],
  ] as const)('names no two heights alike in %s', (_, words, values) => {
    for (const value of values) {
      const { heights } = draw(daysOf([[value]]), ['Cost'], words);

      expect(heights.length).toBeGreaterThan(1);
      expect(new Set(heights.map((height) => height.words)).size, `${value}`).toBe(heights.length);
      cleanup();
    }
  });

  test('of a day that is not known has no column, and says so', () => {
    const { columns, picture } = draw(daysOf([[0.5], [null]]), ['Cost'], dollars);

    expect(columns).toHaveLength(1);
    expect(picture?.getAttribute('aria-label')).toContain('at most $0.5000 a day, not known today');
  });

  test('with one huge value shows the small ones too, above the floor', () => {
    const { columns, heights } = draw(daysOf([[1], [2_000_000], [0], [3]]));

    expect(columns).toHaveLength(3);
    for (const { y, height, bottom } of columns) {
      expect(height).toBeGreaterThan(2.99);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(floor);
    }
    expect(heights.map(({ words }) => words)).toEqual([
      '0',
      '500,000',
      '1,000,000',
      '1,500,000',
      '2,000,000',
    ]);
  });

  test('lays its parts on each other, tells them apart without color, and has a table of the same numbers', () => {
    const { picture, columns } = draw(daysOf([[4, 1, 1]]), ['Calls held', 'Missed', 'Failed']);

    const [held, missed, failed] = columns;
    expect(missed?.bottom).toBeCloseTo(held?.y ?? 0);
    expect(failed?.bottom).toBeCloseTo(missed?.y ?? 0);
    expect(held?.height).toBeCloseTo(4 * (failed?.height ?? 0));
    const looks = [...(picture?.querySelectorAll('g') ?? [])];
    expect(new Set(looks.map((look) => look.getAttribute('class'))).size).toBe(3);
    expect(looks[2]?.getAttribute('fill')).toMatch(/^url\(#/);
    expect(picture?.getAttribute('aria-label')).toContain('at most 6 a day, 6 today');
    const row = within(screen.getByRole('row', { name: /30 Nov/, hidden: true }));
    expect(row.getAllByRole('cell', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
      '4',
      '1',
      '1',
    ]);
  });
});
