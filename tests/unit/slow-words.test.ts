import { beforeAll, describe, expect, test } from 'vitest';
import {
  correctSentences,
  findPersonsNames,
  findRepeated,
  readTypedCard,
} from '#api/biography/text-tasks.ts';
import { compose } from '#api/biography/writing/compose.ts';
import { hearUtterance, readCorrected } from '#api/conversations/text-tasks.ts';
import { shortText } from '#api/platform/text-workers/pool.ts';
import { longTexts } from '#tests/support/long-words.ts';
import { aLife } from '#tests/unit/interviewer/request.ts';
import { CHAPTERS, requestOf, talk } from '#tests/unit/writing/alma.ts';

/** As long as a message may be. */
const longest = 20_000;

/** What a careless pattern would go over again and again. */
const repeated = [
  ' ',
  '\n',
  'a',
  '1',
  '"',
  '(',
  '[',
  'a(',
  '“',
  "'",
  '...',
  '- ',
  'a-',
  'what? ',
  'Anna ',
  'of the ',
  '1952 ',
  'hundred and ',
  'never not ',
  "don't tell anybody but ",
  'because he said that she ',
  'my mother’s mother ',
  'I went home. ',
  'e\u0301',
];

/** The time that the processor spent on it, however busy the machine is. */
function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('The longest message, made of one repeated phrase', () => {
  // The first words of all load what reads them, and the first of ten thousand compile it.
  beforeAll(() => {
    const life = aLife();
    life.begin();
    life.say('We had a bakery on Mill Street.');
    life.say('a('.repeat(longest / 2 - 1));
  });

  test.each(repeated)('is answered as soon as any other: %j', (part) => {
    const text = `Well ${part.repeat(longest / part.length)}`.slice(0, longest - 1);
    const life = aLife();
    life.begin();

    expect(cpuMs(() => life.say(`${text}!`))).toBeLessThan(750);
  });

  test.each(repeated)('is written down in bounded time: %j', { timeout: 60_000 }, (part) => {
    const text = `Well ${part.repeat(longest / part.length)}`.slice(0, longest - 1);
    const request = requestOf(talk([['What did you do?', 'first-work', `${text}!`]]));

    expect(cpuMs(() => compose(request))).toBeLessThan(15_000);
  });
});

/** Everything that reads words where others are served, as long as they are short. */
const readers: Record<string, (text: string) => unknown> = {
  hears: (text) => hearUtterance.run({ text, history: [], channel: 'WEB', language: 'en' }),
  'reads a correction': (text) => readCorrected.run({ text, language: 'en' }),
  'finds names': (text) =>
    findPersonsNames.run({
      texts: [{ id: 'told', text }],
      mentions: [{ messageId: 'told', start: 5, end: 9 }],
      subject: { preferredName: 'Alma', fullName: 'Alma Rourke' },
      beside: [],
    }),
  'finds what is said again': (text) =>
    findRepeated.run({ texts: [text.slice(0, text.length / 2)], said: [text.slice(text.length / 2)] }),
  'reads a typed story': (text) =>
    readTypedCard.run({
      title: 'A story',
      body: text,
      old: [],
      privateWords: [],
      claims: null,
      wordings: [],
      chapters: CHAPTERS,
    }),
  corrects: (text) => {
    const before = text.slice(0, text.length / 2);
    const after = `${before.slice(0, -20)} a few words more.`;
    const source = { messageId: 'told', start: 0, end: 100 };
    const told = { id: 'told', role: 'user' as const, text: after, private: false };
    return correctSentences.run({
      ...{ messageId: 'told', before, after, told: [told], messages: new Map([['told', told]]) },
      sentences: [{ text: before.slice(0, 100), sources: [source] }],
      given: requestOf([]).subject,
    });
  },
};

describe('Text that is processed in the main thread does not block it, whatever its content', () => {
  test.each(Object.entries(readers))('whoever %s', (_, read) => {
    const slow = longTexts(shortText).flatMap(([made, text]) => {
      read(text);
      const ms = Math.min(
        cpuMs(() => read(text)),
        cpuMs(() => read(text)),
        cpuMs(() => read(text)),
      );
      return ms > 50 ? [`${made}: ${ms} ms`] : [];
    });

    expect(slow).toEqual([]);
  });
});
