import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { compose } from '#api/biography/writing/compose.ts';
import { findSlips } from '#api/biography/writing/repairs/slips/find-slips.ts';
import { dataHashOfSlips } from '#api/biography/writing/repairs/slips/slip-network.ts';
import { kindOf } from '#api/biography/writing/repairs/slips/value-kinds.ts';
import { dataHashOfTagger } from '#api/dialogue-acts/turn-tagger/tagger.ts';
import { loadCases } from '#tests/figures/cases.ts';
import { measureReplaced, requestOfTurns } from '#tests/figures/writing.ts';

const writing = new URL('../../../api/biography/writing/', import.meta.url);

/** As train.py calculates it. */
function hashOfTalks(): string {
  const hash = createHash('sha256').update(`${dataHashOfTagger('en')}\n`);
  const within = (folder: string) =>
    readdirSync(new URL(folder, writing))
      .sort()
      .map((file) => `${folder}${file}`);
  const files = [
    ...within('repairs/slips/talks/'),
    ...within('composing/joins/conversations/'),
    'composing/titles/judged.json',
  ];
  for (const file of files)
    hash.update(`${path.parse(file).name}\n`).update(readFileSync(new URL(file, writing)));
  return hash.digest('hex');
}

/** The slips found in these turns, each place as its words. */
function slipsIn(...turns: string[]) {
  const said = turns.map((text, at) => ({ id: `${at}`, text }));
  const wordsAt = ({ messageId, start, end }: { messageId: string; start: number; end: number }) =>
    said[Number(messageId)]?.text.slice(start, end);
  return findSlips(said).map(({ wrong, right, remarks }) => ({
    wrong: wrong.map(wordsAt),
    right: wordsAt(right),
    remarks: remarks.map(wordsAt).join(' … '),
  }));
}

/** The book of these turns. */
function bodyOf(...turns: string[]): string {
  const { cards } = compose(requestOfTurns(turns.map((said) => ({ question: 'What happened then?', said }))));
  return cards.flatMap(({ paragraphs }) => paragraphs.flat().map(({ text }) => text)).join(' ');
}

test('The model of slips is trained on the current talks: run its train.py after a change', () => {
  expect(dataHashOfSlips()).toBe(hashOfTalks());
});

test('Where nobody corrects anything, no value is replaced by another', () => {
  const sets = ['open', 'kept', 'third', 'thirteenth', 'fourteenth', 'fifteenth'] as const;
  const tellings = sets.flatMap((set) =>
    ['titles', 'joins'].flatMap((kind) => loadCases<{ id: string; said: string }>(kind, set) ?? []),
  );
  const [figure] = measureReplaced(tellings);
  expect(tellings.length).toBeGreaterThan(200);
  expect(figure?.missed ?? [], figure?.missed.join('\n')).toHaveLength(1);
});

test('A word is a part of one kind of value', () => {
  const words = ['1952', 'fifty', 'Three', 'hundred', '9th', 'June', 'Tuesday', 'winter', 'aunt', 'the'];
  const kinds = ['YEAR', 'TENS', 'UNIT', 'LARGE', 'DIGITS', 'MONTH', 'WEEKDAY', 'SEASON', 'KIN', 'OTHER'];
  expect(words.map(kindOf)).toEqual(kinds);
});

describe('What a person corrects without a usual word for it is found', () => {
  test.each([
    [
      'by reasoning',
      [
        'We came to Leeds in 1959. The snow was up to the window. But our Ruth was already walking by then, so it must have been 1961.',
      ],
      { wrong: ['1959'], right: '1961' },
      'We came to Leeds in 1961. The snow was up to the window.',
    ],
    [
      'by what the wrong value belongs to',
      [
        'My first boss was a Mr Hartley, a terror with a pencil. Hartley kept the chip shop, what am I on about, it was Mr Holgate.',
      ],
      { wrong: ['Mr Hartley'], right: 'Mr Holgate' },
      'My first boss was a Mr Holgate, a terror with a pencil.',
    ],
    [
      'by counting, without marks',
      [
        'we kept four hens and a cockerel five hens if you count the lame one and they slept in the wash house',
      ],
      { wrong: ['four'], right: 'five' },
      'We kept five hens and a cockerel',
    ],
    [
      'by a cry',
      ['I earned three pounds a week at the mill. Three pounds! I’d have been rich. It was two pounds ten.'],
      { wrong: ['three pounds'], right: 'two pounds ten' },
      'I earned two pounds ten a week at the mill.',
    ],
    [
      'by what was to be seen',
      [
        'We moved into the flat in March, and the stove was cold. There was blossom on the trees, so April then.',
      ],
      { wrong: ['March'], right: 'April' },
      'We moved into the flat in April, and the stove was cold.',
    ],
    [
      'in a later turn',
      [
        'Our dog was a collie called Ned. He could open the gate.',
        'You know, I gave you the wrong name for the dog, he was Ted, Ned was the one before.',
      ],
      { wrong: ['Ned'], right: 'Ted' },
      'Our dog was a collie called Ted. He could open the gate.',
    ],
  ])('%s', (_, turns, slip, told) => {
    expect(slipsIn(...turns)).toMatchObject([slip]);
    expect(bodyOf(...turns)).toContain(told);
  });

  test('far into a long conversation, and only there', () => {
    const before = Array.from({ length: 8 }, () => [
      'The baker came on his bicycle, with a basket of rolls and the news of the whole street.',
      'My mother bought nothing from him but the news, and my father paid him with eggs, when the hens were laying.',
      'In the evening we sat in the kitchen, for it was the only room with a stove, and somebody always sang.',
    ]).flat();
    const slips = slipsIn(
      ...before,
      'My first boss was a Mr Hartley, a terror with a pencil. Hartley kept the chip shop, what am I on about, it was Mr Holgate.',
    );
    expect(slips).toMatchObject([{ wrong: ['Mr Hartley'], right: 'Mr Holgate' }]);
  });
});

describe('What only sounds like a correction is left as it was told', () => {
  test.each([
    [
      [
        'My brother Gideon was in prison for a year and a day, and we told everybody that he was at sea.',
        'Gideon’s wife Ines had the corner shop and she gave us liquorice on credit all through that winter.',
      ],
    ],
    [
      [
        'We left in 1952 when the well went salt.',
        'I went back in 1990. It was not the same farm. It was a golf course.',
      ],
    ],
    [['He was in Tobruk with the engineers.', 'My uncle Bert was in Burma, and he spoke of nothing else.']],
    [['“It was 1951,” said my mother. “It was 1952,” said my father, and that was Sunday lunch.']],
    [['First we had four hens, later nine, and at the end a goose that thought it was a dog.']],
    [['No, I never worked at the mill. I was at the brewery from sixteen on.']],
    [['it was 51 or 52 i never know which and it doesnt matter now']],
    [['They called him Jack but he was christened Seamus, after the uncle in Cork.']],
    [['The price was three shillings, that’s fifteen pence now, and nobody paid it.']],
    [['I asked for Leeds and they sent me to Hull. Hull! I cried all the way.']],
    [['Anna had two boys. Rosa had three, all of them loud.']],
    [['The doctor said six months. She lived nine years and buried him.']],
    [
      [
        'I mean, we were poor, but no poorer than the Dawsons. They had eight in two rooms and we had six in three.',
      ],
    ],
  ])('%j', (turns) => {
    expect(slipsIn(...turns)).toEqual([]);
  });
});

test('A corrected sentence rests on the wrong words and on the remark', () => {
  const said =
    'We came to Leeds in 1959. The snow was up to the window. But our Ruth was already walking by then, so it must have been 1961.';
  const { cards } = compose(requestOfTurns([{ question: 'When did you come?', said }]));
  const [sentence] = cards[0]?.paragraphs.flat() ?? [];
  const words = sentence?.sources.map(({ start, end }) => said.slice(start, end)).join(' | ');

  expect(sentence?.text).toBe('We came to Leeds in 1961.');
  expect(words).toContain('in 1959');
  expect(words).toContain('1961');
});

test('Nothing is read beyond 400 words of a turn, nor where there are no words at all', () => {
  const told = 'The baker came on his bicycle, and my mother bought the news from him. '.repeat(40);
  const corrected =
    'My first boss was a Mr Hartley, a terror. Hartley kept the chip shop, what am I on about, it was Mr Holgate.';

  expect(slipsIn(`${told.slice(0, 700)}${corrected}`)).toMatchObject([{ right: 'Holgate' }]);
  expect(slipsIn(`${told}${corrected}`)).toEqual([]);
  expect(slipsIn('')).toEqual([]);
  expect(slipsIn('Yes.')).toEqual([]);
});

test('A correction of the rules in the turn of a wrong value stays', () => {
  const body = bodyOf(
    'We married in Bolton, no, in Bury, in the registry office. My first boss was a Mr Hartley, a terror with a pencil.',
    'Hartley kept the chip shop, what am I on about, it was Mr Holgate.',
  );

  expect(body).toContain('in Bury');
  expect(body).not.toContain('Bolton');
  expect(body).toContain('Mr Holgate, a terror');
});

test('A part of a number is no value', () => {
  expect(
    slipsIn('We took the 5.40 from Leeds, and my hat blew off. The timetable is here, so it was the 4.50.'),
  ).toEqual([]);
});
