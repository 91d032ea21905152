import { describe, expect, onTestFinished, test } from 'vitest';
import { openPorts, ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { CHAPTERS } from '#api/questions/bank/question.ts';
import { booksOf } from '#tests/support/book.ts';
import { aFamily, aPerson, aSubject, giveConsents, type Person, useServer } from '#tests/support/world.ts';

useServer();

const create = (person: Person, input: object) => person.gql('CreateSubject', { input });

const change = `mutation ($input: UpdateSubjectInput!) {
  updateSubject(input: $input) {
    __typename
    ... on Subject { id phone timeZone status birthDate cloth myRelationship callTimes { weekday time } }
    ... on UserError { code message path }
    ... on InvalidInput { issues { path message } }
  }
}`;

async function update(person: Person, input: object) {
  return (await person.gql(change, { input })).updateSubject;
}

describe('A subject', () => {
  test('is owned by its creator and starts with twelve empty chapters in the order of a life', async () => {
    const anna = await aPerson();
    const { id } = await aSubject(anna, { preferredName: undefined });
    const home = (await anna.gql('SubjectHome', { id })).subject;

    expect(home).toMatchObject({ preferredName: 'Alma', myRole: 'OWNER', status: 'DRAFT', nextCall: null });
    expect(home.chapters.map((chapter: { key: string }) => chapter.key)).toEqual(
      CHAPTERS.map(({ key }) => key),
    );
    expect(home.chapters.every((chapter: { told: number }) => chapter.told === 0)).toBe(true);
    expect(home.cards.edges).toEqual([]);
  });

  test('can be the user themself, only once', async () => {
    const alma = await aPerson('Alma Rourke');
    const [first, second] = await Promise.all([
      create(alma, { fullName: 'Alma Rourke', isSelf: true }),
      create(alma, { fullName: 'Alma Again', isSelf: true }),
    ]);

    const codes = [first, second].map((data) => data.createSubject.code);
    expect(codes.toSorted()).toEqual(['CONFLICT', undefined]);
    expect(await db.subject.count({ where: { selfUserId: alma.id } })).toBe(1);
  });

  test('can’t be created by an owner of 25, even with concurrent requests', async () => {
    const anna = await aPerson();
    await booksOf(anna, 24);
    const limited = `mutation { createSubject(input: { fullName: "One more" }) {
      __typename ... on LimitReached { code limit } } }`;
    const answers = await Promise.all([anna.gql(limited), anna.gql(limited)]);

    expect(answers.map((data) => data.createSubject.__typename).toSorted()).toEqual([
      'LimitReached',
      'Subject',
    ]);
    expect(answers.find((data) => data.createSubject.code)?.createSubject).toMatchObject({
      code: 'UNPROCESSABLE_ENTITY',
      limit: 25,
    });
  });

  test.each([
    ['fullName', { fullName: '   ' }],
    ['fullName', { fullName: 'x'.repeat(121) }],
    ['fullName', { fullName: 'Al\u0007ma' }],
    ['fullName', { fullName: 'Alma\u0085Rourke' }],
    ['fullName', { fullName: '\u2066\ufeff\u2069' }],
    ['preferredName', { preferredName: 'x'.repeat(121) }],
    ['pronouns', { pronouns: 'x'.repeat(41) }],
    ['relationship', { relationship: 'daugh\nter' }],
    ['phone', { phone: '12' }],
    ['phone', { phone: 'call me' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['timeZone', { timeZone: '+02:00' }],
    ['language', { language: 'not a language' }],
    ['birthDate', { birthDate: 'the ninth of March' }],
    ['birthDate', { birthDate: '2999-01-01' }],
    ['birthDate', { birthDate: 'Y170000002' }],
    ['birthDate', { birthDate: '-9999' }],
    ['birthDate', { birthDate: '0941-03-09' }],
    ['birthPlace', { birthPlace: 'x'.repeat(161) }],
  ])('is not created with a wrong %s', async (field, input) => {
    const anna = await aPerson();
    const answer = (await create(anna, { fullName: 'Alma Rourke', ...input })).createSubject;

    expect(answer).toMatchObject({ code: 'BAD_REQUEST', path: [field] });
    expect(await db.membership.count({ where: { userId: anna.id } })).toBe(0);
  });

  test('accepts copied text and stores it without invisible characters', async () => {
    const anna = await aPerson();
    const { id } = await aSubject(anna, {
      fullName: '\u2068Alma\u2069 \u202eRou\u200brke\u202c',
      phone: '\u202a(202)\u00a0555-0142\u202c',
    });

    expect((await anna.gql('SubjectHome', { id })).subject).toMatchObject({
      fullName: 'Alma Rourke',
      phone: '+12025550142',
    });
  });

  test('stores a phone as E.164, a partial birth date as EDTF, and names without surrounding spaces', async () => {
    const anna = await aPerson();
    const { id } = await aSubject(anna, {
      fullName: '  Alma Rourke ',
      phone: '(202) 555-0142',
      birthDate: '1941~',
      timeZone: 'Europe/Lisbon',
    });
    const home = (await anna.gql('SubjectHome', { id })).subject;

    expect(home).toMatchObject({
      fullName: 'Alma Rourke',
      phone: '+12025550142',
      birthDate: '1941~',
      timeZone: 'Europe/Lisbon',
      status: 'AWAITING_CONSENT',
    });
  });
});

describe('Changing a subject', () => {
  test('changes no missing field, and clears optional fields that are null', async () => {
    const { owner, subject } = await aFamily();
    await update(owner, { id: subject.id, birthDate: '1941-03-09', cloth: 'plum' });
    const answer = await update(owner, { id: subject.id, birthDate: null, cloth: null });

    expect(answer).toMatchObject({ birthDate: null, cloth: 'plum', phone: subject.phone });
  });

  test.each([
    ['fullName', { fullName: '' }],
    ['cloth', { cloth: 'velvet' }],
    ['status', { status: 'DELETED' }],
    ['language', { language: 'de' }],
    ['maxMinutes', { maxMinutes: 121 }],
    ['maxQuestions', { maxQuestions: 0 }],
    ['patienceMs', { patienceMs: 2_000 }],
    ['avoidedThemes.0', { avoidedThemes: ['x'.repeat(61)] }],
    ['callTimes.0.weekday', { callTimes: [{ weekday: 8, time: '14:00' }] }],
    ['callTimes.0.time', { callTimes: [{ weekday: 1, time: '2 pm' }] }],
    ['callTimes.0.time', { callTimes: [{ weekday: 1, time: '08:59' }] }],
    ['callTimes.0.time', { hoursFrom: '10:00', callTimes: [{ weekday: 1, time: '09:30' }] }],
    ['hoursFrom', { hoursFrom: '07:59' }],
    ['hoursUntil', { hoursUntil: '21:01' }],
    ['hoursUntil', { hoursFrom: '12:00', hoursUntil: '12:30' }],
    [
      'callTimes.1.time',
      {
        callTimes: [
          { weekday: 1, time: '09:00' },
          { weekday: 1, time: '18:00' },
        ],
      },
    ],
    [
      'callTimes',
      {
        callTimes: [
          { weekday: 1, time: '14:00' },
          { weekday: 1, time: '14:00' },
        ],
      },
    ],
  ])('refuses a wrong %s and changes nothing', async (field, input) => {
    const { owner, subject } = await aFamily();
    const answer = await update(owner, { id: subject.id, birthPlace: 'New Bedford', ...input });

    expect(answer).toMatchObject({ code: 'BAD_REQUEST', path: field.split('.') });
    expect(answer.issues[0].path).toBe(field);
    const row = await db.subject.findUniqueOrThrow({ where: { id: subject.id } });
    expect(row.birthPlace).toBeNull();
  });

  test('is allowed to all who schedule for the schedule, to each member for the relationship, and otherwise to owners', async () => {
    const { owner, editor, viewer, self, subject } = await aFamily();
    const { id } = subject;
    const callTimes = [
      { weekday: 4, time: '15:00' },
      { weekday: 2, time: '10:30' },
    ];

    expect((await update(editor, { id, callTimes })).callTimes).toEqual(callTimes.toReversed());
    expect(await update(viewer, { id, relationship: 'niece' })).toMatchObject({ myRelationship: 'niece' });
    expect(await update(self, { id, cloth: 'ink' })).toMatchObject({ cloth: 'ink' });
    expect(await update(owner, { id, cloth: 'moss' })).toMatchObject({ cloth: 'moss' });
    await expect(update(viewer, { id, callTimes })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(update(editor, { id, callTimes, cloth: 'ink' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(update(editor, { id, phone: '+12025550199' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('pauses and resumes it, and makes it a memorial for good', async () => {
    const { owner, subject } = await aFamily();
    const { id } = subject;

    expect(await update(owner, { id, status: 'PAUSED' })).toMatchObject({ status: 'PAUSED' });
    expect(await update(owner, { id, status: 'ACTIVE' })).toMatchObject({ status: 'ACTIVE' });
    expect(await update(owner, { id, status: 'MEMORIAL' })).toMatchObject({ status: 'MEMORIAL' });
    expect(await update(owner, { id, status: 'ACTIVE' })).toMatchObject({
      __typename: 'WrongState',
      code: 'CONFLICT',
      path: ['status'],
    });
  });

  test('can’t activate it while nobody has given a consent', async () => {
    const { owner, subject } = await aFamily({ consents: [] });

    expect(await update(owner, { id: subject.id, status: 'ACTIVE' })).toMatchObject({ code: 'CONFLICT' });
    expect(await update(owner, { id: subject.id, status: 'PAUSED' })).toMatchObject({ code: 'CONFLICT' });
  });

  test('to another phone leaves the old phone’s consents behind', async () => {
    const { owner, self, subject } = await aFamily({ consents: ['CALLS'] });
    const { id } = subject;
    // Calls are only planned where something dials.
    const { telephony } = ports;
    openPorts({ ...ports, telephony: { ...telephony, dials: true } });
    onTestFinished(() => openPorts({ ...ports, telephony }));
    await update(owner, { id, callTimes: [{ weekday: 1, time: '14:00' }] });
    expect((await owner.gql('SubjectHome', { id })).subject.nextCall).not.toBeNull();

    expect(await update(owner, { id, phone: '+12025550188' })).toMatchObject({ status: 'AWAITING_CONSENT' });
    expect((await owner.gql('SubjectHome', { id })).subject.nextCall).toBeNull();

    await giveConsents(self, id, ['CALLS'], '+12025550188');
    expect((await owner.gql('SubjectHome', { id })).subject).toMatchObject({
      status: 'ACTIVE',
      nextCall: { at: expect.any(String) },
    });
  });
});

describe('The list of subjects', () => {
  test('contains only the user’s own books, in consecutive pages', async () => {
    const anna = await aPerson();
    for (const name of ['A', 'B', 'C']) await aSubject(anna, { fullName: name });
    await aSubject(await aPerson('Somebody Else'));

    const first = (await anna.gql('MySubjects', { first: 2 })).subjects;
    const second = (await anna.gql('MySubjects', { first: 2, after: first.pageInfo.endCursor })).subjects;

    expect(first).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
    expect(second.pageInfo.hasNextPage).toBe(false);
    const names = [...first.edges, ...second.edges].map((edge) => edge.node.fullName);
    expect(names).toEqual(['A', 'B', 'C']);
  });

  test('of all subjects is only for admins, who find one by a part of its name or phone', async () => {
    const { owner, admin, subject } = await aFamily();
    await db.subject.update({ where: { id: subject.id }, data: { fullName: 'Quiet 100%_Bee' } });
    const found = async (search: string) =>
      (await admin.gql('WriterSubjects', { search, first: 50 })).allSubjects.edges.map(
        (edge: { node: { id: string } }) => edge.node.id,
      );

    await expect(owner.gql('WriterSubjects')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await found('quiet 100%_b')).toEqual([subject.id]);
    expect(await found('%')).toEqual([subject.id]);
    expect(await found(subject.phone.slice(-8))).toContain(subject.id);
    expect(await found('nobody is called so')).toEqual([]);

    await db.subject.update({ where: { id: subject.id }, data: { fullName: 'Íñigo José Núñez' } });
    expect(await found('inigo jose')).toEqual([subject.id]);
    expect(await found('JOSÉ NU')).toEqual([subject.id]);
  });
});

describe('The order of the desk’s lists', () => {
  test('is by name without regard to capitals and accents, or by day, the same on every page', async () => {
    const { admin } = await aFamily();
    const word = 'Orderly';
    // Made in an order that is neither that of the names nor its reverse.
    for (const name of ['éclair', 'Zoe', 'adam', 'Eve', 'bert']) {
      const fullName = `${name} ${word}`;
      await admin.gql(
        'mutation ($input: CreateSubjectInput!) { createSubject(input: $input) { __typename } }',
        { input: { fullName } },
      );
    }
    const inOrder = async (order: string) => {
      const names: string[] = [];
      let after: string | null = null;
      do {
        const { allSubjects } = await admin.gql(
          `query ($order: ListOrder, $search: String, $after: String) {
            allSubjects(search: $search, order: $order, first: 2, after: $after) {
              edges { node { fullName } } pageInfo { endCursor hasNextPage }
            }
          }`,
          { order, search: word, after },
        );
        for (const { node } of allSubjects.edges) names.push(node.fullName.split(' ')[0]);
        after = allSubjects.pageInfo.hasNextPage ? allSubjects.pageInfo.endCursor : null;
      } while (after);
      return names;
    };

    expect(await inOrder('NAME_ASCENDING')).toEqual(['adam', 'bert', 'éclair', 'Eve', 'Zoe']);
    expect(await inOrder('NAME_DESCENDING')).toEqual(['Zoe', 'Eve', 'éclair', 'bert', 'adam']);
    expect(await inOrder('OLDEST_FIRST')).toEqual(['éclair', 'Zoe', 'adam', 'Eve', 'bert']);
    expect(await inOrder('NEWEST_FIRST')).toEqual(['bert', 'Eve', 'adam', 'Zoe', 'éclair']);
    await expect(inOrder('AS_I_LIKE')).rejects.toThrow('ListOrder');
  });
});
