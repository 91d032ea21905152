import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { operations } from '#tests/support/operations.ts';
import { acknowledged, subscribeMessage } from '#tests/support/socket.ts';
import { aPerson, aSubject, type Person, useServer } from '#tests/support/world.ts';

useServer();

let reader: Promise<Person> | undefined;

/** The same person for all that only reads. */
function theReader(): Promise<Person> {
  reader ??= aPerson();
  return reader;
}

async function costOf(query: string, variables: object = {}): Promise<number> {
  const { extensions, errors } = await (await theReader()).ask(query, variables);
  const refused = errors?.[0]?.extensions.cost as { requested: number } | undefined;
  return extensions?.cost?.requested ?? refused?.requested ?? Number.NaN;
}

describe('The cost of an operation', () => {
  test('is shown with its answer together with the limit', async () => {
    const anna = await theReader();

    expect((await anna.ask('{ me { id } }')).extensions).toEqual({ cost: { requested: 102, limit: 10_000 } });
  });

  test('is shown also when fields were refused', async () => {
    const anna = await theReader();
    const { errors, extensions } = await anna.ask('{ users { edges { cursor } } }');

    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect(extensions?.cost?.requested).toBeGreaterThan(100);
  });

  test('grows with the page size, in the document or in variables', async () => {
    const page = (given: string, declared = '') =>
      `query ${declared} { subjects(${given}) { edges { node { id } } } }`;
    const [ten, forty] = [await costOf(page('first: 10')), await costOf(page('first: 40'))];
    expect(forty - ten).toBe(30 * 3);
    expect(await costOf(page('last: 40'))).toBe(forty);

    const byVariable = page('first: $first', '($first: Int = 40)');
    // Asked for again with another size than before, and with the same.
    for (const first of [10, 40, 10]) {
      expect(await costOf(byVariable, { first })).toBe(first === 10 ? ten : forty);
    }
    expect(await costOf(byVariable)).toBe(forty);
  });

  test('counts fragments as often as they are used', async () => {
    const once = await costOf('{ me { ...A } } fragment A on User { id name }');
    const twice = await costOf('{ me { ...A } you: me { ...A } } fragment A on User { id name }');

    expect(twice - once).toBe(3);
  });

  test('is that of the selected operation', async () => {
    const anna = await theReader();
    const query = 'query Small { me { id } } query Large { subjects { edges { node { id } } } }';
    const body = { query, operationName: 'Large' };
    const large = await anna.ask('query Large { subjects { edges { node { id } } } }');
    const { extensions } = await anna.askBody(body);

    expect(extensions?.cost?.requested).toBe(large.extensions?.cost?.requested);
  });

  test('is higher for a search, a mutation, a letter and a book', async () => {
    const log = `query ($id: ID!, $search: String) {
      subject(id: $id) { conversations(first: 1, search: $search) { edges { cursor } } } }`;
    const anna = await theReader();
    const { id } = await aSubject(anna);
    const [listing, searching] = [await costOf(log, { id }), await costOf(log, { id, search: 'bakery' })];
    expect(searching - listing).toBeGreaterThanOrEqual(900);

    const reading = await costOf('{ me { id } }');
    const asking = await costOf('mutation ($id: ID!) { endConversation(id: $id) { __typename } }', { id });
    expect(asking - reading).toBeGreaterThanOrEqual(1000);
  });

  test('grows with the data read, so that nineteen times every revision of a story is refused', async () => {
    const wordings = 'revisions(first: 100) { edges { node { body } } }';
    const times = (count: number) =>
      costOf(
        `query ($id: ID!) { card(id: $id) { ${Array.from({ length: count }, (_, n) => `r${n}: ${wordings}`).join(' ')} } }`,
        { id: 'x' },
      );
    expect(await times(1)).toBeLessThanOrEqual(3_000);
    expect(await times(19)).toBeGreaterThan(40_000);
  });

  test('counts the requested sentences by page', async () => {
    const sentences = (given: string) =>
      costOf(`query ($id: ID!) { card(id: $id) { sentences${given} { text } } }`, { id: 'x' });
    expect((await sentences('(first: 100)')) - (await sentences('(first: 10)'))).toBe(90);
    expect(await sentences('(first: 101)')).toBeNaN();
  });

  test('is shown when it exceeds the limit and the operation is refused', async () => {
    const anna = await theReader();
    const { status, data, errors } = await anna.ask(
      `mutation { ${Array.from({ length: 9 }, (_, n) => `s${n}: endConversation(id: "x") { __typename }`).join(' ')} }`,
    );

    expect({ status, data }).toEqual({ status: 400, data: undefined });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(/costs \d+; at most 10000/),
      extensions: { code: 'BAD_REQUEST', cost: { limit: 10_000, requested: expect.any(Number) } },
    });
  });

  test('is shown on the socket too', async () => {
    const anna = await theReader();
    const opened = await acknowledged(anna);
    opened.send(subscribeMessage('1', '{ me { id } }'));

    expect(await opened.next('next')).toMatchObject({
      payload: { data: { me: { id: anna.id } }, extensions: { cost: { requested: 102, limit: 10_000 } } },
    });
    opened.socket.close();
  });

  test.each(['MySubjects', 'SubjectHome', 'Biography', 'FamilyFriends', 'Transcript'])(
    'leaves room for what clients rely on, with the largest pages: %s',
    async (name) => {
      const cost = await costOf(operations.get(name) ?? '', { first: 100, id: 'x', subjectId: 'x' });

      expect(cost).toBeLessThanOrEqual(10_000);
    },
  );
});

describe('A long answer', () => {
  const read = (given: string) =>
    `query ($id: ID!, $first: Int!, $after: ID) { subject(id: $id) { cards(first: $first) { edges { node {
      sentences${given} { id text } } } } } }`;
  let owner: Person;
  let subjectId: string;

  beforeAll(async () => {
    owner = await aPerson();
    ({ id: subjectId } = await aSubject(owner));
    const chapter = await db.chapter.findFirstOrThrow({ where: { subjectId } });
    const ids = Array.from({ length: 60 }, () => newId());
    await db.card.createMany({
      data: ids.map((id) => ({
        ...{ id, subjectId, chapterId: chapter.id, status: 'PUBLISHED' as const, title: 'A story' },
      })),
    });
    const text = 'And so on. '.repeat(250);
    const sentencesOf = (cardId: string) =>
      Array.from({ length: 60 }, (_, position) => ({
        ...{ cardId, subjectId, revision: 1, paragraph: 0, position, text },
      }));
    await db.sentence.createMany({ data: ids.flatMap(sentencesOf) });
  });

  test('is refused beyond eight million characters, and available in pages', async () => {
    const asked = { id: subjectId, first: 60 };
    const long = await owner.ask(read('(after: $after)'), asked);
    expect([long.status, long.data, long.errors?.[0]?.message]).toEqual([
      ...[400, undefined, expect.stringContaining('longer than 8000000 characters')],
    ]);
    const short = await owner.ask(read('(first: 10, after: $after)'), asked);
    expect([short.status, short.errors]).toEqual([200, undefined]);
  });

  test('can be paginated by sentence in order, but not from a sentence of another story', async () => {
    const page = async (after: string | null) => {
      const { data } = await owner.ask(read('(first: 40, after: $after)'), {
        id: subjectId,
        first: 1,
        after,
      });
      return data.subject.cards.edges[0].node.sentences.map(({ id }: { id: string }) => id);
    };
    const first = await page(null);
    const second = await page(first.at(-1));
    expect([first.length, second.length]).toEqual([40, 20]);
    expect(new Set([...first, ...second]).size).toBe(60);
    const elsewhere = await owner.ask(read('(after: $after)'), { id: subjectId, first: 1, after: newId() });
    expect(elsewhere.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });
});
