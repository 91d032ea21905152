import { describe, expect, test } from 'vitest';
import { currentStep } from '#web/onboarding/steps.ts';
import { spanInWords } from '#web/subjects/duration.ts';
import { nameBeside } from '#web/subjects/name-beside.ts';
import { bookNameOf, wordsFor } from '#web/subjects/person-words.ts';
import { openingOf, sentencesOf } from '#web/subjects/today/sentences.ts';
import { ageOf, dayInWords, hourInWords, soonInWords, yearsOf } from '#web/subjects/when.ts';

const now = new Date('2026-11-12T15:42:00Z');

describe('Days and hours', () => {
  test('hours and durations are formatted as people say them', () => {
    expect(hourInWords(14)).toBe('2 pm');
    expect(hourInWords(10, 30)).toBe('10:30 am');
    expect(hourInWords(0)).toBe('12 am');
    expect(spanInWords(760)).toBe('12 min 40 s');
  });

  test('dates include the year only when it is not the current one', () => {
    expect(dayInWords('2026-11-05T12:00:00Z', now, 'UTC')).toBe('Thursday, 5 November');
    expect(dayInWords('2025-11-05T12:00:00Z', now, 'UTC')).toBe('Wednesday, 5 November 2025');
  });

  test('times are shown in the time zone of the phone', () => {
    const zone = 'America/New_York';
    expect(soonInWords('2026-11-15T19:00:00Z', zone, now)).toBe('Sunday at 2 pm');
    expect(soonInWords('2026-11-13T03:30:00Z', zone, now)).toBe('Today at 10:30 pm');
    expect(soonInWords('2026-11-13T15:30:00Z', zone, now)).toBe('Tomorrow at 10:30 am');
    expect(soonInWords('2026-12-06T19:00:00Z', zone, now)).toBe('Sunday, 6 December at 2 pm');
  });

  test('partly known dates have years and an age', () => {
    expect(yearsOf('1952-22')).toEqual({ from: 1952, to: 1952 });
    expect(yearsOf('195X')).toEqual({ from: 1950, to: 1959 });
    expect(yearsOf('1958-09/1966')).toEqual({ from: 1958, to: 1966 });
    expect(yearsOf('')).toBeNull();
    expect(ageOf('1941-03-09', now)).toBe(85);
    expect(ageOf('1941', now)).toBeNull();
  });
});

describe('A person', () => {
  test('a person known only by kinship is named relative to the subject', () => {
    const words = wordsFor({ preferredName: 'Alma', pronouns: 'she/her' });
    expect(nameBeside({ name: 'Mother', relationship: 'mother' }, words)).toBe('Her mother');
    expect(nameBeside({ name: 'Lourdes', relationship: 'sister' }, words)).toBe('Lourdes');
    expect(nameBeside({ name: 'Mrs. Hathaway', relationship: null }, words)).toBe('Mrs. Hathaway');
  });

  test('a person is referred to by their pronouns, and by "they" when none are known', () => {
    expect(wordsFor({ preferredName: 'Alma', pronouns: 'she/her' })).toMatchObject({
      them: 'her',
      their: 'her',
    });
    expect(wordsFor({ preferredName: 'Frank', pronouns: 'He / him' })).toMatchObject({ them: 'him' });
    expect(wordsFor({ preferredName: 'Robin', pronouns: null }).verb('has', 'have')).toBe('have');
  });

  test('a person is "you" to themself', () => {
    expect(wordsFor({ preferredName: 'Ana', pronouns: 'she/her', isSelf: true }).them).toBe('you');
    expect(bookNameOf({ preferredName: 'Ana', isSelf: true })).toBe('Your book');
  });
});

describe('The opening of a story', () => {
  test('an opening consists of whole sentences, and “Mrs.” does not end one', () => {
    expect(sentencesOf('What I left out is that Mrs. Almeida sang. Always.')).toEqual([
      'What I left out is that Mrs. Almeida sang. ',
      'Always.',
    ]);
    expect(openingOf('The light came on. I forgot every word. I had said it for a week.', 42)).toBe(
      'The light came on. I forgot every word.',
    );
  });

  test('a first sentence of one word is not the whole beginning', () => {
    expect(
      openingOf('Madeira. My mother and father both came from there, but they never met on it.', 40),
    ).toBe('Madeira. My mother and father both came …');
  });

  test('a very long first sentence is cut at a word', () => {
    expect(openingOf(`${'and then '.repeat(60)}it ended.`, 40)).toMatch(/^and then .* …$/);
  });
});

describe('The onboarding', () => {
  const kept = { step: 'CONSENT', forWhom: 'LOVED_ONE', finishedAt: null, subject: null } as const;

  test('the onboarding resumes at the step where it was left', () => {
    expect(currentStep(null, kept, true)).toBe('CONSENT');
    expect(currentStep('phone', kept, true)).toBe('PHONE');
  });

  test('the onboarding asks first whom it is for, and next about them', () => {
    expect(currentStep(null, null, false)).toBe('WHO');
    expect(currentStep('consent', null, false)).toBe('WHO');
    expect(currentStep('consent', { ...kept, step: 'ABOUT' }, false)).toBe('ABOUT');
  });

  test('the onboarding starts again once it is finished', () => {
    expect(currentStep(null, { ...kept, step: 'DONE', finishedAt: '2026-11-12T15:42:00Z' }, true)).toBe(
      'WHO',
    );
  });
});
