import { expect, test } from 'vitest';
import { spokenNumber } from '#api/calls/spoken-number.ts';

test('A phone number is said digit by digit, with its country where that is another one', () => {
  expect(spokenNumber('+12025550100', 'en')).toBe('2 0 2, 5 5 5, 0 1 0 0');
  expect(spokenNumber('+12025550100', 'es')).toBe('2 0 2, 5 5 5, 0 1 0 0');
  expect(spokenNumber('+34912345678', 'en')).toBe('plus 3 4, 9 1 2, 3 4, 5 6, 7 8');
  expect(spokenNumber('+34912345678', 'es')).toBe('más 3 4, 9 1 2, 3 4, 5 6, 7 8');
});
