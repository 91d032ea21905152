import { describe, expect, test } from 'vitest';
import { compose } from '#api/biography/writing/compose.ts';
import { splitSentences } from '#api/language/sentences.ts';
import { faultsOf, measureTitles, type TitleCase } from '#tests/figures/book.ts';
import { type Half, loadCases, shareOf } from '#tests/figures/cases.ts';
import { requestOf, talk } from '#tests/unit/writing/alma.ts';

function titleOf(answer: string, question = 'What comes to mind?') {
  const [card] = compose(requestOf(talk([[question, '', answer]]))).cards;
  return card?.title ?? '';
}

describe('The title of a story', () => {
  test('is the name of the event that the story is about', () => {
    expect(
      titleOf(
        'Hurricane Edna came in on a Saturday. We had the shutters up by noon, and my uncle sat in the hall with a lamp and a deck of cards and let us win every game until it was over.',
      ),
    ).toBe('Hurricane Edna');
  });

  test('is not a noun from a comparison', () => {
    const title = titleOf(
      'My cousin carried the bride over the puddle like a bag of cement. Everybody clapped, and the bride lost a shoe, and the shoe is in the picture as if it had been invited. My aunt kept that shoe on the piano.',
    );

    expect(title).not.toMatch(/cement|bag/i);
    expect(title).toMatch(/shoe|bride|piano|puddle/i);
  });

  test('is a thing with its whole name', () => {
    expect(
      titleOf(
        'The foreman gave me a cough drop afterwards. I put the cough drop into my pocket, and I kept it there until the paper came off. It was the only present I was ever given in that place.',
      ),
    ).not.toMatch(/\bcough$/i);
  });

  test('is not a thing that is only asked for or passed on the way', () => {
    const title = titleOf(
      'On the last evening he asked the porter for the ladder. He climbed up himself, with his bad hip, and turned the clock back by an hour, and we danced for that hour, and nobody in the hall ever said a word of it.',
    );

    expect(title).not.toMatch(/porter for/i);
  });

  test('is the clause that opens the story, without its date', () => {
    expect(
      titleOf(
        'The trams stopped in 1959. Everybody went home on foot, and it got so quiet in our street that you could hear people think.',
      ),
    ).toBe('The trams stopped');
  });

  test('is what was said at the end, and not a subject and a verb alone', () => {
    expect(
      titleOf(
        'The ferry stopped in 1961. The captain rowed his wife across once more in a borrowed boat with a cake on her lap, and she looked back at the pier and said, who will carry our cakes now?',
      ),
    ).toBe('“Who will carry our cakes now?”');
  });

  test('is a thing with its owner, when they are named', () => {
    expect(
      titleOf(
        'Brother Leo kept a goose quill on his desk. If you whispered you felt it on your neck, and my cousin, who laughed, had to count its hairs aloud.',
      ),
    ).toBe('Brother Leo’s goose quill');
  });

  test('joins no two things by “and” of which the second does something by itself', () => {
    const title = titleOf(
      'In the morning he opened the gate and the straw had gone to paste on the wall and on the barrow. He looked at it and went to fetch the hose.',
    );

    expect(title).not.toMatch(/gate and the straw/i);
  });

  test('quotes only words that were said one after another', () => {
    const title = titleOf(
      'I opened my mouth and I said, “Good evening, this is Ines.” And he said, “Good evening, Ines, this is Mr. Pardo. I would like a taxi.” They all laughed at the board.',
    );

    expect(title).not.toContain('Good evening, this is Pardo');
  });

  test('holds no mark that no one said', () => {
    expect(
      titleOf(
        'He found the boat two streets up, leaning on a lamppost like a man waiting for a bus. He was so happy that he kissed the lamppost.',
      ),
    ).not.toMatch(/\|/);
  });

  test('is a spoken line when that ends the story', () => {
    expect(
      titleOf(
        'The river had come into the shop and taken everything off the shelves. Mr. Abbott stood in the door in his boots. He looked at it for a good while, and then he said, well, we needed a new carpet.',
      ),
    ).toBe('“We needed a new carpet”');
  });

  test('is a bare thing, alone or beside somebody, not two words for one thing', () => {
    const title = titleOf(
      'In 1949 a man came with a wire, and my grandmother paid him, and she blew at the bulb that night until she was giddy. My father showed her the switch.',
    );

    expect(title).toMatch(/^(?:My grandmother and the|The) bulb$/);
  });

  test('is not a person’s name alone', () => {
    const title = titleOf(
      'Miss Pomeroy had a parrot on her shoulder in the lesson. The parrot corrected our spelling, and when it was wrong she paid us a penny each and put a cloth over the cage.',
    );

    expect(title).not.toBe('Miss Pomeroy');
  });
});

describe('The summary of a conversation', () => {
  const answers: [string, string, string][] = [
    [
      'What did you wear?',
      'first-work',
      'I wore my mother’s good shoes to the laundry on the first day, and I came home barefoot. The floor was hot and wet, and the shoes went soft, and my mother put them on the window sill and never said a word about it.',
    ],
    [
      'And at home?',
      'childhood-home',
      'There was a crate of oranges under the bed every winter. My uncle brought it from the docks, and we were not to ask. We ate them in the dark, and in the morning the peel was already in the stove.',
    ],
  ];
  const request = requestOf(talk(answers));

  test('is one or two sentences that its cards contain word for word', () => {
    const { summary, cards } = compose(request);
    const book = cards.flatMap(({ paragraphs }) => paragraphs.flat().map(({ text }) => text)).join(' ');

    expect(splitSentences(summary).length).toBe(2);
    for (const { text } of splitSentences(summary)) expect(book).toContain(text.replace(/[.!?]$/, ''));
  });

  test('covers both stories in the order in which they were told', () => {
    const { summary } = compose(request);

    expect(summary).toMatch(/shoes.*crate of oranges/);
  });

  test('is more than one word where the story opens with one', () => {
    const { summary } = compose(
      requestOf(talk([['Where are you from?', '', 'Madeira. We had goats. They ate hats.']])),
    );

    expect(summary.split(' ').length).toBeGreaterThan(3);
  });

  test('says something other than the title, and more', () => {
    const [shoes] = answers;
    const { title, summary } = compose(requestOf(talk(shoes ? [shoes] : [])));

    expect(faultsOf({ title, summary }, shoes?.[0] ?? '')).toEqual([]);
  });

  test('cuts a long sentence at a pause and names nobody who was not mentioned', () => {
    const long = `We went down to the harbour with the lamp, and ${'my uncle carried the rope behind us, and '.repeat(8)}the boat was gone.`;
    const { summary } = compose(requestOf(talk([['What then?', '', long]])));

    expect(summary.length).toBeLessThan(long.length);
    expect(summary).not.toContain('Alma');
  });
});

describe('The check of titles', () => {
  test.each([
    ['The', ['a fragment', 'an article without a noun']],
    ['And the boat', ['a fragment']],
    ['the boat', ['a fragment']],
    ['The night of the', ['a fragment']],
    ['My first boat', ['copies the question']],
  ])('finds the faults of: %s', (title, faults) => {
    const summary = 'We rowed out to the island with a goat and a piano in the stern.';

    expect(faultsOf({ title, summary }, 'What was your first boat like?')).toEqual(faults);
  });

  test('finds a summary that says the same as the title, or no more', () => {
    expect(faultsOf({ title: 'The blue boat', summary: 'The blue boat.' }, 'What then?')).toEqual([
      'the same as the summary',
      'summary adds nothing',
    ]);
  });
});

test.each<[Half, number]>([
  ['open', 0.95],
  ['kept', 0.95],
])('In the %s cases titles and summaries have no obvious fault', (half, least) => {
  const [figure] = measureTitles(loadCases<TitleCase>('titles', half) ?? []);

  expect(figure && shareOf(figure), figure?.missed.join('\n')).toBeGreaterThanOrEqual(least);
});
