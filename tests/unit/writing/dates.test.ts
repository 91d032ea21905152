import { describe, expect, test } from 'vitest';
import { findDates, isEdtf, parseHappened, sayDate, sortKey } from '#api/biography/writing/dates.ts';
import { findRelativeDates } from '#api/biography/writing/dating/relative.ts';

const life = { birthDate: '1941-03-02', toldAt: new Date('2026-11-05T00:00:00Z') };

describe('Dates in what was said', () => {
  test.each([
    ['It was the summer of 1952.', ['1952-22']],
    ['About 1950 we left.', ['1950~']],
    ['It was July 1952.', ['1952-07']],
    ['In July of ’52 we left.', ['1952-07']],
    ['The fifties were good to us.', ['195X']],
    ['That was in the 1960s.', ['196X']],
    ['In the late sixties it closed.', ['196X']],
    ['In the nineteen-sixties it closed.', ['196X']],
    ['I was married in ’61.', ['1961']],
    ['In sixty-one, I was married.', ['1961']],
    ['It was nineteen fifty-two.', ['1952']],
    ['It was nineteen oh five.', ['1905']],
    ['Since two thousand and four, and in 2010.', ['2004', '2010']],
    ['Between 1961 and 1963 I was away.', ['1961/1963']],
    ['From September 1958 to June 1960.', ['1958-09/1960-06']],
    ['I worked there 1964-1966.', ['1964/1966']],
    ['The last day of August, 1954.', ['1954-08']],
    ['On the fifth of November 1958 it rained.', ['1958-11-05']],
    ['November 5th, 1958 was a Wednesday.', ['1958-11-05']],
    ['At Christmas 1955 it snowed.', ['1955-12']],
    ['In the winter of ’62.', ['1962-24']],
    ['In the fall of 1958.', ['1958-23']],
    ['Maybe 1965.', ['1965?']],
    ['It was 1970 or so.', ['1970~']],
    ['When I was twelve, we moved.', ['1953~']],
    ['I was seventeen.', ['1958~']],
    ['I was 12 years old.', ['1953~']],
    ['In 1952, and again in 1961.', ['1952', '1961']],
  ])('are found in: %s', (text, dates) => {
    expect(findDates(text, life).map((date) => date.edtf)).toEqual(dates);
  });

  test.each([
    'I was happy then.',
    'There were 1950 people in the hall.',
    'It cost $1950.',
    'She was in her fifties.',
    'In my twenties I danced.',
    'I may go.',
    'We had forty girls and 12 boards.',
    'I was one of them.',
    'On 31 February 1950.',
    '',
  ])('are not found in: %s', (text) => {
    expect(findDates(text, life)).toEqual([]);
  });

  test('have the exact position of their words', () => {
    const text = 'So, in the summer of ’52, I left.';
    const [date] = findDates(text, life);

    expect(date && text.slice(date.start, date.end)).toBe('summer of ’52');
  });

  test('are marked as inferred when calculated from an age, which needs a birth date', () => {
    expect(findDates('I was twelve.', life)[0]?.inferred).toBe(true);
    expect(findDates('I was twelve.')).toEqual([]);
  });

  test.each([
    ['1941', 2026, '’61', '1961'],
    ['1941', 2026, '’04', '2004'],
    ['1915', 2001, '’20', '1920'],
    ['1990', 2026, '’15', '2015'],
  ])(
    'of two digits get the century of the person’s life: born %s, told %d, %s is %s',
    (birthDate, told, said, year) => {
      expect(
        findDates(`In ${said} we moved.`, { birthDate, toldAt: new Date(Date.UTC(told, 5, 1)) })[0]?.edtf,
      ).toBe(year);
    },
  );
});

describe('Relative dates', () => {
  test.each([
    ['The war ended in 1945. The year after the war we moved to Leeds.', ['1946']],
    ['The war began in 1936 and ended in 1939. He was born the year before the war.', ['1935']],
    ['We came over the year after the Second World War.', ['1946']],
    ['Two years before World War Two we had the farm.', ['1937~']],
    ['The flood of 1955 took the mill. Two years after the flood it stood again.', ['1957~']],
    ['I was married in 1961. Two years later we had Tom.', ['1963~']],
    ['We left in 1961, and the next spring we came back.', ['1962-21']],
    ['It was 1961. That summer it never rained.', ['1961-22']],
    ['It was in 1961. Tom died that same year.', ['1961']],
    ['He was born the year I was born.', ['1941']],
    ['My brother came two years after I was born.', ['1943~']],
    ['On my tenth birthday I got a bicycle.', ['1951-03-02']],
    ['It was the summer I was nine, and hot.', ['1950-22']],
    ['The winter I turned twelve, we moved.', ['1953-24']],
  ])('are found in: %s', (text, dates) => {
    const found = findRelativeDates(text, life);

    expect(found.map((date) => date.edtf)).toEqual(dates);
    expect(found.every((date) => date.inferred)).toBe(true);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(found.map((date) => date.text));
  });

  test.each([
    'The year after the war we moved.',
    'The wars ended in 1918 and in 1945. The year after the war we moved.',
    'Two years later we had Tom.',
    'In the fifties we left. Two years later we had Tom.',
    'That summer it never rained.',
    'We left in July 1961. That winter it snowed.',
    'On my birthday I got a bicycle.',
    'The summer I was happy, we moved.',
    'I was married in 1961. A few years later we had Tom.',
  ])('are not found in: %s', (text) => {
    expect(findRelativeDates(text, life)).toEqual([]);
  });

  test('need a birth date when they depend on an age', () => {
    expect(
      findRelativeDates('The summer I was nine, on my tenth birthday.', { ...life, birthDate: null }),
    ).toEqual([]);
  });

  test('are uncertain by a year when only the year of birth is known', () => {
    const [date] = findRelativeDates('The summer I was nine, we moved.', { ...life, birthDate: '1941' });

    expect(date?.edtf).toBe('1950~');
  });
});

describe('A date typed by the family', () => {
  test.each([
    ['1952', '1952'],
    ['summer 1952', '1952-22'],
    ['Summer of 1952', '1952-22'],
    ['c. 1950', '1950~'],
    ['ca 1950', '1950~'],
    ['about 1950', '1950~'],
    ['the fifties', '195X'],
    ['1950s', '195X'],
    ['early 1950s', '195X'],
    ['before 1950', '../1950'],
    ['after 1950', '1950/..'],
    ['1961-63', '1961/1963'],
    ['1961 to 1963', '1961/1963'],
    ['Christmas 1955', '1955-12'],
    ['Nov 1958', '1958-11'],
    ['5 November 1958', '1958-11-05'],
    ['in July 1952', '1952-07'],
    ['25/12/1958', '1958-12-25'],
    ['5.11.1958', '1958-11-05'],
    ['1952-22', '1952-22'],
    ['195X', '195X'],
    ['1950?', '1950?'],
  ])('is read: %s is %s', (typed, edtf) => {
    expect(parseHappened(typed)).toBe(edtf);
    expect(isEdtf(edtf)).toBe(true);
  });

  test.each([
    '',
    'hello',
    '11/5/1958',
    '13/13/1950',
    '31 February 1950',
    '1952-13',
    'the summer of love 1967',
    '1963-61',
  ])('is refused: %s', (typed) => {
    expect(parseHappened(typed)).toBeNull();
  });
});

describe('A partial date', () => {
  test.each([
    ['1952-22', 'summer of 1952', '1952-06-01'],
    ['1952-24', 'winter of 1952', '1952-12-01'],
    ['1950~', 'about 1950', '1950-01-01'],
    ['1965?', 'perhaps 1965', '1965-01-01'],
    ['1952-07', 'July 1952', '1952-07-01'],
    ['1958-11-05', '5 November 1958', '1958-11-05'],
    ['195X', 'the 1950s', '1950-01-01'],
    ['1961/1963', '1961 to 1963', '1961-01-01'],
    ['../1960', 'until 1960', '1960-01-01'],
    ['1960/..', 'from 1960 on', '1960-01-01'],
    ['1952-XX', '1952', '1952-01-01'],
  ])('is put in words: %s is “%s”', (edtf, said, key) => {
    expect(sayDate(edtf)).toBe(said);
    expect(sortKey(edtf)).toBe(key);
  });

  test('has no words and no sort key when it is invalid', () => {
    expect(sayDate('last year')).toBe('');
    expect(sortKey('last year')).toBeNull();
  });

  test('sorts by its beginning', () => {
    const dates = ['1961/1963', '1952-22', '195X', '1952-07', '1952', '1958-11-05'];

    expect(dates.toSorted((a, b) => (sortKey(a) ?? '').localeCompare(sortKey(b) ?? ''))).toEqual([
      '195X',
      '1952',
      '1952-22',
      '1952-07',
      '1958-11-05',
      '1961/1963',
    ]);
  });
});
