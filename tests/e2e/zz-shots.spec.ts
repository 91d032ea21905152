import { settled } from '../support/browser/axe.ts';
import { test } from '../support/browser/test.ts';
import { anOwnBook } from '../support/browser/told.ts';

test('shots', async ({ people }) => {
  const teresa = await people.join('Teresa Rourke');
  const subjectId = await anOwnBook(teresa, { preferredName: 'Teresa' });
  const make = (input: object) =>
    teresa.gql(
      'mutation ($input: CreateGiftInput!) { createGift(input: $input) { __typename ... on Gift { id redeemCode } ... on UserError { message } } }',
      { input },
    );
  const one = await make({
    recipientName: 'Lourdes Medeiros',
    message: 'Tia, now it is your turn to tell us about the shoes. All our love, Teresa, Owen and Marisol',
    cloth: 'plum',
    deliverOn: new Date(Date.now() + 20 * 86400000).toISOString().slice(0, 10),
  });
  await make({ recipientName: 'Frank Pires', draft: true });
  const two = await make({ recipientName: 'Ida Moor' });
  await teresa.gql('mutation ($id: ID!) { cancelGift(id: $id) { __typename } }', { id: two.createGift.id });
  const { id, redeemCode } = one.createGift;
  const sam = await people.join('Sam Reader');
  await teresa.gql('mutation ($input: InviteInput!) { invite(input: $input) { __typename } }', {
    input: { subjectId, role: 'VIEWER', email: sam.email, message: 'Come and read what I told' },
  });
  for (const [w, h] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      const tag = `${w}-${colorScheme}`;
      const page = await people.open(teresa, { viewport: { width: w, height: h }, colorScheme });
      await page.goto(`/dashboard/${subjectId}/gift-another-loved-one/`);
      await settled(page);
      await page.getByLabel('Who is it for?').fill('Lourdes Medeiros');
      await page
        .getByLabel('What would you like to say?')
        .fill('Tia, now it is your turn to tell us about the shoes. All our love, Teresa, Owen and Marisol');
      await page.getByRole('radio', { name: 'Plum' }).check();
      await page.screenshot({ path: `/tmp/gs/give-${tag}.png`, fullPage: true });
      await page.goto(`/dashboard/${subjectId}/gift-another-loved-one/${id}/`);
      await settled(page);
      await page.screenshot({ path: `/tmp/gs/card-${tag}.png`, fullPage: true });
      if (tag === '1440-light') await page.pdf({ path: '/tmp/gs/card.pdf', format: 'A4', landscape: true });
      await page.goto('/onboarding/?new');
      await page.getByRole('radio', { name: /I was given this/ }).check();
      await page.screenshot({ path: `/tmp/gs/who-${tag}.png`, fullPage: true });
      await page.goto(`/gift/${redeemCode}/`);
      await settled(page);
      await page.screenshot({ path: `/tmp/gs/open-${tag}.png`, fullPage: true });
      const reader = await people.open(sam, { viewport: { width: w, height: h }, colorScheme });
      await reader.goto('/invite/');
      await settled(reader);
      await reader.screenshot({ path: `/tmp/gs/invite-${tag}.png`, fullPage: true });
    }
});
