import { expect, test } from 'vitest';
import { cardWordsIn } from '#web/calls/phone-card-words.ts';

test('The card for the telephone says when it calls in the person’s language', () => {
  const [english, spanish] = [cardWordsIn('en'), cardWordsIn('es')];
  expect(english.callTime(7, '14:30')).toBe('Sunday at 2:30 pm');
  const plain = (text: string) => text.replace(/\s/g, ' ');
  expect(plain(spanish.callTime(7, '14:30'))).toBe('Los domingos a las 2:30 p.m.');
  expect(plain(spanish.callTime(1, '13:00'))).toBe('Los lunes a la 1 p.m.');
  expect(plain(spanish.callTime(6, '10:00'))).toBe('Los sábados a las 10 a.m.');
});
