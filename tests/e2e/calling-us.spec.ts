import { beside, settled, violations } from '../support/browser/axe.ts';
import { sizes } from '../support/browser/hands.ts';
import { aPhone } from '../support/browser/many-messages.ts';
import { aPhoneServer, callAndTell, proveNumber } from '../support/browser/phone-server.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, aTeller } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';

for (const [how, viewport] of sizes) {
  test(`A call to our number waits in the call log until its owner says who it was, ${how}`, async ({
    people,
  }) => {
    const service = await aPhoneServer();
    const { teller, subjectId } = await aTeller(people, 'Rosa Quill');
    const phone = aPhone();
    await proveNumber(teller.email, phone);
    await callAndTell(service.url, phone, 'My father kept a boat on the river and painted it green.');
    const page = await people.open(teller, { viewport, reducedMotion: 'reduce', baseURL: service.url });

    await page.goto(`/dashboard/${subjectId}/call-log/`);
    await expect(page.getByText('Who was it?')).toBeVisible();
    await settled(page);
    expect(await violations(page, how)).toEqual([]);
    await page.getByRole('link', { name: /Somebody called us/ }).click();
    await expect(page.getByText('Was that you?')).toBeVisible();
    await expect(
      page.getByText('My father kept a boat on the river and painted it green.').first(),
    ).toBeVisible();
    const speaker = page.getByRole('article').filter({ hasText: 'painted it green' });
    await expect(speaker).toContainText('Caller');
    await settled(page);
    expect(await violations(page, how)).toEqual([]);
    expect(await beside(page)).toBe(0);
    await page.screenshot({ path: `test-results/calling-us-${viewport.width}.png`, fullPage: true });
    await page.getByRole('button', { name: 'No, somebody else' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('erased in 30 days');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Yes, that was me' }).click();

    await expect(page.getByText('It was confirmed here that it was you.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Yes, that was me' })).toHaveCount(0);
    await expect(speaker).toContainText('You');
    await service.stop();
  });

  test(`A code word is chosen, and a card for the telephone is printed, ${how}`, { tag: '@rare' }, async ({
    people,
  }) => {
    const service = await aPhoneServer();
    const teller = await people.join('Rosa Quill');
    const phone = aPhone();
    await proveNumber(teller.email, phone);
    const subjectId = await anOwnBook(teller, { phone });
    done(
      await teller.gql('GiveConsent', {
        input: { subjectId, grants: [{ kind: 'CALLS', phone, wordingVersion: 1 }] },
      }),
    );
    const page = await people.open(teller, { viewport, reducedMotion: 'reduce', baseURL: service.url });

    await page.goto(`/dashboard/${subjectId}/settings/`);
    const word = page.getByLabel('Code word');
    await word.fill('cat');
    await page.getByRole('button', { name: 'Save the code word' }).click();
    await expect(page.getByText('Must have at least 5 letters')).toBeVisible();
    await word.fill('Marigold');
    await page.getByRole('button', { name: 'Save the code word' }).click();
    await expect(page.getByRole('button', { name: 'Save the code word' })).toHaveCount(0);
    await expect(page.getByRole('img', { name: 'A square code with Evertold’s phone number' })).toBeVisible();

    // The hours for calls, and a time within them.
    const until = page.getByRole('group', { name: 'Hours for calls and texts' }).getByLabel('Until');
    await until.selectOption('20:00');
    await page.getByRole('button', { name: 'Add a time' }).click();
    await page.getByLabel('Time 1', { exact: true }).fill('20:30');
    await page.getByRole('button', { name: 'Save the times' }).click();
    await expect(page.getByText('Choose times from 9 am to before 8 pm')).toBeVisible();
    await until.selectOption('21:00');
    await page.getByRole('button', { name: 'Save the times' }).click();
    await expect(page.getByRole('button', { name: 'Save the times' })).toHaveCount(0);
    await expect(page.getByText(/^Next call: .* at 8:30 pm\.$/)).toBeVisible();

    // The next call is skipped, all calls are paused until a day, and both are taken back.
    await page.getByRole('button', { name: 'Skip the next call' }).click();
    await expect(page.getByText(/^Skipped: .* at 8:30 pm\./)).toBeVisible();
    await page.getByRole('button', { name: 'Don’t skip it' }).click();
    await expect(page.getByRole('button', { name: 'Skip the next call' })).toBeVisible();
    const pausing = page.getByLabel('Pause until');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(page.getByText('Choose a day that is still to come')).toBeVisible();
    await pausing.fill(new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10));
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(page.getByText(/^Paused until /).first()).toBeVisible();
    await page.getByRole('button', { name: 'Resume now' }).click();
    await expect(pausing).toBeVisible();

    // The voice that calls have, and what the browser's own sounds like.
    await page.getByLabel('Voice on calls').selectOption('Matthew: a man, American');
    await page.getByRole('button', { name: 'Save the interview style' }).click();
    await expect(page.getByRole('button', { name: 'Save the interview style' })).toHaveCount(0);
    await expect(page.getByLabel('Voice on calls')).toHaveValue('Matthew-Neural');
    await expect(page.getByRole('button', { name: 'Hear it', exact: true })).toBeVisible();
    await settled(page);
    expect(await violations(page, how)).toEqual([]);
    await page.screenshot({ path: `test-results/trusted-caller-${viewport.width}.png`, fullPage: true });
    await page.getByRole('link', { name: 'Print a card to put beside the telephone' }).click();

    const card = page.getByRole('region', { name: 'The card' });
    await expect(card).toContainText('(202) 555-0100');
    await expect(card).toContainText('It says: Marigold');
    await settled(page);
    expect(await violations(page, how)).toEqual([]);
    expect(await beside(page)).toBe(0);
    await page.screenshot({ path: `test-results/phone-card-${viewport.width}.png`, fullPage: true });
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: 'Print the card' })).toBeHidden();
    await expect(card).toBeVisible();
    await service.stop();
  });
}

test('Where no phone service is set up, the settings say so and offer no code word', {
  tag: '@rare',
}, async ({ people }) => {
  const { subjectId, page } = await aTeller(people, 'Rosa Quill');
  await page.goto(`/dashboard/${subjectId}/settings/`);
  await expect(
    page.getByText('No phone service is set up here, so nobody can call or be called.'),
  ).toBeVisible();
  await expect(page.getByLabel('Code word')).toHaveCount(0);
  await page.goto(`/dashboard/${subjectId}/phone-card/`);
  await expect(page.getByText('There is no card to print')).toBeVisible();
});

for (const [how, viewport] of sizes) {
  test(`The week of the calls is chosen in the onboarding, ${how}`, { tag: '@rare' }, async ({ people }) => {
    const service = await aPhoneServer();
    const pilar = await people.join('Pilar Quill');
    const page = await people.open(pilar, { viewport, reducedMotion: 'reduce', baseURL: service.url });
    await page.goto('/onboarding/');
    await expect(page.getByText('by phone or here in the browser').first()).toBeVisible();
    await page.getByRole('radio', { name: /Somebody I love/ }).check();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByLabel('Their full name').fill('Agnes Quill');
    await page.getByLabel('Your relationship to them').fill('niece');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();

    await expect(page.getByRole('heading', { level: 1, name: 'When may we call Agnes?' })).toBeVisible();
    await page.getByRole('button', { name: 'Tuesday: add a time' }).press('Enter');
    await page.getByLabel('Tuesday at', { exact: true }).fill('10:30');
    await page.getByRole('button', { name: 'Wednesday: add a time' }).press('Enter');
    await page
      .getByRole('group', { name: 'Hours for calls and texts' })
      .getByLabel('Until')
      .selectOption('21:00');
    await page.getByLabel('Wednesday at', { exact: true }).fill('19:30');
    await page.getByRole('button', { name: 'Sunday: add a time' }).press('Enter');
    await page.getByLabel('Sunday at', { exact: true }).fill('08:15');
    await page.getByLabel('Agnes’s number').fill(aPhone());
    await settled(page);
    expect(await violations(page, how)).toEqual([]);
    expect(await beside(page)).toBe(0);
    await page.screenshot({ path: `test-results/onboarding-week-${viewport.width}.png`, fullPage: true });
    await page.getByRole('button', { name: 'Continue to consent' }).click();
    await expect(page.getByText('Choose times from 9 am to before 9 pm')).toBeVisible();
    await page.getByRole('button', { name: /^Remove Sunday/ }).press('Enter');
    await page.getByRole('button', { name: 'Continue to consent' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Agnes decides' })).toBeVisible();

    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page.getByRole('button', { name: 'Tuesday, 10:30 am: change' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Wednesday, 7:30 pm: change' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sunday: add a time' })).toBeVisible();
    await service.stop();
  });
}
