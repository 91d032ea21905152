import { describe, expect, test } from 'vitest';
import * as byCue from '#api/conversations/interviewer/forms/by-cue.ts';
import * as byDeed from '#api/conversations/interviewer/forms/by-deed.ts';
import * as byTelling from '#api/conversations/interviewer/forms/by-telling.ts';
import * as byTopic from '#api/conversations/interviewer/forms/by-topic.ts';
import { annoys } from '#api/conversations/interviewer/turn.ts';
import { normalise, wordCount } from '#api/conversations/interviewer/words.ts';
import { BANK } from '#api/questions/bank/bank.ts';
import { CHAPTERS, DEPTHS } from '#api/questions/bank/question.ts';

const everyText = BANK.flatMap((question) =>
  [question.text, ...question.followUps].map((text) => ({ key: question.key, text })),
);
const complaints = (broken: (text: string) => boolean) => everyText.filter(({ text }) => broken(text));

import { alikeQuestions } from './alike-questions.ts';

describe('The question bank', () => {
  test('has at least 252 questions, at least 20 in each chapter, with every depth in each', () => {
    expect(BANK.length).toBeGreaterThanOrEqual(252);
    for (const { key } of CHAPTERS) {
      const questions = BANK.filter((question) => question.chapter === key);
      expect(questions.length, key).toBeGreaterThanOrEqual(20);
      expect(new Set(questions.map((question) => question.depth)), key).toEqual(new Set(DEPTHS));
      expect(questions.filter((question) => question.sensitivity === 0).length, key).toBeGreaterThan(0);
    }
  });

  test('gives each question a unique key, a plain slug', () => {
    expect(new Set(BANK.map((question) => question.key)).size).toBe(BANK.length);
    expect(BANK.filter((question) => !/^[a-z]+(?:-[a-z]+)*$/.test(question.key))).toEqual([]);
  });

  test('asks in at most 25 words, including the reason before, with at most one question mark', () => {
    expect(complaints((text) => wordCount(text) > 25 || (text.match(/\?/g)?.length ?? 0) > 1)).toEqual([]);
    expect(
      BANK.filter(({ reason, text }) => reason && wordCount(`I ask because ${reason}. ${text}`) > 25),
    ).toEqual([]);
    expect(BANK.filter(({ reason }) => reason && /[.?!]$|^[A-Z]/.test(reason))).toEqual([]);
  });

  test('has no question that yes or no can answer', () => {
    const yesNo =
      /(?:^|[.:] )(?:do|did|does|was|were|is|are|am|have|has|had|can|could|would|will|should|shall|may|might)(?:n.t)? (?:you|your|the|it|he|she|they|there|we|anyone|that|this|someone)\b[^.]*\?$/i;
    expect(complaints((text) => yesNo.test(text))).toEqual([]);
  });

  test('has no question that ranks or tests memories', () => {
    const ranks =
      /\b(?:favou?rite|best|worst|most|greatest|fondest|happiest|saddest|proudest|funniest|earliest|oldest|youngest|biggest|hardest)\b/i;
    const tests = /\b(?:remember|recall|recollect|memory|memories)\b/i;
    expect(complaints((text) => ranks.test(text) || tests.test(text) || annoys(text))).toEqual([]);
  });

  test('has two or three follow-ups for each question, and themes by which it can be avoided', () => {
    expect(BANK.filter(({ followUps }) => followUps.length < 2 || followUps.length > 3)).toEqual([]);
    expect(
      BANK.filter(({ theme }) => theme.length === 0 || theme.some((tag) => tag !== tag.toLowerCase())),
    ).toEqual([]);
  });

  test('has no question twice, and no two that are nearly the same', () => {
    expect(alikeQuestions(BANK)).toEqual([]);
    const questions = BANK.map(({ text }) => normalise(text));
    expect(new Set(questions).size).toBe(questions.length);
    expect(BANK.filter(({ followUps }) => new Set(followUps.map(normalise)).size < followUps.length)).toEqual(
      [],
    );
  });
});

test('Questions and follow-up forms contain words of the language only, no names of the code', () => {
  const texts = textsIn([BANK, byCue, byDeed, byTelling, byTopic]);
  expect(texts.length).toBeGreaterThan(1_000);
  expect(
    texts.filter((text) => /\p{Ll}\p{Lu}|_/u.test(text.replace(/\b(?:Mc|Mac)(?=\p{Lu})/gu, ''))),
  ).toEqual([]);
});

/** Every text with a space in a value, at any depth; names and keys have none. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.includes(' ') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
