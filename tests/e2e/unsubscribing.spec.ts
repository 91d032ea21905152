import { beside, settled, violations } from '../support/browser/axe.ts';
import { hands } from '../support/browser/hands.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, letIn } from '../support/browser/told.ts';
import { done, outbox } from '../support/browser/visitor.ts';
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
