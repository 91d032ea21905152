import { beside, settled, violations } from '../support/browser/axe.ts';
import { hands } from '../support/browser/hands.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, letIn } from '../support/browser/told.ts';
import { anAddress, done, outbox } from '../support/browser/visitor.ts';
import { letterIn } from '../support/letters.ts';

for (const { how, viewport, press } of hands) {
  test(`A reader stops letters about new stories by the link in one, without signing in, ${how}`, async ({
    people,
  }) => {
    const [hana, ines] = [await people.join('Hana Vale'), await people.join('Ines Vale')];
    const subjectId = await anOwnBook(hana, { preferredName: 'Hana' });
    await letIn(hana, subjectId, ines, 'VIEWER');
    const input = { subjectId, title: 'The borrowed boat', body: 'We rowed until dark.' };
    const { id } = done(await hana.gql('SaveCard', { input }));
    done(await hana.gql('SetCardStatus', { id, status: 'PUBLISHED' }));
    const letter = await letterIn(outbox(), ines.email, { leadingTo: '/unsubscribe/' });
    const link = letter.links.find((each) => each.includes('/unsubscribe/')) ?? '';
    const choice = async () =>
      (await ines.gql('{ me { memberships { notices { stories } } } }')).me.memberships[0].notices.stories;

    const page = await people.open(null, { viewport });
    await page.goto(link);
    await settled(page);
    await expect(page.getByRole('heading', { name: 'Stop these letters?' })).toBeVisible();
    expect(await choice()).toBe('AT_ONCE');
    expect(await violations(page, how)).toEqual([]);
    expect(await beside(page), how).toBe(0);
    await press(page.getByRole('button', { name: 'Stop letters about new stories' }));
    await expect(page.getByText('You get no more letters about new stories from Hana’s book')).toBeVisible();
    expect(await violations(page, how)).toEqual([]);
    expect(await choice()).toBe('NEVER');
    await expect(page.getByRole('link', { name: 'your settings' })).toHaveAttribute(
      'href',
      '/settings/#notices',
    );

    await page.goto(link.replace('/stories/', '/missed-calls/'));
    await press(page.getByRole('button', { name: 'Stop letters about missed calls' }));
    await expect(page.getByText('This link doesn’t work')).toBeVisible();
    expect(await violations(page, how)).toEqual([]);
  });
}

test('Somebody without an account gets no more invitations by the link in one, and the inviter is told', async ({
  people,
}) => {
  const hana = await people.join('Hana Vale');
  const subjectId = await anOwnBook(hana, { preferredName: 'Hana' });
  const email = anAddress('stranger');
  done(await hana.gql('Invite', { input: { subjectId, role: 'VIEWER', email } }));
  const letter = await letterIn(outbox(), email, { leadingTo: '/unsubscribe/' });

  const page = await people.open(null, { viewport: { width: 390, height: 844 } });
  await page.goto(letter.links.find((each) => each.includes('/unsubscribe/')) ?? '');
  await settled(page);
  await expect(page.getByText('An invitation that you already have stays open.')).toBeVisible();
  expect(await violations(page, 'letters from others')).toEqual([]);
  await page.getByRole('button', { name: 'Stop letters that you didn’t ask for' }).click();
  await expect(page.getByText('You get no more letters that you didn’t ask for')).toBeVisible();
  expect(await violations(page, 'letters from others are off')).toEqual([]);

  const inviting = await people.open(hana);
  await inviting.goto(`/dashboard/${subjectId}/family-friends/`);
  await inviting.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = inviting.getByRole('dialog');
  await dialog.getByLabel('Their email, if you like').fill(email);
  await dialog.getByRole('button', { name: 'Make the invitation' }).click();
  await expect(dialog.getByText(`the person at ${email} doesn’t want letters from Evertold`)).toBeVisible();
  await expect(dialog.getByLabel('The link')).toHaveValue(/\/invite\//);
});
