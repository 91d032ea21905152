import { describe, expect, test } from 'vitest';
import { kibOf } from '#tests/bench/web/weight.ts';

describe('The script that a page needs', () => {
  test('of a public page is no more than 105 KiB', () => {
    expect(kibOf('/')).toBeLessThanOrEqual(105);
  });

  test('of the first page of a book is no more than 169 KiB, of which React, its router and Apollo are 142', () => {
    expect(kibOf('/dashboard/:subjectId/')).toBeLessThanOrEqual(169);
  });
});
