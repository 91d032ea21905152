import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { anInterviewingModel } from '#tests/support/model.ts';
import type { Person } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { told } from '#tests/support/told.ts';
import { aFamily, type Family, giveConsents, useServer } from '#tests/support/world.ts';

useServer({ ALLOW_PRIVATE_ADDRESSES: 'yes' });

const alone =
  'Martin came to the dance in Duluth in his brother’s coat, and he stepped on my foot twice. Martin wrote to me every week from the lumber camp, and I kept all of his letters in a hat box under the stairs until the flood took them.';
const together =
  'My brother Leonard built a raft out of doors, and Leonard took us all across the river for the fair. We ate cherries until our teeth were blue, and the raft went down with everybody’s shoes on the way back.';

/** Whatever tells of what was said alone; and of what was said to the family member. */
const ofMartin = /Martin|Duluth|dance|letters|lumber/i;
const ofLeonard = /Leonard/;

describe('Who holds a conversation together, while nothing is shared', () => {
  let asked: string[] = [];
  let family: Family;
  beforeAll(async () => {
    const model = await anInterviewingModel(() => 'I can see it all. What did the river smell like then?');
    asked = model.asked;
    return model.stop;
  });
  beforeEach(async () => {
    family = await aFamily({ consents: ['AI_WRITING', 'CALLS'] });
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say(alone);
    // Her own words come back in what she is asked.
    const { id } = await talk.last();
    await db.message.update({ where: { id }, data: { text: 'What did Martin write in his letters?' } });
    await talk.end();
    await talk.written();
    await db.conversation.update({ where: { id: talk.id }, data: { title: 'The letters in the hat box' } });
    asked.length = 0;
  });

  /** All that is said to them and to the model, when somebody begins and they talk a little. */
  async function allThatIsTold(
    holder: Person,
    options: Parameters<typeof aTalk>[2],
    words = 'We had apple trees.',
  ) {
    const talk = await aTalk(holder, family.subject.id, options);
    for (const said of [words, 'Oh, yes.', 'And a dog.']) await talk.say(said);
    const spoken = (await talk.transcript()).filter(({ role }) => role === 'assistant');
    await talk.end();
    await talk.written();
    return { greeting: spoken[0]?.text ?? '', everything: JSON.stringify([spoken, asked.splice(0)]) };
  }

  test('hears nothing of what was said alone', async () => {
    const { greeting, everything } = await allThatIsTold(family.editor, { together: true });

    expect(greeting).toContain('Alma');
    expect(everything).not.toMatch(ofMartin);
  });

  test('hears of what was said to them, and another family member does not', async () => {
    await allThatIsTold(family.editor, { together: true }, together);

    const again = await allThatIsTold(family.editor, { together: true });
    const other = await allThatIsTold(family.owner, { together: true });

    expect(again.everything).toMatch(ofLeonard);
    expect(again.everything).not.toMatch(ofMartin);
    expect(other.everything).not.toMatch(ofLeonard);
  });

  test('is asked nothing about two dates of which they have heard none', async () => {
    await told(family.subject.id, [
      'We got married in 1955 in the little church on the hill in Duluth. My sister Clara played the organ although two of the pipes were stuck, and the whole street came with chairs under their arms because the benches were too few.',
    ]);
    await told(family.subject.id, [
      'The cake was carried up the hill under an umbrella because it rained so hard. We got married in 1957, and Mrs. Olsen from the bakery held the umbrella the whole way, and her own hat was ruined for it, a green one with a feather.',
    ]);

    expect((await allThatIsTold(family.editor, { together: true })).everything).not.toMatch(
      /195[57]|wedding/,
    );
    expect((await allThatIsTold(family.self, {})).everything).toMatch(/1955/);
  });

  test('is told as much as the subject once it is shared', async () => {
    const own = await allThatIsTold(family.self, {});
    expect(own.greeting).toMatch(ofMartin);
    expect(own.everything).toContain('What did Martin write in his letters?');

    await giveConsents(family.self, family.subject.id, ['SHARING']);

    const { everything } = await allThatIsTold(family.editor, { together: true });
    expect(everything).toContain('What did Martin write in his letters?');
  });
});
