import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { succeeded } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { type Telling, told } from '#tests/support/told.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

const first =
  'We got married in 1955 in the little church on the hill in Duluth. My sister Clara played the organ although two of the pipes were stuck, and the whole street came with chairs under their arms because the benches were too few.';
const second =
  'The cake was carried up the hill under an umbrella because it rained so hard. We got married in 1957, and Mrs. Olsen from the bakery held the umbrella the whole way, and her own hat was ruined for it, a green one with a feather.';

/** Everything that the interviewer says in a conversation in which little is answered. */
async function questionsTo({ self, subject }: Family): Promise<string[]> {
  const talk = await aTalk(self, subject.id);
  for (let n = 0; n < 6; n++) await talk.say('Oh, yes.');
  const turns = await talk.transcript();
  await talk.end();
  return turns.flatMap(({ role, text }) => (role === 'assistant' && text ? [text] : []));
}

const ofWedding = (questions: string[]) =>
  questions.filter((text) => text.includes('two dates for your wedding'));

describe('Two dates for one event', () => {
  let family: Family;
  let tellings: Telling[];
  beforeEach(async () => {
    family = await aFamily();
    tellings = [await told(family.subject.id, [first]), await told(family.subject.id, [second])];
    const [run] = await db.writerRun.findMany({ where: { conversationId: tellings[1]?.id } });
    expect(run?.findings).toMatchObject([{ kind: 'CONTRADICTION', about: 'wedding' }]);
  });

  test('are asked about only once, in the next conversation', async () => {
    expect(ofWedding(await questionsTo(family))).toEqual([
      'You told me two dates for your wedding: 1955 and 1957. Which is right?',
    ]);
    expect(ofWedding(await questionsTo(family))).toEqual([]);
  });

  test('are not asked about when one of them is private', async () => {
    const id = tellings[0]?.said[0];
    succeeded(await family.editor.gql('SetMessagePrivate', { id, private: true }));

    expect(ofWedding(await questionsTo(family))).toEqual([]);
  });

  test('are not asked about when the subject avoids it or the family has settled it', async () => {
    const input = { id: family.subject.id, avoidedThemes: ['wedding'] };
    succeeded(await family.owner.gql('UpdateSubject', { input }));
    expect(ofWedding(await questionsTo(family))).toEqual([]);

    succeeded(await family.owner.gql('UpdateSubject', { input: { ...input, avoidedThemes: [] } }));
    const cards = await db.card.findMany({ where: { subjectId: family.subject.id } });
    const { card } = await family.owner.gql('query ($id: ID!) { card(id: $id) { id title body revision } }', {
      id: cards.find(({ happened }) => happened === '1957')?.id ?? cards.at(-1)?.id,
    });
    const settled = { ...card, subjectId: family.subject.id, body: card.body.replace('1957', '1955') };
    const { revision: baseRevision, ...saved } = settled;
    succeeded(await family.owner.gql('SaveCard', { input: { ...saved, baseRevision } }));
    expect(ofWedding(await questionsTo(family))).toEqual([]);
  });
});
