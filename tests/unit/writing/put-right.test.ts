import { describe, expect, test } from 'vitest';
import { compose } from '#api/biography/writing/compose.ts';
import { remarkModel } from '#api/biography/writing/repairs/remark-model.ts';
import { settleCorrections } from '#api/biography/writing/repairs/settle.ts';
import { authors, hashOfRemarks } from '#api/biography/writing/repairs/train.ts';
import type { Written } from '#api/biography/writing/writer.ts';
import { requestOfTurns } from '#tests/figures/writing.ts';

/** The text written from these turns. Each turn has a question before it. */
function written(...turns: (string | [question: string, said: string])[]): Written {
  return compose(
    requestOfTurns(
      turns.map((turn) =>
        typeof turn === 'string'
          ? { question: 'What happened then?', said: turn }
          : { question: turn[0], said: turn[1] },
      ),
    ),
  );
}

function bodyOf({ cards }: Written): string {
  return cards
    .map((card) => [card.title, ...card.paragraphs.flat().map(({ text }) => text)].join(' '))
    .join(' ');
}

const body = (...turns: Parameters<typeof written>) => bodyOf(written(...turns));

describe('The remark model', () => {
  test('is trained on the current remarks: run "npm run train" after a change', () => {
    expect(remarkModel().dataHash).toBe(hashOfRemarks(authors()));
  });
});

describe('A correction inside a sentence', () => {
  test.each([
    ['We sold the orchard in 1966, no, sorry, 1967, and my father wept over the pears.', '1967', '1966'],
    ['we sold the orchard in 1966 no wait 1967 and my father wept over the pears', '1967', '1966'],
    [
      'we moved to the coast in um 1949 wait it had to be 1950 cause the baby was walking and we carried the stove',
      '1950',
      '1949',
    ],
    [
      'my uncle paid thirty dollars for the mare no thirteen thirteen dollars and she bit him on the way home',
      'thirteen dollars',
      'thirty',
    ],
    ['We kept hens in Hexham no in Haltwhistle and we sold the eggs from a pram.', 'Haltwhistle', 'Hexham'],
    ['My teacher was a Miss Larkin, Miss Larkham I should say, and she had a parrot.', 'Larkham', 'Larkin'],
    [
      'The bus left on a Monday, or was it Tuesday, yes, Tuesday, and it broke down at the ford.',
      'Tuesday',
      'Monday',
    ],
    [
      'I broke the left wrist when I fell off the hay cart, right wrist, I mean, and it clicks in the rain.',
      'right wrist',
      'left',
    ],
  ])('replaces the wrong words: %s', (said, right, wrong) => {
    const book = body(said);

    expect(book).toContain(right);
    expect(book).not.toContain(wrong);
  });

  test('has the wrong words and the right words as sources', () => {
    const said = 'We sold the orchard in 1966, no, sorry, 1967, and my father wept over the pears.';
    const [sentence] = written(said).cards.flatMap(({ paragraphs }) => paragraphs.flat());

    expect(sentence?.sources.map(({ start, end }) => said.slice(start, end)).join(' ')).toContain(
      '1966, no, sorry, 1967',
    );
  });
});

describe('A later correction', () => {
  const orchard = 'We sold the orchard in 1966 to a man from Hexham, and my father wept over the pears.';

  test.each([
    [
      'by a negation of the wrong value beside the right one',
      'It was 1967, I believe, not 1966. We planted plums after that and they never took.',
      '1967',
      '1966',
    ],
    [
      'by somebody else in the room',
      'No, 1967, my sister says, and she kept the papers. We planted plums after that.',
      '1967',
      '1966',
    ],
    [
      'by “I said …”',
      'I said Hexham and it was Haltwhistle. We planted plums after that and they never took.',
      'Haltwhistle',
      'Hexham',
    ],
    [
      'by a denial before an aside',
      'It was Haltwhistle, actually, not Hexham. We planted plums after that and they never took.',
      'Haltwhistle',
      'Hexham',
    ],
    [
      'by a denial in the sentence before',
      'It wasnt 1966 at all. I have looked at the deed. It was 1967. We planted plums after that and they never took.',
      '1967',
      '1966',
    ],
    [
      'by a question to oneself two sentences before',
      'Hang on, did I say Hexham? Lord. Haltwhistle, it was. We planted plums after that and they never took.',
      'Haltwhistle',
      'Hexham',
    ],
    [
      'by speaking strictly',
      'Strictly speaking we sold the orchard in 1967. We planted plums after that and they never took.',
      '1967',
      '1966',
    ],
    ['by a command', 'Make that 1967. We planted plums after that and they never took.', '1967', '1966'],
    [
      'for a thing',
      'They were apples, not pears, come to think. We planted plums after that and they never took.',
      'apples',
      'pears',
    ],
  ])('is applied: %s', (_, remark, right, wrong) => {
    const book = body(orchard, remark);

    expect(book).toContain(right);
    expect(book).toContain('plums');
    expect(book).not.toContain(wrong);
  });

  test('removes a value that was only said to be wrong', () => {
    const book = body(
      orchard,
      'It wasn’t 1966, that I do know. We planted plums after that and they never took.',
    );

    expect(book).toContain('sold the orchard');
    expect(book).not.toContain('1966');
  });

  test('changes nothing where a value is only told anew, or stammered', () => {
    const book = body(
      'I was in the group called Group 20, and my brothers were drafted.',
      'There were six, six of us. So I mean, I left in late August. I mean, I finished school by May.',
    );

    expect(book).toContain('Group 20');
    expect(book).toContain('late August');
    expect(book).toContain('by May');
  });

  test.each([
    'The noise. You would think it would be noise, but it was more like rain.',
    'You would think it would be quiet, but it was more like market day.',
  ])('replaces nothing by what it is compared with: %s', (said) => {
    expect(body(said)).toContain(said);
  });

  test('of a person leaves the places that were told', () => {
    const book = body(
      'My mother-in-law put the ring on my finger the morning I left for Calcutta, and told me never to take it off.',
      'It has dough in it still. It was not my mother-in-law at all who gave it. It was the sister-in-law, the elder one, Sarla.',
    );

    expect(book).toContain('left for Calcutta');
    expect(book).toContain('sister-in-law');
  });

  test('applies to a sentence two turns back, with both turns as sources', () => {
    const found = written(
      orchard,
      'My brother dug up the old roots with a mule and a chain, and it took him until the frost.',
      'I said Hexham and it was Haltwhistle. We planted plums after that and they never took.',
    );
    const sentence = found.cards
      .flatMap(({ paragraphs }) => paragraphs.flat())
      .find(({ text }) => text.includes('orchard'));

    expect(sentence?.text).toContain('Haltwhistle');
    expect(new Set(sentence?.sources.map(({ messageId }) => messageId))).toEqual(new Set(['a0', 'a2']));
    expect(found.places.map(({ name }) => name)).not.toContain('Hexham');
  });
});

describe('Words that only resemble a correction', () => {
  test.each([
    [
      'a person in the story is corrected',
      'The clerk wrote down Hexham, and I said no, sir, it’s Haltwhistle, and he tore up the form.',
      ['Hexham', 'Haltwhistle'],
    ],
    [
      'somebody else has another number',
      'We had three goats. My sister had nine, not three, and she named them all after saints.',
      ['three goats', 'nine'],
    ],
    [
      'a smaller number of the same things comes next',
      'There were eighty-four pipes in the organ. I stopped believing at about pipe forty, and I counted on.',
      ['eighty-four pipes', 'forty'],
    ],
    [
      'a measure after a number of something else, with fillers between',
      'My husband drove the number nine tram, I mean, for, uh, thirty-one years, and he never hit a cat.',
      ['number nine tram', 'thirty-one years'],
    ],
    [
      'a second year is another event',
      'The river froze in 1947. In 1963 it froze again, and I skated to the shop for bread.',
      ['1947', '1963'],
    ],
    [
      'a plan changes in the story',
      'We meant to buy in Hexham, but the money only reached to Haltwhistle, and we never regretted it.',
      ['Hexham', 'Haltwhistle'],
    ],
    [
      'a contrast',
      'It wasn’t the cold that I minded in Hexham, it was the dark, and the long road home from school.',
      ['the cold', 'the dark'],
    ],
    [
      '“never told” in the story',
      'Clara kept the lamp burning for the doctor. Clara never told Mrs. Olsen what she saw that night.',
      ['Clara kept the lamp', 'never told Mrs. Olsen'],
    ],
    [
      'what everyone else thinks',
      'Everyone thinks that we met in Hexham. It was Haltwhistle, at the bus station, and he had a cold.',
      ['Hexham', 'Haltwhistle'],
    ],
  ])('change nothing: %s', (_, said, kept) => {
    const book = body(said);

    for (const part of kept) expect(book).toContain(part);
  });

  test('a year that answers a question does not replace a year told before', () => {
    const book = body('We sold the orchard in 1966, and my father wept.', [
      'When did you marry?',
      '1971. It rained, and the priest was late.',
    ]);

    expect(book).toContain('1966');
  });

  test('a “no” that answers a question changes nothing', () => {
    const book = body('I had two brothers, and we all slept in the one bed.', [
      'Were you the eldest?',
      'No, I was the third. My mother said that she stopped when she had a girl.',
    ]);

    expect(book).toContain('two brothers');
    expect(book).toContain('third');
  });
});

describe('A correction of an order, or of two things at once', () => {
  test('swaps two places within their sentence', () => {
    const book = body(
      'First we lived with his mother and then in the caravan, no, the other way about, the caravan first and then his mother. I know which I preferred.',
    );

    expect(book).toContain('First we lived in the caravan and then with his mother');
    expect(book).not.toContain('other way about');
  });

  test('does not swap the actions of two people', () => {
    const book = body(
      'We rented the flat over the bakery and then Sam got work at the brewery. No, that’s backwards. He got work at the brewery first, and then we rented the flat, because nobody would lend us the deposit.',
    );

    expect(book).toContain('He got work at the brewery first, and then we rented the flat');
    expect(book).not.toMatch(/rented the brewery|work at the flat/);
  });

  test('leaves out the first telling where a second one gives the right order', () => {
    const book = body(
      'We bought the shop on Mill Road and then Edgar came home from the sea. No, that is backwards. Edgar came home first, and then we bought the shop, because no bank would have looked at me.',
    );

    expect(book).toContain('Edgar came home first, and then we bought the shop');
    expect(book).not.toMatch(/then Edgar came home|backwards/);
  });

  test('corrects a year and a sum in one sentence', () => {
    const book = body(
      'My father bought the horse in 1934 for twenty pounds, and it was blind.',
      'Not 1934 and not twenty pounds, it was 1935 and fifteen pounds. But it knew every stone of the road.',
    );

    expect(book).toContain('in 1935 for fifteen pounds');
    expect(book).not.toContain('1934');
  });

  test('prints nothing that nobody said where two actions can trade no places', () => {
    const book = body(
      'First we had the christening, and then we moved to the farm.',
      'I told that wrong. The farm was first, in the March, and the christening was in June. It snowed on both.',
    );

    expect(book).toContain('The farm was first, in the March');
    expect(book).toContain('It snowed on both');
    expect(book).not.toMatch(/had the farm|moved to the christening|I told that wrong|First we had/);
  });

  test('leaves both tellings where the second lacks much of the first', () => {
    const book = body(
      'I drove the milk cart for Mr Hartley with a blind mare called Juno, and then I joined the brewery.',
      'I told that wrong. The brewery came first and the milk cart after. I was never out of breath.',
    );

    expect(book).toContain('a blind mare called Juno');
    expect(book).toContain('The brewery came first and the milk cart after');
  });

  test('gives a name to the one of two that shares a word with it', () => {
    const book = body(
      'We met in Hexham, at the Assembly Hall, and he trod on my foot.',
      'I am mixing it up. The Assembly Hall was my sister’s wedding. It was in Corbridge, at the Victory Hall.',
    );

    expect(book).not.toContain('at the Corbridge');
  });

  test('changes only the wrong part of a full name', () => {
    const book = body(
      'I sat beside a boy called Ronnie Tait, and he could whistle through his nose.',
      'Donnie, not Ronnie. He went to Canada and became a piano tuner.',
    );

    expect(book).toContain('Donnie Tait');
  });

  test('does not use a negated number as the right one', () => {
    const book = body(
      'I paid fifty dollars for that piano and it took six men to get it up the stairs.',
      'My daughter has it. It was more like eighty dollars, come to think of it, not fifty.',
    );

    expect(book).toContain('eighty dollars');
    expect(book).toContain('six men');
  });
});

test.each([
  [
    'an exclamation between two names',
    'We called Doc Petersen, oh for goodness’ sake, Doc Paulsen, and he came in a Packard.',
    'Doc Paulsen',
    'Petersen',
  ],
  [
    'names without capitals',
    'nurse barker came on her bike. no not barker, nurse parker. she smoked the whole way through',
    'urse parker',
    'barker',
  ],
  [
    'a name said twice',
    'I worked with Barry Hark, no, Barry Harkness, sorry. He taught me all about gearboxes.',
    'worked with Barry Harkness',
    'Harkness, no',
  ],
  [
    'speech without marks that goes on',
    'we paid nine thousand dollars no wait nineteen thousand it had a grape arbor and a furnace that roared',
    'it had a grape arbor',
    'no wait',
  ],
  [
    'a sum in one word',
    'We got tenpence a barrel, between the three of us. I’ve told you wrong, it was eightpence. We bought chips with it.',
    'eightpence a barrel',
    'tenpence',
  ],
  [
    'a sentence whose end is left out',
    'I came over on the boat in 1956, or was it, wait now, Suez was on, so it was 1957 I came. I was sick into a hat.',
    'on the boat in 1957',
    '1956',
  ],
  ['a thing after “no”', 'I won a ham. No, it was a turkey, we had to pluck it.', 'won a turkey', 'ham'],
  [
    'a sum that sounds like a year',
    'We paid eighteen hundred pounds for it. I’ve told you wrong on the price, it was fifteen hundred.',
    'fifteen hundred pounds',
    'eighteen',
  ],
])('A value is put right by the words around it: %s', (_, said, right, wrong) => {
  const book = body(said);

  expect(book).toContain(right);
  expect(book).not.toContain(wrong);
});

test('A correction of a number leaves the relatives beside it alone', () => {
  const book = body(
    'There were nine children and one tin bath. My mother did us in order of cleanness.',
    'I said nine of us, but it was eight, I was counting my cousin. The baby had a drawer.',
  );

  expect(book).toContain('eight children');
  expect(book).toContain('My mother did us in order of cleanness');
});

describe('Ordinary telling', () => {
  test.each([
    [
      'an age',
      'I couldn’t drive for eleven years. Then one day she knocked.',
      'She was seventeen.',
      'eleven years',
    ],
    [
      'a number',
      'My mother kept his place laid for six years.',
      'There were eighty-four pipes.',
      'six years',
    ],
    [
      'a place, by a food',
      'We lived over a bakery in Hamtramck.',
      'You listen. Bacon in the pan, that is good.',
      'in Hamtramck',
    ],
    [
      'a number, by a list',
      'They had three branches in the town.',
      'I counted ten and let go.',
      'three branches',
    ],
    ['a place', 'He was already leaving for Canada.', 'She’d been in Holloway, in the prison.', 'for Canada'],
  ])('is not changed by a sentence after it: %s', (_, first, then, kept) => {
    expect(body(`${first} The whole street came to look.`, `${then} The bread was still warm.`)).toContain(
      kept,
    );
  });
});

describe('Reading corrections in a turn of 20,000 characters', () => {
  test.each([
    ['years', '1951, 1952, no, 1953, was it 1954, '],
    ['remarks', 'No, it was 1952, not 1951. No wait, 1953. I mean Rosa, sorry, Rita. '],
    ['interruptions', 'no no no wait sorry no 1952 no 1953 '],
  ])('takes under a second: %s', (_, piece) => {
    const settle = (size: number) => {
      const text = piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
      const began = process.cpuUsage();
      settleCorrections([{ id: 'm', role: 'user', text, private: false }], []);
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1000;
    };
    settle(2_000);

    expect(settle(20_000)).toBeLessThan(1_000);
  });
});
