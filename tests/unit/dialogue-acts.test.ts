import { describe, expect, test } from 'vitest';
import { classifier } from '#api/dialogue-acts/classifier.ts';
import { objectOf } from '#api/dialogue-acts/objects.ts';
import { readUtterance, storySpans } from '#api/dialogue-acts/read-utterance.ts';
import { storyText, toldText } from '#api/dialogue-acts/story-text.ts';
import { expandTemplate, hashOfTemplates } from '#api/dialogue-acts/train.ts';
import { randomFrom } from '#api/language/linear-training.ts';
import {
  type CrisisCase,
  measureCrisis,
  measureOrdinary,
  measurePrivacy,
  measureWithdrawals,
} from '#tests/figures/acts.ts';
import { type Figure, type Half, loadCases, shareOf } from '#tests/figures/cases.ts';

describe('The model of dialogue acts', () => {
  test('is the one that the templates give: after a change of them "npm run train" makes it anew', () => {
    expect(classifier().dataHash).toBe(hashOfTemplates());
  });

  test('learns the same sentences from a template each time', () => {
    const template = '{keep|hold} that {back|between us} {please|}';

    expect(expandTemplate(template, randomFrom(1), 8)).toEqual(expandTemplate(template, randomFrom(1), 8));
    expect(expandTemplate(template, randomFrom(1), 8)).toContain('keep that between us please');
  });
});

describe('The reading of an utterance', () => {
  const said =
    'My father kept bees behind the church for forty years. Hold on, somebody is at the door. I want to die. Yes.';

  test('says of every sentence what it does, in order', () => {
    const { spans } = readUtterance(said);

    expect(spans.map(({ act }) => act)).toEqual(['TELLS', 'ASIDE', 'DISTRESS', 'ANSWERS']);
    expect(spans.map(({ start, end }) => said.slice(start, end))).toEqual([
      'My father kept bees behind the church for forty years.',
      'Hold on, somebody is at the door.',
      'I want to die.',
      'Yes.',
    ]);
  });

  test('takes a whole sentence for danger where a part of it speaks of it', () => {
    const danger = 'I don’t want to be alive any more. I stand at the window every night and want to end it.';

    expect(readUtterance(danger).spans.map(({ act }) => act)).toEqual(['DISTRESS']);
    expect(toldText(danger)).toBe('');
  });

  test('leaves of a story the story, where it stood', () => {
    const story = storyText(said);

    expect(story).toHaveLength(said.length);
    expect(toldText(said)).toBe('My father kept bees behind the church for forty years.');
    expect(storySpans(readUtterance(said)).map(({ start, end }) => story.slice(start, end))).toEqual([
      'My father kept bees behind the church for forty years.',
    ]);
  });

  test.each(['', ' \n ', '…', '?!?!', '🙂🙂', 'a'.repeat(5_000), 'no '.repeat(3_000)])(
    'is found for whatever is typed: %#',
    (text) => {
      expect(readUtterance(text).spans.every(({ start, end }) => 0 <= start && end <= text.length)).toBe(
        true,
      );
    },
  );

  test('knows what a wish is about', () => {
    expect(objectOf('Anything I say about my sister Rosa stays private.')).toBe('sister rosa');
    expect(objectOf('Keep that between us.')).toBeNull();
  });
});

describe.each<[Half]>([['open'], ['kept']])(
  'On the %s half of the cases that were written without a look at the code',
  (half) => {
    const figures = <Case>(kind: string, measure: (cases: readonly Case[]) => Figure[]) =>
      measure(loadCases<Case>(kind, half) ?? []).map((figure) => [figure.what, shareOf(figure)] as const);
    const of = (all: readonly (readonly [string, number])[], what: string) =>
      all.find(([name]) => name === what)?.[1];

    test('wishes for privacy are honoured, and what sounds like one is left open', () => {
      const all = figures('privacy', measurePrivacy);
      expect(of(all, 'privacy wishes honoured outright')).toBeGreaterThanOrEqual(0.8);
      expect(of(all, 'privacy near-misses left open')).toBeGreaterThanOrEqual(0.9);
    });

    test('words of crisis are recognised and not printed', () => {
      const all = figures<CrisisCase>('crisis', measureCrisis);
      expect(of(all, 'crisis recognised, or asked about at once')).toBeGreaterThanOrEqual(0.9);
      expect(of(all, 'crisis near-misses left alone')).toBeGreaterThanOrEqual(0.9);
      expect(of(all, 'crises of which words are printed')).toBeLessThanOrEqual(0.08);
    });

    test('withdrawals take back what was meant', () => {
      const all = figures('withdraw', measureWithdrawals);
      expect(of(all, 'withdrawals exactly right')).toBeGreaterThanOrEqual(0.65);
    });

    test('ordinary telling is taken for nothing else', () => {
      const all = figures('ordinary', measureOrdinary);
      expect(of(all, 'ordinary telling read as a wish, crisis or withdrawal')).toBeLessThanOrEqual(0.02);
      expect(of(all, 'ordinary telling asked back about')).toBeLessThanOrEqual(0.04);
    });
  },
);
