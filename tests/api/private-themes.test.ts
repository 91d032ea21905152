import { beforeAll, describe, expect, test } from 'vitest';
import { anInterviewingModel } from '#tests/support/model.ts';
import { type Answer, type Person, succeeded } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer({ ALLOW_PRIVATE_ADDRESSES: 'yes' });

const confided = 'Keep this between us: please don’t ask me about the sanatorium again.';
const stories = [
  'My father kept a bakery in Galway and we lived above it, the five of us in two rooms.',
  'My mother washed for the whole street and sang while she did it, mostly hymns.',
];

const themesOf = async (reader: Person, { subject: { id } }: Family): Promise<string[]> =>
  (await reader.gql(`{ subject(id: "${id}") { avoidedThemes } }`)).subject.avoidedThemes;

/** Everything that somebody reads of a subject, in one text. */
async function readings(
  reader: Person,
  { subject: { id } }: Family,
  conversationId: string,
): Promise<string> {
  const answers: Answer[] = [
    await reader.ask(`{ subject(id: "${id}") { avoidedThemes openingWords activity { kind } } }`),
    await reader.ask('SubjectHome', { id }),
    await reader.ask('Biography', { subjectId: id }),
    await reader.ask('CallLog', { subjectId: id }),
    await reader.ask('Transcript', { id: conversationId, first: 100 }),
    await reader.ask('WriterMessages', { filter: { subjectId: id }, first: 100 }),
  ];
  return JSON.stringify(answers);
}

describe('A theme that somebody asks in private not to be asked about', () => {
  let family: Family;
  beforeAll(async () => {
    family = await aFamily();
  });

  test('is read by nobody and not shown to a language model', async () => {
    const model = await anInterviewingModel(() => 'That sounds like a busy house. Who lit the fire there?');
    const talk = await aTalk(family.self, family.subject.id);

    await talk.say(confided);
    for (const story of stories) await talk.say(story);
    await talk.end();
    const next = await aTalk(family.self, family.subject.id);
    await next.say('We walked to the school over the bridge, my brother Tom and I, in all weathers.');

    expect(model.asked.length).toBeGreaterThanOrEqual(2);
    expect(model.asked.join()).not.toMatch(/sanatorium/i);
    for (const reader of [family.owner, family.editor, family.viewer, family.admin]) {
      expect(await readings(reader, family, talk.id)).not.toMatch(/sanatorium/i);
    }
    expect(await themesOf(family.self, family)).toEqual([]);
    await next.end();
    await model.stop();
  });

  test('is still not asked about, even when the family asks for it', async () => {
    const ask = (text: string) => family.owner.gql('AskQuestion', { subjectId: family.subject.id, text });
    succeeded(await ask('What was it like in the sanatorium?'));
    succeeded(await ask('What did the harbour look like in the morning?'));

    const talk = await aTalk(family.self, family.subject.id);
    for (const story of stories) await talk.say(story);

    const asked = (await talk.transcript())
      .filter(({ role }) => role === 'assistant')
      .map(({ text }) => text);
    expect(asked.join()).toMatch(/the harbour/);
    expect(asked.join()).not.toMatch(/sanatorium/i);
    await talk.end();
  });

  test('leaves the readable list when “keep that between us” follows', async () => {
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('Please don’t ask me about the convent again.');
    expect(await themesOf(family.owner, family)).toEqual(['convent']);

    await talk.say('Keep that between us.');

    expect(await themesOf(family.owner, family)).toEqual([]);
    expect(await readings(family.owner, family, talk.id)).not.toMatch(/convent/i);
    await talk.end();
  });

  test('leaves the readable list when the words are made private by hand, and returns with them', async () => {
    const talk = await aTalk(family.self, family.subject.id);
    const said = await talk.say('Please don’t ask me about the orphanage again.');
    const set = (person: Person, isPrivate: boolean) =>
      person.gql('SetMessagePrivate', { id: said.id, private: isPrivate });

    expect((await set(family.viewer, true)).setMessagePrivate).toMatchObject({ __typename: 'NotFound' });
    expect(await themesOf(family.owner, family)).toEqual(['orphanage']);
    succeeded(await set(family.editor, true));
    expect(await themesOf(family.owner, family)).toEqual([]);
    await expect(set(family.owner, false)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await themesOf(family.owner, family)).toEqual([]);
    succeeded(await set(family.self, false));
    expect(await themesOf(family.owner, family)).toEqual(['orphanage']);
    await talk.end();
  });

  test('stays on the readable list if the family entered it or readable words name it too', async () => {
    const update = { id: family.subject.id, avoidedThemes: ['lighthouse'] };
    succeeded(await family.owner.gql('UpdateSubject', { input: update }));
    const talk = await aTalk(family.self, family.subject.id);
    const lighthouse = await talk.say('Please don’t ask me about the lighthouse again.');
    const war = await talk.say('And I don’t want to talk about the war.');
    await talk.say('Let’s not talk about the war.');

    for (const { id } of [lighthouse, war]) {
      succeeded(await family.self.gql('SetMessagePrivate', { id, private: true }));
    }

    expect(await themesOf(family.owner, family)).toEqual(['lighthouse', 'war']);
    await talk.end();
  });
});
