import { describe, expect, test } from 'vitest';
import { builtInWriter } from '#api/biography/built-in-writer.ts';
import { compose } from '#api/biography/writing/compose.ts';
import { requestOf, talk } from '#tests/unit/writing/alma.ts';

const REST =
  ' There was a lamp in the window and somebody had left the gate open, and my aunt was standing by it with a bucket in each hand, and she would not set them down for anybody.';

function cardOf(answer: string) {
  const [card] = compose(requestOf(talk([['What comes to mind?', '', answer + REST]]))).cards;
  return card;
}

describe('The date of a story', () => {
  test.each([
    ['Then Walter came in 1966, and Edith in 1969.', '1966/1969'],
    ['They met at a harvest supper in the summer of 1932.', '1932-22'],
    ['Nora was born in the ice storm of January 1971.', '1971-01'],
    ['I started at the mill in 1959. I kept the badge until 1980.', '1959'],
    ['I was born in March of 1941 in the back of a bakery.', '1941-03'],
    ['Ida sat beside me from 1958 until she left. She was married in May of 1961.', '1961-05'],
  ])('is found in: %s', (answer, happened) => {
    expect(cardOf(answer)?.happened).toBe(happened);
  });

  test.each([
    'We lived over the chandler’s from when I was born in March of 1941 until I was married.',
    'I kept the ticket until 1980, in the lid of the sewing box.',
    'My mother was born in 1910 and she never once spoke of it.',
    'It was a dress that had been bought before 1950.',
  ])('is not a date that only stands beside it: %s', (answer) => {
    expect(cardOf(answer)?.happened).toBeNull();
  });
});

describe('The place of a story', () => {
  test.each([
    ['We were married in Fairhaven, in the rain.', 'Fairhaven'],
    ['The water came up Rivet Street as high as the sills.', 'Rivet Street'],
    ['I took my sister to see the old hall on Spring Street.', 'Spring Street'],
  ])('is found in: %s', (answer, place) => {
    expect(cardOf(answer)?.place).toBe(place);
  });

  test.each([
    'My father came from Lisbon and he had one good coat.',
    'He had a letter for a man in Boston who had moved away.',
    'They met at the feast of Saint John and danced until it rained.',
    'Our boat was called the Providence and she leaked.',
    'My friend had sent a telegram from Oakland.',
  ])('is not a place that is only mentioned: %s', (answer) => {
    expect(cardOf(answer)?.place).toBeNull();
  });
});

test('writing many answers yields to other work between them', async () => {
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 0);
  const answers = Array.from({ length: 8 }, (_, at): [string, string, string] => [
    `What came then, number ${at}?`,
    '',
    `In the year of the ${['flood', 'fire', 'frost', 'fair'][at % 4]} we kept ${at + 2} goats behind the school.${REST}`,
  ]);
  await builtInWriter.write(requestOf(talk(answers)), new AbortController().signal);
  clearInterval(counting);

  expect(turns).toBeGreaterThan(2);
});
