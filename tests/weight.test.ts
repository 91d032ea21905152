import { describe, expect, test } from 'vitest';
import { kibOf } from '#tests/bench/web/weight.ts';

describe('The script that a page needs', () => {
  test('of a public page is no more than 109.5 KiB', () => {
    expect(kibOf('/')).toBeLessThanOrEqual(109.5);
  });

  test('of the first page of a book is no more than 180 KiB, of which React, its router and Apollo are 148', () => {
    expect(kibOf('/dashboard/:subjectId/')).toBeLessThanOrEqual(180);
  });
});
