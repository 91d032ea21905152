import { beforeAll, describe, expect, test } from 'vitest';
import { openSaidAudiences } from '#api/conversations/service/open-said-audiences.ts';
import { db } from '#api/platform/database/database.ts';
import { standAt, useClock } from '#tests/support/clock.ts';
import { bookIn, exportOf } from '#tests/support/imports.ts';
import { aPartner } from '#tests/support/partner.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { aTalk, type Talk } from '#tests/support/talk.ts';
import { cardsOf } from '#tests/support/told.ts';
import { aFamily, aPerson, type Family, join, useServer } from '#tests/support/world.ts';

useServer();
useClock();

const SECRET =
  'I kept the letters that her father wrote from the harbour in Duluth, and I never gave them to anybody, not even when he asked for them.';
const OPEN =
  'We had a bakery on Mill Street when I was small, and my father Tomas got up at three every morning to light the oven.';

type Kin = Family & { rita: Person; gus: Person; ritaId: string };

/** A family with Rita, a daughter who edits, and Gus, a grandson who edits. */
async function aFamilyWithRita(): Promise<Kin> {
  const family = await aFamily();
  const { subject, self } = family;
  const [rita, gus] = [await aPerson('Rita'), await aPerson('Gus')];
  await join(self, subject.id, rita, 'EDITOR', 'daughter');
  await join(self, subject.id, gus, 'EDITOR', 'grandson');
  const { id: ritaId } = await db.membership.findFirstOrThrow({
    where: { subjectId: subject.id, userId: rita.id },
  });
  return { ...family, rita, gus, ritaId };
}

/** Those of these people who read the words that contain `letters`, in the transcript. */
async function readersOf(talk: Talk, people: Record<string, Person>): Promise<string[]> {
  const reads = await Promise.all(
    Object.entries(people).map(async ([name, person]) => {
      const transcript = JSON.stringify(await talk.transcript(person));
      return /letters/.test(transcript) ? [name] : [];
    }),
  );
  return reads.flat();
}

function everyone({ owner, editor, viewer, stranger, self, admin, rita, gus }: Kin) {
  return { owner, editor, viewer, stranger, self, admin, rita, gus };
}

const SAID = 'saidAudience { readers until afterDeath pending }';

/** What a person reads in the transcript of who else may read the words with `letters`, and of all other words. */
async function saidTo(person: Person, { id }: Talk) {
  const { data } = await person.ask(
    `query ($id: ID!) { conversation(id: $id) { messages(first: 50) { edges { node { text ${SAID} } } } } }`,
    { id },
  );
  const nodes: { text: string | null; saidAudience: object | null }[] =
    data?.conversation?.messages.edges.map(({ node }: { node: object }) => node) ?? [];
  const [secret, others] = [true, false].map((is) =>
    nodes.filter(({ text }) => !!text?.includes('letters') === is).flatMap((node) => node.saidAudience ?? []),
  );
  return { secret, others };
}

describe('Words for a named member', () => {
  let kin: Kin;
  let talk: Talk;

  beforeAll(async () => {
    kin = await aFamilyWithRita();
    talk = await aTalk(kin.self, kin.subject.id);
    await talk.say(OPEN);
    await talk.say(`Only Rita may hear this. ${SECRET}`);
  });

  test('are promised to that member alone', async () => {
    expect((await talk.last()).text).toMatch(/^Only Rita can read that\. It stays out of the book\./);
  });

  test('are read by the person and that member, and by nobody else', async () => {
    expect(await readersOf(talk, everyone(kin))).toEqual(['self', 'rita']);
  });

  test('say so to the person, and to nobody else', async () => {
    const { self, ...others } = everyone(kin);
    const said = { readers: ['Rita'], until: null, afterDeath: false, pending: false };
    expect(await saidTo(self, talk)).toEqual({ secret: [said], others: [] });
    for (const person of Object.values(others))
      expect(await saidTo(person, talk)).toEqual({ secret: [], others: [] });
  });

  test('say nothing of that to a key of the person', async () => {
    const partner = await aPartner(kin.self, {
      scopes: ['subjects:read', 'messages:read', 'conversations:read'],
    });
    const answer = await partner.ask(
      `query ($id: ID!) { conversation(id: $id) { messages(first: 9) { edges { node { id ${SAID} } } } } }`,
      { id: talk.id },
    );
    expect(answer.data?.conversation.messages.edges.length).toBeGreaterThan(3);
    expect(answer.extensions?.missingScopes).toContainEqual({ field: 'Message.saidAudience', scope: null });
    expect(JSON.stringify(answer.data)).not.toMatch(/Rita|pending/);
  });

  test('name no member who may not read transcripts any more', async () => {
    const where = { id: kin.ritaId };
    await db.membership.update({ where, data: { role: 'VIEWER' } });
    expect((await saidTo(kin.self, talk)).secret).toMatchObject([{ readers: [] }]);
    await db.membership.update({ where, data: { role: 'EDITOR' } });
  });

  test('are in the person’s export with that member, and not in an owner’s', async () => {
    const ofSelf = await bookIn(await exportOf(kin.self, kin.subject.id));
    const said = ofSelf.conversations.flatMap(({ messages }) =>
      messages.flatMap((m) => m.saidAudience ?? []),
    );
    expect(said).toEqual([{ opensOn: null, afterDeath: false, names: ['Rita'] }]);
    const ofOwner = JSON.stringify(await bookIn(await exportOf(kin.owner, kin.subject.id)));
    expect(ofOwner).toContain('bakery');
    expect(ofOwner).not.toMatch(/saidAudience|letters/);
  });

  test('are not read by a key of that member', async () => {
    const partner = await aPartner(kin.rita, {
      scopes: ['subjects:read', 'messages:read', 'conversations:read'],
    });
    const answer = await partner.ask(
      'query ($id: ID!) { conversation(id: $id) { messages(first: 9) { edges { node { text } } } } }',
      {
        id: talk.id,
      },
    );
    expect(JSON.stringify(answer.data)).toContain('bakery');
    expect(JSON.stringify(answer)).not.toContain('letters');
  });

  test('can be opened by no owner and not by that member', async () => {
    const message = (await talk.transcript(kin.self)).find(({ text }) => text?.includes('letters'));
    for (const person of [kin.owner, kin.rita]) {
      const open = person.gql('SetMessagePrivate', { id: message?.id, private: false });
      await expect(open).rejects.toThrow('FORBIDDEN');
    }
    expect(await db.message.findUnique({ where: { id: message?.id } })).toMatchObject({ private: true });
  });

  test('are not written into the book', async () => {
    await talk.end();
    await talk.written();
    const book = JSON.stringify(await cardsOf(kin.owner, kin.subject.id));
    expect(book).toContain('Mill Street');
    expect(book).not.toMatch(/letters|harbour/);
    expect(JSON.stringify(await cardsOf(kin.rita, kin.subject.id))).not.toMatch(/letters|harbour/);
  });

  test('are read by that member in lists too, until the person has them deleted', async () => {
    const secret = await db.message.findFirstOrThrow({
      where: { text: { contains: 'letters' }, role: 'user', conversationId: talk.id },
    });
    const listed = async () => {
      const { messages } = await kin.rita.gql(
        'query ($filter: MessageFilter) { messages(filter: $filter, first: 50) { edges { node { id text } } } }',
        { filter: { subjectId: kin.subject.id } },
      );
      return (messages.edges as { node: { id: string; text: string | null } }[]).find(
        ({ node }) => node.id === secret.id,
      )?.node.text;
    };
    expect(await listed()).toContain('letters');
    await db.message.update({ where: { id: secret.id }, data: { deletedAt: new Date() } });
    expect(await listed()).toBeNull();
    expect(await readersOf(talk, everyone(kin))).toEqual(['self']);
    await db.message.update({ where: { id: secret.id }, data: { deletedAt: null } });
  });

  test('are lost to that member when they leave the book', async () => {
    succeeded(await kin.owner.gql('RemoveMember', { id: kin.ritaId }));
    await join(kin.self, kin.subject.id, kin.rita, 'EDITOR', 'daughter');

    expect(await readersOf(talk, everyone(kin))).toEqual(['self']);
  });
});

test('Words for a named member reach that member alone as they are said', async () => {
  const kin = await aFamilyWithRita();
  const talk = await aTalk(kin.self, kin.subject.id);
  const added = `subscription ($filter: MessageFilter) {
    messageAdded(filter: $filter) { node { text ${SAID} } }
  }`;
  const filter = { subjectId: kin.subject.id, role: 'user' };
  const follow = (person: Person) => person.watch(added, { filter });
  // Two members with the same rights, each of whom could get the answer that was made for the other.
  const streams = await Promise.all([kin.rita, kin.gus, kin.rita].map(follow));
  const next = () => Promise.all(streams.map(async (stream) => (await stream.next()).messageAdded.node));
  await talk.say(OPEN);
  expect(await next()).toEqual(Array(3).fill({ text: OPEN, saidAudience: null }));

  const text = `Only Rita may hear this. ${SECRET}`;
  await talk.say(text);
  const [first, gus, third] = await next();
  expect([first, third]).toEqual(Array(2).fill({ text, saidAudience: null }));
  expect(gus).toEqual({ text: null, saidAudience: null });
  await Promise.all(streams.map((stream) => stream.end()));
});

test('Words that are not for the grandchildren are for those of whom the book knows that they are none', async () => {
  const kin = await aFamilyWithRita();
  await db.membership.updateMany({
    where: { subjectId: kin.subject.id, userId: kin.owner.id },
    data: { relationship: 'niece' },
  });
  await db.membership.updateMany({
    where: { subjectId: kin.subject.id, userId: kin.editor.id },
    data: { relationship: null },
  });
  const talk = await aTalk(kin.self, kin.subject.id);
  await talk.say(SECRET);
  await talk.say('That isn’t for the grandchildren.');

  expect(await readersOf(talk, everyone(kin))).toEqual(['owner', 'self', 'rita']);
  expect((await talk.last()).text).toMatch(/^Only .*Rita.* can read that\./);
});

describe('Words for after the person’s death', () => {
  test('are read by nobody else until then, and afterwards by everybody, and in the book', async () => {
    const kin = await aFamilyWithRita();
    const talk = await aTalk(kin.self, kin.subject.id);
    await talk.say(OPEN);
    await talk.say(`Don’t let anyone read this until I’m gone. ${SECRET}`);
    expect((await talk.last()).text).toMatch(
      /^Nobody else can read that while you live\. Then your family can\./,
    );
    await talk.end();
    await talk.written();
    await openSaidAudiences();
    expect(await readersOf(talk, everyone(kin))).toEqual(['self']);
    expect((await saidTo(kin.self, talk)).secret).toMatchObject([{ readers: [], afterDeath: true }]);
    expect((await saidTo(kin.owner, talk)).others).toEqual([]);
    expect(JSON.stringify(await cardsOf(kin.owner, kin.subject.id))).not.toMatch(/letters|harbour/);

    succeeded(await kin.owner.gql('UpdateSubject', { input: { id: kin.subject.id, status: 'MEMORIAL' } }));
    await openSaidAudiences();

    expect(await readersOf(talk, everyone(kin))).toEqual(['owner', 'editor', 'self', 'admin', 'rita', 'gus']);
    await talk.written();
    expect(JSON.stringify(await cardsOf(kin.owner, kin.subject.id))).toMatch(/letters/);
  });

  test('stay private when the person deletes or keeps them to themself afterwards', async () => {
    const kin = await aFamilyWithRita();
    const talk = await aTalk(kin.self, kin.subject.id);
    await talk.say(SECRET);
    await talk.say('Not before I’m dead and buried, please.');
    await talk.say('Delete that, please. I don’t want it kept.');
    succeeded(await kin.owner.gql('UpdateSubject', { input: { id: kin.subject.id, status: 'MEMORIAL' } }));
    await openSaidAudiences();

    expect(await readersOf(talk, { owner: kin.owner, rita: kin.rita })).toEqual([]);
  });
});

test('Words that wait for a year open on its first day, where the person lives', async () => {
  const kin = await aFamilyWithRita();
  await db.subject.update({ where: { id: kin.subject.id }, data: { timeZone: 'America/Chicago' } });
  const talk = await aTalk(kin.self, kin.subject.id);
  await talk.say(SECRET);
  await talk.say('That one has to wait until 2030.');
  expect((await talk.last()).text).toMatch(/^Nobody else can read that before 2030\. Then your family can\./);

  expect((await saidTo(kin.self, talk)).secret).toMatchObject([{ readers: [], until: '2030-01-01' }]);

  standAt('2030-01-01T05:00:00Z');
  await openSaidAudiences();
  expect(await db.message.count({ where: { conversationId: talk.id, private: true, role: 'user' } })).toBe(2);

  standAt('2030-01-01T06:00:01Z');
  await openSaidAudiences();
  expect(await db.message.count({ where: { conversationId: talk.id, private: true } })).toBe(0);
});

test('Words that wait for years open that many years after the day, where the person lives', async () => {
  standAt('2028-02-29T23:30:00Z');
  const kin = await aFamilyWithRita();
  await db.subject.update({ where: { id: kin.subject.id }, data: { timeZone: 'America/Chicago' } });
  const talk = await aTalk(kin.self, kin.subject.id);
  await talk.say(SECRET);
  await talk.say('Nobody should read this for ten years.');
  expect((await talk.last()).text).toMatch(/^Nobody else can read that before 1 March 2038\./);
  expect((await saidTo(kin.self, talk)).secret).toMatchObject([{ until: '2038-03-01' }]);
});

describe('Words of which it is not certain who may read them', () => {
  test('stay private, and the person is asked once', async () => {
    const kin = await aFamilyWithRita();
    const talk = await aTalk(kin.self, kin.subject.id);
    await talk.say(SECRET);
    await talk.say('That’s only for someone who’d understand it.');
    expect((await talk.last()).text).toBe('That stays private for now. Who may read it?');
    expect(await readersOf(talk, everyone(kin))).toEqual(['self']);

    expect((await saidTo(kin.self, talk)).secret).toMatchObject([{ readers: [], pending: true }]);

    const changed = `subscription ($filter: MessageFilter) { messageChanged(filter: $filter) { text ${SAID} } }`;
    const stream = await kin.self.watch(changed, { filter: { conversationId: talk.id, role: 'user' } });
    await talk.say('Rita.');

    // The person's open page shows it without a reload.
    const { messageChanged } = await stream.next();
    expect(messageChanged.saidAudience).toMatchObject({ readers: ['Rita'], pending: false });
    await stream.end();
    expect((await talk.last()).text).toMatch(/^Only Rita can read that\. It stays out of the book\./);
    expect(await readersOf(talk, everyone(kin))).toEqual(['self', 'rita']);
    const answer = (await talk.transcript(kin.gus)).filter(({ text }) => text === 'Rita.');
    expect(answer).toEqual([]);

    await talk.say('I took the blame for the fire in the mill, and it was my brother who had lit it.');
    await talk.say('Only the older ones may read this.');
    expect((await talk.last()).text).not.toMatch(/Who may read it/);
    expect(JSON.stringify(await talk.transcript(kin.rita))).not.toContain('fire');
  });

  test.each([
    [
      'where two people have the name',
      async ({ subject }: Kin) => {
        await db.person.create({
          data: { subjectId: subject.id, name: 'Rita Hansen', relationship: 'sister' },
        });
      },
    ],
    [
      'where the member does not read transcripts',
      async ({ ritaId }: Kin) => {
        await db.membership.update({ where: { id: ritaId }, data: { role: 'VIEWER' } });
      },
    ],
  ])('%s, they stay private', async (_, change) => {
    const kin = await aFamilyWithRita();
    await change(kin);
    const talk = await aTalk(kin.self, kin.subject.id);
    await talk.say(`Only Rita may hear this. ${SECRET}`);

    expect((await talk.last()).text).toBe('That stays private for now. Who may read it?');
    expect(await readersOf(talk, everyone(kin))).toEqual(['self']);
  });

  test('are promised to nobody where the person shares nothing', async () => {
    const kin = await aFamilyWithRita();
    succeeded(
      await kin.self.gql('WithdrawConsent', { input: { subjectId: kin.subject.id, kinds: ['SHARING'] } }),
    );
    const talk = await aTalk(kin.self, kin.subject.id);
    await talk.say(`Only Rita may hear this. ${SECRET}`);

    expect((await talk.last()).text).not.toMatch(/Rita|Who may/);
    expect(await db.saidAudience.count({ where: { subjectId: kin.subject.id } })).toBe(0);
  });
});

test('What the person kept private is not opened by a later word about who may read it', async () => {
  const kin = await aFamilyWithRita();
  const talk = await aTalk(kin.self, kin.subject.id);
  await talk.say(SECRET);
  await talk.say('Keep that between us.');
  await talk.say('Only Rita may read that.');

  expect(await readersOf(talk, everyone(kin))).toEqual(['self']);
  expect((await talk.last()).text).not.toMatch(/Only Rita/);
});
