import { expect, test } from 'vitest';
import { sayDateIn } from '#api/biography/writing/say-date.ts';

test.each([
  ['1952', '1952'],
  ['1952-22', 'verano de 1952'],
  ['1958-23', 'otoño de 1958'],
  ['1963-06', 'junio de 1963'],
  ['1958-11-05', '5 de noviembre de 1958'],
  ['1958-11-XX', 'noviembre de 1958'],
  ['1950~', 'hacia 1950'],
  ['1950?', 'quizás 1950'],
  ['1950%', 'quizás hacia 1950'],
  ['195X', 'los años 1950'],
  ['19XX', 'el siglo XX'],
  ['1961/1963', 'de 1961 a 1963'],
  ['18XX/19XX', 'del siglo XIX al siglo XX'],
  ['1961/..', 'desde 1961'],
  ['../1961', 'hasta 1961'],
  ['some day', ''],
])('The date %s is said in Spanish as “%s”', (edtf, said) => {
  expect(sayDateIn.es(edtf)).toBe(said);
});
