import { describe, expect, test } from 'vitest';
import { builtInWriter } from '#api/biography/built-in-writer.ts';
import { compose } from '#api/biography/writing/compose.ts';
import { evidenceIn, givenOf } from '#api/biography/writing/composing/conversation.ts';
import { ground } from '#api/biography/writing/grounding.ts';
import type { WriteRequest, Written } from '#api/biography/writing/writer.ts';
import { storyText } from '#api/dialogue-acts/story-text.ts';
import { withMeanings } from '#api/language/text-meanings.ts';
import { bodyOf, EXCHANGE, kept, requestOf, talk } from '#tests/unit/writing/alma.ts';

const request = requestOf(talk(EXCHANGE));
const written = compose(request);

function everyWordOf(result: Written) {
  return JSON.stringify(result);
}

function cardAbout(result: Written, word: string) {
  const card = result.cards.find((one) => bodyOf(one).includes(word));
  if (!card) throw new Error(`no card tells of ${word}: ${result.cards.map(bodyOf).join(' | ')}`);
  return card;
}

function ungrounded(result: Written, from: WriteRequest) {
  const messages = evidenceIn(from.messages);
  return result.cards
    .flatMap((card) => card.paragraphs.flat())
    .filter((sentence) => !ground(sentence, messages, givenOf(from)).ok);
}

describe('The built-in writer', () => {
  test('writes in the person’s own words, without noises and slips of the tongue', () => {
    const body = bodyOf(cardAbout(written, 'headset'));

    expect(body).toContain('I wore my mother’s good shoes, and they pinched.');
    expect(body).toContain('I walked the whole way because I didn’t trust the bus.');
    expect(body).toContain('she sat me on the high stool and put the headset on me herself');
    expect(body).not.toMatch(/\b(?:um|uh|you know|Yeah)\b/i);
  });

  test('gives every sentence a source that supports it', () => {
    expect(
      written.cards
        .flatMap((card) => card.paragraphs.flat())
        .every((sentence) => sentence.sources.length > 0),
    ).toBe(true);
    expect(ungrounded(written, request)).toEqual([]);
    expect(written.refusals).toEqual([]);
  });

  test('leaves out what was said to the interviewer', () => {
    const told = request.messages.map((message) =>
      message.role === 'user' ? { ...message, text: storyText(message.text) } : message,
    );
    expect(everyWordOf(compose({ ...request, messages: told }))).not.toContain('I can hear you');
  });

  test('separates stories and puts each into the chapter of its question', () => {
    expect(cardAbout(written, 'headset').chapterKey).toBe('first-work');
    expect(cardAbout(written, 'mattresses').chapterKey).toBe('hard-times');
    expect(cardAbout(written, 'Coast Guard').chapterKey).toBe('love');
    expect(cardAbout(written, 'mattresses')).not.toBe(cardAbout(written, 'headset'));
  });

  test('dates a story by the words it was told in', () => {
    expect(cardAbout(written, 'headset')).toMatchObject({ happened: '1958-09', mark: 'SAID' });
    expect(cardAbout(written, 'mattresses')).toMatchObject({ happened: '1954-08', mark: 'SAID' });
  });

  test('marks a story as inferred when the date was calculated from an age', () => {
    const answer =
      'When I was twelve my father took me out in the boat for the first time, before it was light. He let me hold the lantern, and the nets came up silver, and I was sick over the side the whole way home. He told nobody.';
    const [card] = compose(
      requestOf(talk([['What did you do with your father?', 'childhood-home', answer]])),
    ).cards;

    expect(card).toMatchObject({ happened: '1953~', mark: 'INFERRED' });
  });

  test('finds the people, places and dates of a conversation', () => {
    expect(written.people.map((person) => [person.name, person.relation])).toEqual(
      expect.arrayContaining([
        ['Desmond Rourke', 'husband'],
        ['Lourdes', 'sister'],
        ['Tony', 'brother'],
        ['Mrs. Hathaway', 'supervisor'],
      ]),
    );
    expect(written.people.find((person) => person.name === 'Desmond Rourke')?.aliases).toEqual(['Des']);
    expect(written.places.map((place) => place.name)).toContain('Rivet Street');
    expect(cardAbout(written, 'mattresses').people).toContain('Tony');
  });

  test('does not title a story of many things after a death or after half an action', () => {
    const told = talk([
      [
        'Tell me about your lessons.',
        'childhood-home',
        'My teacher was a correspondence course. It came in brown envelopes with the mail boat, every second Thursday if the sea allowed, and Mother marked it in red and hid the marks from Father.',
      ],
      [
        'Who did you play with?',
        'love',
        'My husband passed away last spring. I had never seen a bus before I was eleven. My brother went to Australia with forty pounds and a trombone and he sent me a postcard of a kangaroo with nothing on the back but one word.',
      ],
    ]);

    const titles = compose(requestOf(told)).cards.map((card) => card.title);

    expect(titles).toHaveLength(2);
    expect(['Brown envelopes', 'The mail boat']).toContain(titles[0]);
    expect(['Forty pounds and a trombone', 'A postcard of a kangaroo']).toContain(titles[1]);
  });

  test('titles a story with a whole phrase of its own', () => {
    for (const card of written.cards) {
      expect(card.title.length).toBeGreaterThan(5);
      expect(card.title.length).toBeLessThanOrEqual(160);
      expect(card.title).toMatch(/^[\p{Lu}\d“]/u);
      expect(card.title).not.toMatch(/\b(?:the|a|of|and|um|uh)$/i);
    }
    expect(new Set(written.cards.map((card) => card.title)).size).toBe(written.cards.length);
    expect(written.title).not.toBe('');
    expect(written.summary).toMatch(/^\p{Lu}.*\.$/u);
  });

  test('returns the same result for the same words', async () => {
    const withMeaning = await withMeanings(() => compose(request));
    expect(await builtInWriter.write(request, new AbortController().signal)).toEqual(withMeaning);
    expect(withMeaning.cards.map(({ title }) => title)).toEqual(written.cards.map(({ title }) => title));
  });

  test('adds nothing when it runs again', () => {
    expect(compose({ ...request, cards: kept(written) }).cards).toEqual([]);
  });

  test('makes at least one card for every six substantial answers', () => {
    const answers = Array.from({ length: 24 }, (_, at): [string, string, string] => [
      `What came after that, number ${at}?`,
      'lifes-work',
      `In the ${['bakery', 'cannery', 'laundry', 'shipyard', 'library', 'orchard'][at % 6]} I learned ${['patience', 'counting', 'knots', 'silence'][at % 4]} from a woman who never sat down. She kept her pencil behind her ear and her lunch in a tin box, and when the whistle blew she walked out before anybody else could find their coat. I followed her for years.`,
    ]);
    const cards = compose(requestOf(talk(answers))).cards;

    expect(cards.length).toBeGreaterThanOrEqual(4);
  });
});

describe('Private words', () => {
  const secret =
    'Between us, my sister Beatrice was born in 1933 in Fall River and nobody in the family was ever told of it, not even Father Costa, who would have christened her in the old church if he had known that she was alive.';
  const messages = talk([
    ...EXCHANGE.slice(0, 1),
    ['Was there something you kept?', 'love', secret],
    ...EXCHANGE.slice(4, 5),
  ]).map((message) => ({
    ...message,
    private: message.text === secret || message.text.startsWith('Was there something'),
  }));
  const result = compose(requestOf(messages));

  test('leave no trace in cards, people, places, dates, title or summary', () => {
    for (const word of ['Beatrice', '1933', 'Fall River', 'Costa', 'christened', 'kept?'])
      expect(everyWordOf(result)).not.toContain(word);
  });

  test('do not change what is written from the other words', () => {
    const without = compose(requestOf(messages.filter((message) => !message.private)));

    expect(result).toEqual(without);
  });
});

describe('A story told before', () => {
  const again = talk(
    [
      [
        'What do you think of when you hear a telephone ring?',
        'lifes-work',
        'My first day. Mrs. Hathaway put the headset on me like she was crowning somebody, on that high stool. My mother’s shoes pinched, I’d walked the whole way. And when the first light came on I forgot every word and I said good morning, this is Alma, and all the girls laughed. Afterwards Bea Fontaine bought me a lemonade at the fountain on Purchase Street, and she told me that she had cried on her own first day.',
      ],
    ],
    'n',
  );

  test('adds only new sentences to its card and makes no second card', () => {
    const cards = kept(written);
    const home = cards.find((card) =>
      card.paragraphs.flat().some((sentence) => sentence.text.includes('headset')),
    );
    const result = compose(requestOf(again, cards));

    expect(result.cards).toHaveLength(1);
    expect(result.cards[0]).toMatchObject({
      decision: 'ADD_TO',
      cardId: home?.id,
      proposal: false,
      mark: 'INFERRED',
    });
    expect(bodyOf(result.cards[0] as Written['cards'][number])).toContain(
      'Bea Fontaine bought me a lemonade',
    );
    expect(bodyOf(result.cards[0] as Written['cards'][number])).not.toContain(
      'like she was crowning somebody',
    );
  });

  test('becomes a proposal when a person has touched the card', () => {
    expect(compose(requestOf(again, kept(written, true))).cards[0]).toMatchObject({
      decision: 'ADD_TO',
      proposal: true,
    });
  });

  test('changes nothing when it brings nothing new', () => {
    const same = talk(EXCHANGE.slice(0, 2), 'n');

    expect(compose(requestOf(same, kept(written))).cards).toEqual([]);
  });

  test.each([
    [
      'Mrs. Hathaway retired in 1964. We had a cake in the cloakroom, and she cried into her handkerchief and blew out one candle for each of us. She gave me her fountain pen, because I was the only one who had never once asked her for the time. I still write my cheques with it.',
    ],
    [
      'Des could not dance. At the union hall he stood by the punch bowl all evening and told every girl that his knee was bad. I found out about the knee in 1962, when he carried a piano up two flights for Mrs. Ferreira without setting it down.',
    ],
    [
      'My father sold the boat the year I left school. A man from Fairhaven came with the money in a bread bag, and my mother counted it twice at the kitchen table. My father did not look out of the window when it went. He took the lantern down from its hook and put it under the bed.',
    ],
  ])('is not confused with another one about the same people: %s', (answer) => {
    const other = talk([['What else comes to mind?', 'lifes-work', answer]], 'n');
    const result = compose(requestOf(other, kept(written)));

    expect(result.cards.map((card) => card.decision)).toEqual(['NEW']);
  });
});

describe('A finding of the writer', () => {
  test('is a contradiction with both sides when two years of one event differ', () => {
    const other = talk(
      [
        [
          'When were you married?',
          'love',
          'We were married in 1962, in the rain, and the whole of Rivet Street stood under umbrellas with their good hats on. Father Costa had a cold and sneezed three times before we were man and wife, and my mother said that it was luck.',
        ],
      ],
      'n',
    );
    const result = compose(requestOf(other, kept(written)));

    expect(result.findings).toContainEqual(
      expect.objectContaining({
        kind: 'CONTRADICTION',
        about: 'wedding',
        left: expect.objectContaining({ edtf: '1961-06' }),
        right: expect.objectContaining({ edtf: '1962' }),
      }),
    );
  });

  test('is not a contradiction when both dates can be true', () => {
    const other = talk(
      [
        [
          'When were you married?',
          'love',
          'We were married in the sixties, in the rain, and the whole of Rivet Street stood under umbrellas with their good hats on. Father Costa had a cold and sneezed before we were man and wife, and my mother said that it was luck.',
        ],
      ],
      'n',
    );

    expect(
      compose(requestOf(other, kept(written))).findings.filter((finding) => finding.kind === 'CONTRADICTION'),
    ).toEqual([]);
  });

  test('is a question about years without a story', () => {
    const later = talk(
      [
        [
          'And later?',
          'lifes-work',
          'In 1985 I went back to the exchange as a guide, because they had made a museum of it, and I showed the children how to plug a call. One boy asked me where the screen was. I told him that the screen was my own head and he looked at it very carefully.',
        ],
      ],
      'n',
    );

    expect(compose(requestOf(later, kept(written))).findings).toContainEqual(
      expect.objectContaining({ kind: 'GAP', fromYear: 1961, toYear: 1985 }),
    );
  });
});

test('a conversation without a story has a title, a summary and no card', () => {
  const result = compose(requestOf(talk([['How are you today?', '', 'Fine, thank you.']])));

  expect(result).toMatchObject({ cards: [], people: [], places: [], dates: [] });
  expect(result.title).not.toBe('');
  expect(result.summary).not.toBe('');
});
