import { describe, expect, test } from 'vitest';
import { currentStep } from '#web/onboarding/steps.ts';
import { bookNameOf, nameBeside, wordsFor } from '#web/subjects/person-words.ts';
import { openingOf, sentencesOf } from '#web/subjects/today/sentences.ts';
import { ageOf, dayInWords, hourInWords, soonInWords, spanInWords, yearsOf } from '#web/subjects/when.ts';

const now = new Date('2026-11-12T15:42:00Z');

describe('Days and hours', () => {
  test('are worded naturally', () => {
    expect(hourInWords(14)).toBe('2 pm');
    expect(hourInWords(10, 30)).toBe('10:30 am');
    expect(hourInWords(0)).toBe('12 am');
    expect(spanInWords(760)).toBe('12 min 40 s');
  });

  test('include the year only when it is not the current one', () => {
    expect(dayInWords('2026-11-05T12:00:00Z', now, 'UTC')).toBe('Thursday, 5 November');
    expect(dayInWords('2025-11-05T12:00:00Z', now, 'UTC')).toBe('Wednesday, 5 November 2025');
  });

  test('use the time zone of the phone', () => {
    const zone = 'America/New_York';
    expect(soonInWords('2026-11-15T19:00:00Z', zone, now)).toBe('Sunday at 2 pm');
    expect(soonInWords('2026-11-13T03:30:00Z', zone, now)).toBe('Today at 10:30 pm');
    expect(soonInWords('2026-11-13T15:30:00Z', zone, now)).toBe('Tomorrow at 10:30 am');
    expect(soonInWords('2026-12-06T19:00:00Z', zone, now)).toBe('Sunday, 6 December at 2 pm');
  });

  test('may be partial', () => {
    expect(yearsOf('1952-22')).toEqual({ from: 1952, to: 1952 });
    expect(yearsOf('195X')).toEqual({ from: 1950, to: 1959 });
    expect(yearsOf('1958-09/1966')).toEqual({ from: 1958, to: 1966 });
    expect(yearsOf('')).toBeNull();
    expect(ageOf('1941-03-09', now)).toBe(85);
    expect(ageOf('1941', now)).toBeNull();
  });
});

describe('A person', () => {
  test('known only by kinship is described as the teller’s', () => {
    const words = wordsFor({ preferredName: 'Alma', pronouns: 'she/her' });
    expect(nameBeside({ name: 'Mother', relationship: 'mother' }, words)).toBe('Her mother');
    expect(nameBeside({ name: 'Lourdes', relationship: 'sister' }, words)).toBe('Lourdes');
    expect(nameBeside({ name: 'Mrs. Hathaway', relationship: null }, words)).toBe('Mrs. Hathaway');
  });

  test('is referred to by their pronouns, or "they" if none are set', () => {
    expect(wordsFor({ preferredName: 'Alma', pronouns: 'she/her' })).toMatchObject({
      them: 'her',
      their: 'her',
    });
    expect(wordsFor({ preferredName: 'Frank', pronouns: 'He / him' })).toMatchObject({ them: 'him' });
    expect(wordsFor({ preferredName: 'Robin', pronouns: null }).verb('has', 'have')).toBe('have');
  });

  test('is addressed as "you"', () => {
    expect(wordsFor({ preferredName: 'Ana', pronouns: 'she/her', isSelf: true }).them).toBe('you');
    expect(bookNameOf({ preferredName: 'Ana', isSelf: true })).toBe('Your book');
  });
});

describe('The beginning of a story', () => {
  test('consists of whole sentences, and “Mrs.” does not end one', () => {
    expect(sentencesOf('What I left out is that Mrs. Almeida sang. Always.')).toEqual([
      'What I left out is that Mrs. Almeida sang. ',
      'Always.',
    ]);
    expect(openingOf('The light came on. I forgot every word. I had said it for a week.', 42)).toBe(
      'The light came on. I forgot every word.',
    );
  });

  test('is cut at a word when the first sentence is very long', () => {
    expect(openingOf(`${'and then '.repeat(60)}it ended.`, 40)).toMatch(/^and then .* …$/);
  });
});

describe('The onboarding', () => {
  const kept = { step: 'CONSENT', forWhom: 'LOVED_ONE', finishedAt: null, subject: null } as const;

  test('resumes at the step where it was left', () => {
    expect(currentStep(null, kept, true)).toBe('CONSENT');
    expect(currentStep('phone', kept, true)).toBe('PHONE');
  });

  test('asks who it is for first, and about them before anything else', () => {
    expect(currentStep(null, null, false)).toBe('WHO');
    expect(currentStep('consent', null, false)).toBe('WHO');
    expect(currentStep('consent', { ...kept, step: 'ABOUT' }, false)).toBe('ABOUT');
  });

  test('starts over once it is done', () => {
    expect(currentStep(null, { ...kept, step: 'DONE', finishedAt: '2026-11-12T15:42:00Z' }, true)).toBe(
      'WHO',
    );
  });
});
