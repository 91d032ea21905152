import { describe, expect, test } from 'vitest';
import { findNames } from '#api/biography/writing/names.ts';

const alma = { preferredName: 'Alma', fullName: 'Alma Rourke', people: [] };

function names(...texts: string[]) {
  return findNames(
    texts.map((text, at) => ({ id: `m${at}`, text })),
    alma,
  );
}

function people(...texts: string[]) {
  return names(...texts).people.map((person) =>
    person.relation ? `${person.name}: ${person.relation}` : person.name,
  );
}

describe('People', () => {
  test.each([
    ['I lived with my sister Lourdes.', ['Lourdes: sister']],
    ['I lived with my sister, Lourdes.', ['Lourdes: sister']],
    ['We visited Aunt Vi on Sundays.', ['Aunt Vi: aunt']],
    ['That was my late husband Des.', ['Des: husband']],
    ['Tony, my younger brother, was eleven.', ['Tony: brother']],
    ['I knew a boy named Anselmo there.', ['Anselmo']],
    ['Mrs. Hathaway sat me down.', ['Mrs. Hathaway']],
    ['My mother sang in the kitchen.', ['Mother: mother']],
    ['My mom sang. My mother danced.', ['Mother: mother']],
    ['My grandmother and my grandpa came.', ['Grandmother: grandmother', 'Grandfather: grandfather']],
  ])('are found in: %s', (text, found) => {
    expect(people(text)).toEqual(found);
  });

  test.each([
    'I was happy in September.',
    'We spoke English and Portuguese at home.',
    'The Americans came on Monday.',
    'Well, I went. Then we left. Nobody knew.',
    'Mother was tired. Dad too.',
    'OK. TV was new then.',
  ])('are not found in: %s', (text) => {
    expect(names(text).people.filter((person) => person.named)).toEqual([]);
    expect(names(text).places).toEqual([]);
  });

  test('do not include the person who speaks', () => {
    expect(
      names('I said, “Good morning, this is Alma.” And he said, “Good morning, Alma, hello.”').places,
    ).toEqual([]);
    expect(people('They called me Alma. “Alma Rourke,” he said to Lourdes.', 'I told Lourdes.')).toEqual([
      'Lourdes',
    ]);
  });

  test('with two names are one person when only one can be meant', () => {
    const found = names('I married Desmond Rourke.', 'Des kept calling. I told Des so.').people;

    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ name: 'Desmond Rourke', aliases: ['Des'] });
    expect(found[0]?.mentions).toHaveLength(3);
  });

  test('with a title and a full name of the same family name are one person', () => {
    expect(
      names('I met Joseph Sylvia.', 'He said this is Mr. Sylvia.').people.map((person) => [
        person.name,
        person.aliases,
      ]),
    ).toEqual([['Joseph Sylvia', ['Mr. Sylvia']]]);
  });

  test('stay two when it is uncertain', () => {
    expect(people('I saw Ann at church.', 'I wrote to Anna Smith.').sort()).toEqual(['Ann', 'Anna Smith']);
    expect(people('I knew Joe Costa and Joe Pires.', 'Then I saw Joe there.').sort()).toEqual([
      'Joe Costa',
      'Joe Pires',
    ]);
    expect(people('My sister Mary sang.', 'My aunt Mary Costa danced.')).toHaveLength(2);
  });

  test('with one name are two when the relations contradict, and one when a relation can become the other', () => {
    expect(people('My brother Joe was a joiner, and my cousin Joe was a thief.').sort()).toEqual([
      'Joe: brother',
      'Joe: cousin',
    ]);
    expect(people('My boyfriend Joe drove the van.', 'My husband Joe never drove again.')).toHaveLength(1);
  });

  test.each([
    [
      'My brother Gideon went to sea. His wife Ines never forgave him.',
      ['Gideon: brother', 'Ines: sister-in-law'],
    ],
    ['My husband Harold’s mother, Edith, lived with us.', ['Harold: husband', 'Edith: mother-in-law']],
    ['Wilhelmina was my mother’s sister.', ['Wilhelmina: aunt', 'Mother: mother']],
    [
      'I had three brothers, Casimir, Leon and Stefan.',
      ['Casimir: brother', 'Leon: brother', 'Stefan: brother'],
    ],
    ['My parents, Josef and Magdalena, had a shop.', ['Josef: father', 'Magdalena: mother']],
    [
      'My aunt and uncle, Vi and Bill, had a farm.',
      ['Vi: aunt', 'Bill: uncle', 'Aunt: aunt', 'Uncle: uncle'],
    ],
    ['Old Tom Barlow ran the forge, and his son Wilf ran away.', ['Tom Barlow', "Wilf: Tom Barlow's son"]],
    ['I married Fergus in the spring.', ['Fergus: husband']],
    ['Mrs. Kessler was our landlady.', ['Mrs. Kessler: landlady']],
    ['His aunt saw Ann, and her cousin Bea too.', ['Ann', "Bea: Ann's cousin"]],
  ])('have their relation to the speaker: %s', (text, expected) => {
    expect(people(text).toSorted()).toEqual(
      expected.filter((one) => !/^(?:Aunt|Uncle|Mother):/.test(one) || people(text).includes(one)).toSorted(),
    );
  });

  test.each([
    ['My sister Margaret, we called her Peg, could spit. Peg died.', [['Margaret', 'Peg']]],
    ['Anna Kowalski, Nowak before she married, kept the shop.', [['Anna Kowalski', 'Nowak']]],
    ['My brother Theodore broke his arm. Ted cried.', [['Theodore', 'Ted']]],
    ['There was Robert, whom everybody called Bunny.', [['Robert', 'Bunny']]],
    ['Bill and William came, and they quarrelled.', [['Bill'], ['William']]],
  ])('are one when the words give both names to them: %s', (text, expected) => {
    expect(
      names(text)
        .people.map((person) => [person.name, ...person.aliases])
        .sort(),
    ).toEqual(expected);
  });

  test.each([
    'They called me Toto.',
    'We had a dog called Bruno and a cow named Daisy.',
    'The boat was the Mary Ellen.',
    'Hurricane Hazel came, and Hazel took the roof.',
    'We sang Danny Boy, and then Clementine.',
    'Hope was all we had.',
    'My father drove a Ford.',
    'The day Kennedy was shot it rained.',
    'Every Tom, Dick and Harry was there.',
    'I met her in Charlotte.',
  ])('are not invented from: %s', (text) => {
    expect(names(text).people.filter((person) => person.named)).toEqual([]);
  });

  test('entered by the family are found under the names that the family uses', () => {
    const found = findNames([{ id: 'm', text: 'I told Des about it, and Mr. Des laughed.' }], {
      ...alma,
      people: [{ name: 'Desmond Rourke', relation: 'husband', aliases: ['Des'] }],
    });

    expect(found.people).toMatchObject([{ name: 'Desmond Rourke', relation: 'husband' }]);
  });

  test('mentioned as “my mother” are the mother with a name', () => {
    expect(people('My mother Rosa baked. My mother sang too.')).toEqual(['Rosa: mother']);
  });
});

describe('People known from earlier conversations', () => {
  const known = [
    { name: 'Theodore Walsh', relation: 'husband' },
    { name: 'Mary Costa', relation: null },
    { name: 'Bess', relation: null },
    { name: 'Clara', relation: 'sister' },
  ];
  const found = (text: string) =>
    findNames([{ id: 'm', text }], alma, known).people.map(({ name, aliases, relation }) => [
      name,
      aliases,
      relation,
    ]);

  test('are recognised by their short names', () => {
    expect(found('I told Ted about it.')).toEqual([['Theodore Walsh', ['Ted'], 'husband']]);
    expect(found('I told Mary about it.')).toEqual([['Mary Costa', ['Mary'], null]]);
  });

  test('are recognised when their full name is told', () => {
    expect(found('I wrote to Elizabeth Gray that winter.')).toEqual([['Elizabeth Gray', ['Bess'], null]]);
  });

  test('are not recognised when two could be meant or the words contradict', () => {
    expect(found('I knew Mary Pires. Then I saw Mary there.').map(([name]) => name)).not.toContain(
      'Mary Costa',
    );
    expect(found('My brother Ted sang.')).toEqual([['Ted', [], 'brother']]);
  });

  test('are recognised in “my husband”, while “my sister” adds no person', () => {
    expect(found('My husband sang, and my sister danced.')).toEqual([['Theodore Walsh', [], 'husband']]);
  });
});

describe('A name that is not a person', () => {
  test.each([
    ['That one was bought by a Sylvia.', []],
    ['Sister Benedicta rang the bell for Sister Agnes.', ['Sister Benedicta', 'Sister Agnes']],
    ['Josefa bakes it now, my granddaughter.', ['Josefa: granddaughter']],
    ['The boat was called the Clara, after my sister. I told Clara so.', ['Clara: sister']],
  ])('%s', (text, expected) => {
    expect(people(text)).toEqual(expected);
  });

  test.each([
    ['They met at the feast of Saint John.', []],
    ['School was Saint Brendan’s.', ['ORGANISATION']],
    ['We were married at Mount Olivet church.', ['ORGANISATION']],
    ['The ship was named the Providence.', []],
  ])('is not a place either: %s', (text, kinds) => {
    expect(names(text).places.map((place) => place.kind)).toEqual(kinds);
  });
});

describe('Places and organisations', () => {
  test.each([
    ['We lived in St. Louis.', 'St. Louis', 'PLACE'],
    ['The water came up Rivet Street.', 'Rivet Street', 'PLACE'],
    ['I flew to Addis Ababa.', 'Addis Ababa', 'PLACE'],
    ['We moved to Fairhaven that year.', 'Fairhaven', 'PLACE'],
    ['I went to Shepherd College.', 'Shepherd College', 'ORGANISATION'],
    ['I joined the Peace Corps.', 'Peace Corps', 'ORGANISATION'],
    ['He was in the Coast Guard.', 'Coast Guard', 'ORGANISATION'],
    ['I worked for NARA for years.', 'NARA', 'ORGANISATION'],
  ])('%s', (text, name, kind) => {
    expect(names(text).places).toContainEqual(expect.objectContaining({ name, kind }));
  });

  test('have the exact position of their names', () => {
    const text = 'The water came up Rivet Street’s whole length.';
    const [place] = names(text).places;
    const [mention] = place?.mentions ?? [];

    expect(mention && text.slice(mention.start, mention.end)).toBe('Rivet Street');
  });
});
