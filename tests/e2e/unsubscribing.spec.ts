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

  test(`Somebody without an account stops invitations by the link in one, the inviter is told, and they turn them on again, ${how}`, async ({
    people,
  }) => {
    const hana = await people.join('Hana Vale');
    const subjectId = await anOwnBook(hana, { preferredName: 'Hana' });
    const email = anAddress('stranger');
    done(await hana.gql('Invite', { input: { subjectId, role: 'VIEWER', email } }));
    const letter = await letterIn(outbox(), email, { leadingTo: '/unsubscribe/' });

    const page = await people.open(null, { viewport });
    await page.goto(letter.links.find((each) => each.includes('/unsubscribe/')) ?? '');
    await settled(page);
    await expect(page.getByText('from anyone who uses Evertold. An invitation')).toBeVisible();
    expect(await violations(page, how)).toEqual([]);
    await press(page.getByRole('button', { name: 'Stop invitations and gifts' }));
    await expect(page.getByText('You get no more invitations and gifts by email')).toBeVisible();
    expect(await violations(page, how)).toEqual([]);
    expect(await beside(page), how).toBe(0);

    const inviting = await people.open(hana);
    await inviting.goto(`/dashboard/${subjectId}/family-friends/`);
    await inviting.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = inviting.getByRole('dialog');
    await dialog.getByLabel('Their email, if you like').fill(email);
    await dialog.getByRole('button', { name: 'Make the invitation' }).click();
    await expect(
      dialog.getByText(`the person at ${email} doesn’t want invitations and gifts by email`),
    ).toBeVisible();
    await expect(dialog.getByLabel('The link')).toHaveValue(/\/invite\//);

    await press(page.getByRole('button', { name: 'Turn these letters on again' }));
    await expect(page.getByRole('heading', { name: 'Letters are on again' })).toBeVisible();
    expect(await violations(page, how)).toEqual([]);
    expect(await beside(page), how).toBe(0);
    done(await hana.gql('Invite', { input: { subjectId, role: 'VIEWER', email } }));
    await letterIn(outbox(), email, { leadingTo: '/unsubscribe/', known: 1 });
  });
}
