import { describe, expect, test } from 'vitest';
import { wordCount } from '#api/conversations/interviewer/words.ts';
import { BANKS } from '#api/questions/bank/bank.ts';
import { spanishWords } from '#api/questions/bank/spanish/words.ts';

const bank = BANKS.es;
const everyText = bank.flatMap(({ key, text, followUps }) =>
  [text, ...followUps].map((each) => ({ key, text: each })),
);
const complaints = (broken: (text: string) => boolean) => everyText.filter(({ text }) => broken(text));

import { alikeQuestions } from './alike-questions.ts';

describe('The question bank in Spanish', () => {
  test('has each question of the English bank under its key, with as many follow-ups and its reason', () => {
    const shape = ({ key, chapter, depth, theme, followUps, reason }: (typeof bank)[number]) => ({
      ...{ key, chapter, depth, theme, followUps: followUps.length, hasReason: reason !== null },
    });
    expect(bank.map(shape)).toEqual(BANKS.en.map(shape));
    expect(Object.keys(spanishWords)).toHaveLength(bank.length);
  });

  test('asks in at most 25 words, including the reason before, with at most one question, marked at both ends', () => {
    const marks = (text: string, mark: string) => text.split(mark).length - 1;
    expect(complaints((text) => wordCount(text) > 25)).toEqual([]);
    expect(complaints((text) => marks(text, '?') > 1 || marks(text, '?') !== marks(text, '¿'))).toEqual([]);
    expect(complaints((text) => !/^[¿\p{Lu}].*[?.]$/u.test(text))).toEqual([]);
    const reasons = bank.filter(({ reason }) => reason);
    expect(
      reasons.filter(({ reason, text }) => wordCount(`Le pregunto porque ${reason}. ${text}`) > 25),
    ).toEqual([]);
    expect(reasons.filter(({ reason }) => /[.?!]$|^\p{Lu}/u.test(reason ?? ''))).toEqual([]);
  });

  test('ranks no memories, tests none, and has no question that yes or no can answer', () => {
    const ranks =
      /(?<!\p{L})(?:favorit[oa]s?|preferid[oa]s?|mejor|mejores|peor|peores|mayor|(?:el|la|lo|los|las) (?:\p{L}+ )?más)(?!\p{L})/iu;
    const testing = /(?<!\p{L})(?:recuerd[aeo]|recordar|se acuerda|memoria|olvidó)(?!\p{L})/iu;
    const asks =
      /¿(?:(?:[AaDdEeHhPpCcSs]\p{L}*) )?(?:qu[eé]|quién(?:es)?|cómo|cuándo|cuántos?|cuál(?:es)?|dónde|adónde|porqué|por qué|hasta|desde)(?!\p{L})/iu;
    expect(complaints((text) => ranks.test(text))).toEqual([]);
    expect(complaints((text) => testing.test(text))).toEqual([]);
    expect(complaints((text) => text.includes('¿') && !asks.test(text))).toEqual([]);
  });

  test('addresses the person with usted', () => {
    expect(
      complaints((text) => /(?<!\p{L})(?:tú|tu|tus|te|ti|contigo|vos|vosotros|os)(?!\p{L})/iu.test(text)),
    ).toEqual([]);
  });

  test('has no question twice, and no two that are nearly the same', () => {
    expect(alikeQuestions(bank)).toEqual([]);
  });
});
