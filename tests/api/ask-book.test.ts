import { describe, expect, onTestFinished, test } from 'vitest';
import { encodeMessages } from '#api/biography/asking/encode-messages.ts';
import { encodeStories } from '#api/biography/asking/encode-stories.ts';
import { MEANING_VERSION } from '#api/biography/asking/meanings.ts';
import { writtenByHand } from '#api/biography/asking/written-by-hand.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { endWorkers } from '#tests/support/text-workers.ts';
import { cardsOf, stories, told } from '#tests/support/told.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();

const secret =
  'Frank drank in the last years of the marriage, and I hid the money from him in the flour tin. Nobody in the street ever knew about the flour tin.';

async function ask(reader: Person, subjectId: string, question: string) {
  const { subject } = await reader.gql('AskBook', { subjectId, question });
  return subject?.askBook ?? null;
}

async function publishAll(subjectId: string) {
  await db.card.updateMany({ where: { subjectId }, data: { status: 'PUBLISHED' } });
}

describe('A question to the stories', () => {
  test('is answered with the original words, message, conversation and story', async () => {
    const { subject, editor } = await aFamily();
    const { id, said } = await told(subject.id, [stories.bakery, stories.wedding]);

    const [answer] = await ask(editor, subject.id, 'When did her father get up in the morning?');

    expect(answer.quote).toContain('My father Tomas got up at three every morning');
    expect(answer).toMatchObject({ message: { id: said[0] }, conversation: { id }, soundUrl: null });
    expect(stories.bakery.slice(answer.start, answer.end)).toBe(answer.quote);
    expect(answer.card).not.toBeNull();
  });

  test('finds answers in other words than its own', async () => {
    const { subject, editor } = await aFamily();
    const { said } = await told(subject.id, [stories.bakery, stories.wedding]);

    const [answer] = await ask(editor, subject.id, 'How did Alma get to know her husband Frank?');

    expect(answer.message.id).toBe(said[1]);
    expect(answer.quote).toContain('I met Frank at a dance');
  });

  test('without a told answer gets none', async () => {
    const { subject, editor } = await aFamily();
    await told(subject.id, [stories.bakery, stories.wedding]);

    expect(await ask(editor, subject.id, 'Did she ever see the ocean?')).toEqual([]);
    expect(await ask(editor, subject.id, 'What was the name of her dog?')).toEqual([]);
    expect(await ask(editor, subject.id, '???')).toEqual([]);
  });

  test('is never answered with private words, not even to the person themself', async () => {
    const { subject, editor, self } = await aFamily();
    await told(subject.id, [stories.wedding, { text: secret, private: true }]);

    for (const reader of [editor, self]) {
      const answers = await ask(reader, subject.id, 'Where did she hide the money from Frank?');
      expect(JSON.stringify(answers)).not.toContain('flour tin');
    }
  });

  test('is not answered with words that are to be deleted, nor with words of distress', async () => {
    const { subject, editor } = await aFamily();
    const { said } = await told(subject.id, [
      stories.bakery,
      'I don’t want to be alive any more. I stand at the window of the kitchen every night and want to end it.',
    ]);

    expect(
      JSON.stringify(await ask(editor, subject.id, 'What does she do at the kitchen window every night?')),
    ).not.toContain('window');

    await db.message.update({ where: { id: said[0] }, data: { deletedAt: new Date() } });
    expect(await ask(editor, subject.id, 'When did her father get up in the morning?')).toEqual([]);
  });

  test('of a viewer without the transcripts is answered from the stories that they see, and no others', async () => {
    const { subject, viewer } = await aFamily();
    await told(subject.id, [stories.bakery]);
    const question = 'When did her father get up in the morning?';
    await db.card.updateMany({ where: { subjectId: subject.id }, data: { status: 'DRAFT' } });
    expect(await ask(viewer, subject.id, question)).toEqual([]);

    await publishAll(subject.id);

    const [answer] = await ask(viewer, subject.id, question);
    expect(answer.quote).toContain('three every morning');
    expect(answer).toMatchObject({ message: null, conversation: null });
    expect(answer.card).not.toBeNull();
  });

  test('of a viewer without the transcripts gets a quote that ends before words outside their stories', async () => {
    const { subject, owner, viewer } = await aFamily();
    await told(subject.id, [stories.bakery]);
    const [card] = await cardsOf(owner, subject.id);
    const body = card.body.replace(/ ?In 1946 .*?for it\./s, '');
    expect(body).not.toContain('Olsen');
    const { id, title, revision: baseRevision } = card;
    const input = { id, subjectId: subject.id, title, body, baseRevision };
    succeeded(await owner.gql('SaveCard', { input }));
    await publishAll(subject.id);

    const [answer] = await ask(viewer, subject.id, 'When did her father get up in the morning?');

    expect(answer.quote).toContain('three every morning');
    expect(answer.quote).not.toContain('Olsen');
    expect(answer.quote).toBe(stories.bakery.slice(answer.start, answer.end));
  });

  test('is refused to strangers, anonymous callers and the team', async () => {
    const { subject, stranger, nobody, admin } = await aFamily();
    await told(subject.id, [stories.bakery]);
    const question = 'When did her father get up in the morning?';

    expect(await ask(stranger, subject.id, question)).toBeNull();
    expect(await ask(admin, subject.id, question)).toEqual([]);
    await expect(ask(nobody, subject.id, question)).rejects.toThrow();
  });

  test('is refused when it is empty or longer than 500 characters', async () => {
    const { subject, editor } = await aFamily();

    await expect(ask(editor, subject.id, ' ')).rejects.toThrow(/question/);
    await expect(ask(editor, subject.id, 'a'.repeat(501))).rejects.toThrow(/question/);
  });

  test('finds its answer among thousands of messages', async () => {
    const { subject, editor } = await aFamily();
    const { id, said } = await told(subject.id, [stories.bakery]);
    await db.$executeRaw`
      insert into message (id, subject_id, conversation_id, seq, role, text)
      select gen_random_uuid(), ${subject.id}::uuid, ${id}::uuid, 1000 + n, 'user',
        'On day ' || n || ' we walked along the river and counted the boats until it was dark.'
      from generate_series(1, 3000) as n`;

    const [answer] = await ask(editor, subject.id, 'When did her father get up in the morning?');

    expect(answer.message.id).toBe(said[0]);
  });

  test('finds an answer in other words among thousands of messages that have been encoded', async () => {
    const { subject, editor } = await aFamily();
    const { id, said } = await told(subject.id, [stories.bakery]);
    await encodeMessages({ subjectId: subject.id });
    await db.$executeRaw`
      insert into message (id, subject_id, conversation_id, seq, role, text)
      select gen_random_uuid(), ${subject.id}::uuid, ${id}::uuid, 1000 + n, 'user',
        'On day ' || n || ' we walked along the river and counted the boats until it was dark.'
      from generate_series(1, 1000) as n`;

    const [answer] = await ask(editor, subject.id, 'Did her family have a bread shop?');

    expect(answer.message.id).toBe(said[0]);
  });
});

describe('A search of the stories', () => {
  async function find(reader: Person, subjectId: string, search: string) {
    const { subject } = await reader.gql('FindStories', { subjectId, search });
    return subject?.findStories ?? null;
  }

  test('finds a story by words of its sentences, in another form, and by its title', async () => {
    const { subject, editor } = await aFamily();
    await told(subject.id, [stories.bakery, stories.wedding]);
    const [bakery] = await find(editor, subject.id, 'warm roll');

    expect(bakery.text).toContain('the warm rolls');
    expect(await find(editor, subject.id, bakery.card.title)).toContainEqual(
      expect.objectContaining({ card: bakery.card }),
    );
    expect(await find(editor, subject.id, 'warm elephants')).toEqual([]);
    expect(await find(editor, subject.id, '…')).toEqual([]);
    const [answer] = await ask(editor, subject.id, 'Mrs. Olsen');
    expect(answer.quote).toContain('Mrs. Olsen');
  });

  test.each(['en', 'es'])(
    'finds words with and without accents, in sentences and titles: %s',
    async (language) => {
      const { subject, editor } = await aFamily();
      await told(subject.id, [stories.bakery]);
      await db.subject.update({ where: { id: subject.id }, data: { language } });
      const [card] = await cardsOf(editor, subject.id);
      await db.card.update({ where: { id: card.id }, data: { title: 'Čapek’s MUÑECAS' } });
      await db.$executeRaw`update sentence set text = 'José was a niño in Zürich, and Ramon’s friend.'
        where card_id = ${card.id}::uuid and position = 0`;

      const titled = ['muneca', 'muñeca', 'MUÑECAS', 'capek', 'Čapek'];
      for (const written of [...titled, 'jose', 'José', 'nino', 'niño zurich', 'Zürich', 'Ramón', 'ramón’s'])
        expect(await find(editor, subject.id, written), written).toMatchObject([{ card: { id: card.id } }]);
      const [sentence] = await find(editor, subject.id, 'nino');
      expect(sentence.text).toBe('José was a niño in Zürich, and Ramon’s friend.');
      expect(await find(editor, subject.id, 'muneca nino')).toEqual([]);
    },
  );

  test('finds only what the reader may read', async () => {
    const { subject, owner, viewer, stranger, admin } = await aFamily();
    const { said } = await told(subject.id, [stories.bakery]);
    const [card] = await cardsOf(owner, subject.id);
    await db.card.updateMany({ where: { subjectId: subject.id }, data: { status: 'DRAFT' } });
    expect(await find(owner, subject.id, 'cinnamon')).toHaveLength(1);
    expect(await find(viewer, subject.id, 'cinnamon')).toEqual([]);

    await publishAll(subject.id);
    expect(await find(viewer, subject.id, 'cinnamon')).toHaveLength(1);
    expect(await find(stranger, subject.id, 'cinnamon')).toBeNull();
    expect(await find(admin, subject.id, 'cinnamon')).toEqual([]);

    succeeded(
      await owner.gql('SetAudience', {
        input: { cardId: card.id, until: '2099-01-01' },
      }),
    );
    expect(await find(viewer, subject.id, 'cinnamon')).toEqual([]);
    expect(await ask(viewer, subject.id, 'What could she smell on his hands?')).toEqual([]);
    expect(await find(owner, subject.id, 'cinnamon')).toHaveLength(1);

    await db.message.update({ where: { id: said[0] ?? '' }, data: { private: true } });
    expect(await find(owner, subject.id, 'cinnamon')).toEqual([]);
  });

  test('finds a story behind hundreds of old sentences with the same word', async () => {
    const { subject, editor } = await aFamily();
    await told(subject.id, [stories.bakery]);
    const [card] = await cardsOf(editor, subject.id);
    const other = newId();
    await db.$executeRaw`insert into card (id, subject_id, chapter_id, title, status, mark, revision, touched_by_person, updated_at)
      select ${other}::uuid, subject_id, chapter_id, 'The end', status, mark, 1, true, now() from card where id = ${card.id}::uuid`;
    await db.$executeRaw`insert into sentence (id, subject_id, card_id, revision, paragraph, position, text)
      values (gen_random_uuid(), ${subject.id}::uuid, ${other}::uuid, 1, 0, 0, 'They smelled of cinnamon.')`;
    await db.card.update({ where: { id: card.id }, data: { revision: 3 } });
    await db.$executeRaw`insert into sentence (id, subject_id, card_id, revision, paragraph, position, text)
      select gen_random_uuid(), ${subject.id}::uuid, ${card.id}::uuid, 2, 0, n, 'An old line on cinnamon.'
      from generate_series(1, 600) as n`;

    const found = await find(editor, subject.id, 'cinnamon');

    expect(found).toMatchObject([{ text: 'They smelled of cinnamon.', card: { id: other } }]);
  });

  test('is refused without a session, and when it is empty or longer than 500 characters', async () => {
    const { subject, editor, nobody } = await aFamily();

    await expect(find(nobody, subject.id, 'bread')).rejects.toThrow();
    await expect(find(editor, subject.id, ' ')).rejects.toThrow(/search/);
    await expect(find(editor, subject.id, 'a'.repeat(501))).rejects.toThrow(/search/);
  });
});

/** A story that the family wrote by hand. */
async function aWrittenStory(
  author: Person,
  subjectId: string,
  { title, body }: { title: string; body: string },
) {
  const input = { subjectId, title, body, chapterKey: 'origins' };
  const { id } = succeeded(await author.gql('SaveCard', { input }));
  succeeded(await author.gql('SetCardStatus', { id, status: 'PUBLISHED' }));
  return id as string;
}

const mill = {
  title: 'The mill',
  body: 'My grandfather ran a sawmill by the river. He lost two fingers of his left hand there when the belt broke.',
};
const molino = {
  title: 'El molino',
  body: 'Los abuelos se casaron en la iglesia de San Andrés. Después trabajaron en la panadería de las niñas Muñoz.',
};

describe('A story that was written by hand', () => {
  const finding = `query ($id: ID!, $search: String!) {
    subject(id: $id) { findStories(search: $search) { text inOtherWords card { id } } } }`;
  async function find(reader: Person, id: string, search: string) {
    return (await reader.gql(finding, { id, search })).subject?.findStories ?? null;
  }
  const injury = 'How was her grandfather injured at work?';

  test('is found by a question in other words than its own, before and after it was encoded', async () => {
    const { subject, editor } = await aFamily();
    const id = await aWrittenStory(editor, subject.id, mill);
    await aWrittenStory(editor, subject.id, {
      title: 'The choir',
      body: 'On Sundays we sang in the choir of Saint Olaf. The organ was older than the church.',
    });
    const isFound = async () => {
      const [first, ...others] = await find(editor, subject.id, injury);
      expect(first).toMatchObject({ inOtherWords: true, card: { id } });
      expect(first.text).toContain('He lost two fingers');
      expect(others).toEqual([]);
    };
    await isFound();
    await encodeStories({ subjectId: subject.id });
    expect(await db.storyMeaning.count({ where: { subjectId: subject.id } })).toBe(2);
    await isFound();
    expect(await find(editor, subject.id, 'Which instrument did her cousin play at school?')).toEqual([]);
  });

  test('comes once, as one with the words, where it holds all of them', async () => {
    const { subject, editor } = await aFamily();
    const id = await aWrittenStory(editor, subject.id, mill);
    expect(await find(editor, subject.id, 'two fingers')).toEqual([
      { text: expect.stringContaining('two fingers'), inOtherWords: false, card: { id } },
    ]);
  });

  test('is not quoted as if sentences followed each other that have others between them', async () => {
    const { subject, editor } = await aFamily();
    const body = 'He ran a sawmill. It burned down in 1931. He lost two fingers. His wife was furious.';
    const id = await aWrittenStory(editor, subject.id, { title: 'The mill', body });
    const { said } = await told(subject.id, ['The sawmill burned down in 1931.']);
    const { id: sentenceId } = await db.sentence.findFirstOrThrow({ where: { cardId: id, position: 1 } });
    const words = { messageId: said[0] ?? '', start: 0, end: 32 };
    await db.source.create({ data: { ...words, subjectId: subject.id, sentenceId } });
    expect((await writtenByHand([id])).get(id)?.text).toBe(
      'He ran a sawmill.\n\nHe lost two fingers. His wife was furious.',
    );
  });

  test('is found among newer stories that are more than is read, by its stored meaning', async () => {
    const { subject, owner, editor } = await aFamily();
    const id = await aWrittenStory(editor, subject.id, mill);
    const longId = await aWrittenStory(editor, subject.id, { title: 'The choir', body: 'We sang.' });
    await db.sentence.updateMany({ where: { cardId: longId }, data: { text: 'We sang. '.repeat(170_000) } });
    // Without a stored meaning it is found by its words alone.
    expect(await find(editor, subject.id, injury)).toEqual([]);
    expect(await find(editor, subject.id, 'two fingers')).toMatchObject([{ card: { id } }]);

    await db.sentence.updateMany({ where: { cardId: longId }, data: { text: 'We sang.' } });
    await encodeStories({ subjectId: subject.id });
    await db.sentence.updateMany({ where: { cardId: longId }, data: { text: 'We sang. '.repeat(170_000) } });
    expect(await find(editor, subject.id, injury)).toMatchObject([{ inOtherWords: true, card: { id } }]);
    succeeded(await owner.gql('SetAudience', { input: { cardId: id, afterDeath: true } }));
    expect(await find(editor, subject.id, injury)).toEqual([]);
  });

  test('is found by its words while no worker can search by meaning', async () => {
    const { subject, editor } = await aFamily();
    const id = await aWrittenStory(editor, subject.id, mill);
    const letWorkersLive = await endWorkers();
    onTestFinished(letWorkersLive);
    expect(await find(editor, subject.id, 'two fingers')).toEqual([
      { text: expect.stringContaining('two fingers'), inOtherWords: false, card: { id } },
    ]);
    expect(await find(editor, subject.id, injury)).toEqual([]);
    letWorkersLive();
    expect(await find(editor, subject.id, injury)).toHaveLength(1);
  });

  test('is never found by those whom it isn’t for, whatever they ask', async () => {
    const { subject, owner, editor, viewer, self, stranger, admin } = await aFamily();
    const id = await aWrittenStory(owner, subject.id, mill);
    await encodeStories({ subjectId: subject.id });
    const readers = [editor, viewer];
    for (const reader of readers) expect(await find(reader, subject.id, injury)).toHaveLength(1);
    expect(await find(stranger, subject.id, injury)).toBeNull();
    expect(await find(admin, subject.id, injury)).toEqual([]);

    succeeded(await owner.gql('SetAudience', { input: { cardId: id, afterDeath: true } }));
    for (const reader of readers)
      for (const search of [injury, 'sawmill', 'The mill'])
        expect(await find(reader, subject.id, search), search).toEqual([]);
    for (const reader of [owner, self]) expect(await find(reader, subject.id, injury)).toHaveLength(1);

    succeeded(await owner.gql('SetAudience', { input: { cardId: id, everyone: true } }));
    succeeded(await owner.gql('SetCardStatus', { id, status: 'HIDDEN' }));
    expect(await find(viewer, subject.id, injury)).toEqual([]);
    expect(await find(editor, subject.id, injury)).toHaveLength(1);
  });

  test('is not found by sentences that are hidden or were edited away, and its meaning goes with them', async () => {
    const { subject, owner } = await aFamily();
    const id = await aWrittenStory(owner, subject.id, mill);
    await encodeStories({ subjectId: subject.id });
    await db.sentence.updateMany({ where: { cardId: id, position: 1 }, data: { hidden: true } });
    expect(await db.storyMeaning.count({ where: { cardId: id } })).toBe(0);
    expect(JSON.stringify(await find(owner, subject.id, injury))).not.toContain('fingers');
    await encodeStories({ subjectId: subject.id });
    expect((await db.storyMeaning.findUniqueOrThrow({ where: { cardId: id } })).vectors).toHaveLength(512);

    await db.sentence.updateMany({ where: { cardId: id, position: 1 }, data: { hidden: false } });
    await encodeStories({ subjectId: subject.id });
    const { card } = await owner.gql('query ($id: ID!) { card(id: $id) { revision } }', { id });
    const input = {
      id,
      subjectId: subject.id,
      title: 'The mill',
      body: 'It stood by the river. The wheel turned day and night.',
    };
    succeeded(await owner.gql('SaveCard', { input: { ...input, baseRevision: card.revision } }));
    expect(await find(owner, subject.id, injury)).toEqual([]);
    await encodeStories({ subjectId: subject.id });
    expect(await db.storyMeaning.findUniqueOrThrow({ where: { cardId: id } })).toMatchObject({
      revision: card.revision + 1,
    });
  });

  test('in Spanish is found by other forms of its words, with and without accents, and not encoded', async () => {
    const { subject, editor, viewer, owner } = await aFamily();
    await db.subject.update({ where: { id: subject.id }, data: { language: 'es' } });
    const id = await aWrittenStory(editor, subject.id, molino);
    for (const search of [
      'casarse',
      'casó',
      'caso',
      'trabajaba',
      'panaderia',
      'panadería',
      'nina',
      'niña muñoz',
      'Andres',
    ])
      expect(await find(viewer, subject.id, search), search).toMatchObject([{ card: { id } }]);
    const question = '¿En qué iglesia se casó el abuelo?';
    const [found] = await find(viewer, subject.id, question);
    expect(found).toMatchObject({ card: { id } });
    expect(found.text).toContain('San Andrés');
    expect(await find(viewer, subject.id, '¿Qué perro tenía ella de niña en el campo?')).toEqual([]);
    await encodeStories({ subjectId: subject.id });
    expect(await db.storyMeaning.count({ where: { subjectId: subject.id } })).toBe(0);

    succeeded(await owner.gql('SetAudience', { input: { cardId: id, afterDeath: true } }));
    for (const search of [question, 'casó', 'panadería'])
      expect(await find(viewer, subject.id, search)).toEqual([]);
  });
});

describe('A question in Spanish', () => {
  test('finds its answer among thousands of messages, also without the accents', async () => {
    const { subject, editor } = await aFamily();
    await db.subject.update({ where: { id: subject.id }, data: { language: 'es' } });
    const { id, said } = await told(subject.id, [
      'La panadería de mi padre estaba en la calle del Río. Las niñas Muñoz venían cada mañana por el pan.',
    ]);
    await db.$executeRaw`
      insert into message (id, subject_id, conversation_id, seq, role, text)
      select gen_random_uuid(), ${subject.id}::uuid, ${id}::uuid, 1000 + n, 'user',
        'El día ' || n || ' caminamos por la orilla y contamos los barcos hasta la noche.'
      from generate_series(1, 1000) as n`;
    for (const question of [
      '¿Dónde estaba la panadería de su padre?',
      '¿Donde estaba la panaderia de su padre?',
      'ninas munoz',
    ]) {
      const [answer] = await ask(editor, subject.id, question);
      expect(answer?.message.id, question).toBe(said[0]);
    }
  });
});

describe('The meaning of a message', () => {
  const meanings = (subjectId: string) => db.messageMeaning.findMany({ where: { subjectId } });

  test('is stored once, and goes when the words change, become private or are deleted', async () => {
    const { subject } = await aFamily();
    const { said } = await told(subject.id, [stories.bakery, stories.wedding, stories.bakeryAgain]);
    await Promise.all([encodeMessages({ subjectId: subject.id }), encodeMessages({ subjectId: subject.id })]);
    expect(await meanings(subject.id)).toHaveLength(6);

    const [corrected, withdrawn, deleted] = said as [string, string, string];
    await db.message.update({ where: { id: corrected }, data: { correctedText: 'We had a mill.' } });
    await db.message.update({ where: { id: withdrawn }, data: { private: true } });
    await db.message.update({ where: { id: deleted }, data: { deletedAt: new Date() } });
    expect((await meanings(subject.id)).map(({ messageId }) => messageId)).not.toEqual(
      expect.arrayContaining(said),
    );
    expect(await meanings(subject.id)).toHaveLength(3);

    await encodeMessages({ subjectId: subject.id });
    const again = (await meanings(subject.id)).map(({ messageId }) => messageId);
    expect(again).toContain(corrected);
    expect(again).not.toContain(withdrawn);
    expect(again).not.toContain(deleted);
  });

  test('is made again when it was made by another version', async () => {
    const { subject } = await aFamily();
    await told(subject.id, [stories.bakery]);
    await encodeMessages({ subjectId: subject.id });
    const before = await meanings(subject.id);
    await db.messageMeaning.updateMany({
      where: { subjectId: subject.id },
      data: { version: MEANING_VERSION - 1, vectors: Buffer.alloc(512) },
    });

    await encodeMessages({ subjectId: subject.id });

    expect(await meanings(subject.id)).toEqual(expect.arrayContaining(before));
  });

  test('stays when something else of the message changes', async () => {
    const { subject } = await aFamily();
    const { said } = await told(subject.id, [stories.bakery]);
    await encodeMessages({ subjectId: subject.id });

    await db.message.update({ where: { id: said[0] ?? '' }, data: { audioStartMs: 7 } });

    expect(await meanings(subject.id)).toHaveLength(2);
  });
});
