import { describe, expect, test } from 'vitest';
import { toldBefore } from '#api/conversations/engine/told.ts';
import { db } from '#api/platform/database/database.ts';
import { correct } from '#tests/support/correcting.ts';
import { succeeded } from '#tests/support/person.ts';
import { peopleOf, told, workDone } from '#tests/support/told.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();

const hesitant =
  'Um, well, you know, my sister Rosa taught me to bake bread in the kitchen on Mill Street. We stood at the oven every Saturday until the windows were white with steam.';
const shorter = hesitant.replace('Um, well, you know, my', 'My');
const later =
  'Rosa came to the bakery every morning before school and took the warm rolls to the neighbours. She sang on the stairs, and the burnt ones were hers every single day.';

describe('A person mentioned in corrected words', () => {
  test('keeps the name in its corrected form when other words about them become private', async () => {
    const { subject, editor } = await aFamily();
    const { said } = await told(subject.id, [hesitant, later]);
    expect(await peopleOf(editor, subject.id)).toEqual([['Rosa', 'sister']]);
    await correct(editor, said[0], shorter);
    await workDone();

    succeeded(await editor.gql('SetMessagePrivate', { id: said[1], private: true }));

    expect(await peopleOf(editor, subject.id)).toEqual([['Rosa', 'sister']]);
  });

  test('keeps the name in its corrected form when it is corrected in other words', async () => {
    const { subject, editor } = await aFamily();
    const { said } = await told(subject.id, [hesitant, later]);
    await correct(editor, said[0], shorter);
    await workDone();

    await correct(editor, said[1], later.replace('Rosa', 'Clara'));

    expect(await peopleOf(editor, subject.id)).toContainEqual(['Rosa', 'sister']);
  });

  test('keeps their name when one correction removes it in one place and moves it in another', async () => {
    const { subject, editor } = await aFamily();
    const twice = `${hesitant} Rosa sang to the dough.`;
    const { said } = await told(subject.id, [twice]);
    expect(await peopleOf(editor, subject.id)).toEqual([['Rosa', 'sister']]);

    await correct(editor, said[0], `${shorter} Clara sang to the dough.`);

    expect(await peopleOf(editor, subject.id)).toContainEqual(['Rosa', 'sister']);
  });

  test('is known to the interviewer by the right name after it was misheard', async () => {
    const { subject, self, owner, editor } = await aFamily();
    const { id, said } = await told(subject.id, [later.replace('Rosa', 'Roza')]);
    await db.conversation.update({ where: { id }, data: { heldById: owner.id } });

    await correct(editor, said[0], later);
    await workDone();

    const conversation = await db.conversation.findUniqueOrThrow({ where: { id } });
    const { people } = await toldBefore(conversation, owner.id);
    expect(people).toContainEqual({ name: 'Rosa' });
    expect((await toldBefore(conversation, self.id)).people).toEqual([]);
  });
});
