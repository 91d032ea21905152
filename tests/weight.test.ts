import { describe, expect, test } from 'vitest';
import { weightOf } from '#tests/bench/web/weight.ts';

describe('The script that a page needs', () => {
  test('of a public page is no more than 105 kB', () => {
    expect(weightOf('/')).toBeLessThanOrEqual(105);
  });

  test('of the first page of a book is no more than 175 kB, of which React, its router and Apollo are 142', () => {
    expect(weightOf('/dashboard/:subjectId/')).toBeLessThanOrEqual(175);
  });
});
