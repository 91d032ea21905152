import { describe, expect, test } from 'vitest';
import { weightOf } from '#tests/bench/web/weight.ts';

describe('The script that a page needs', () => {
  test('of a public page is no more than 95.5 kB', () => {
    expect(weightOf('/')).toBeLessThanOrEqual(95.5);
  });

  test('of the first page of a book is no more than 165 kB, of which React, its router and Apollo are 132', () => {
    expect(weightOf('/dashboard/:subjectId/')).toBeLessThanOrEqual(165);
  });
});
