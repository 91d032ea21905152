import { describe, expect, test } from 'vitest';
import { compose } from '#api/biography/writing/compose.ts';
import { aLife } from '#tests/unit/interviewer/request.ts';
import { requestOf, talk } from '#tests/unit/writing/alma.ts';

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

describe('The longest message there is, made of one thing said again and again', () => {
  test.each(repeated)('is answered as soon as any other: %j', (part) => {
    const text = `Well ${part.repeat(longest / part.length)}`.slice(0, longest - 1);
    const life = aLife();
    life.begin();

    expect(cpuMs(() => life.say(`${text}!`))).toBeLessThan(500);
  });

  test.each(repeated)('is written down in bounded time: %j', { timeout: 60_000 }, (part) => {
    const text = `Well ${part.repeat(longest / part.length)}`.slice(0, longest - 1);
    const request = requestOf(talk([['What did you do?', 'first-work', `${text}!`]]));

    expect(cpuMs(() => compose(request))).toBeLessThan(15_000);
  });
});
