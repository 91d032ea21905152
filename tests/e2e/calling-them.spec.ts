import { settled, violations } from '../support/browser/axe.ts';
import { hands } from '../support/browser/hands.ts';
import { aPhone } from '../support/browser/many-messages.ts';
import { aServerThatCalls, pickUp, proveNumber } from '../support/browser/phone-server.ts';
import { test as base, expect } from '../support/browser/test.ts';
import { anOwnBook, letIn } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';
import { noonZone } from '../support/noon-zone.ts';

const test = base.extend<{ service: Awaited<ReturnType<typeof aServerThatCalls>> }>({
  async service({ server: _beside }, use) {
    const service = await aServerThatCalls();
    await use(service);
    await service.stop();
  },
});

for (const { how, viewport, press } of hands) {
  test(`An editor calls, cancels while it rings, and hangs up a call that goes on, ${how}`, {
    tag: '@rare',
  }, async ({ service, people }) => {
    const rosa = await people.join('Rosa Quill');
    const phone = aPhone();
    await proveNumber(rosa.email, phone);
    const subjectId = await anOwnBook(rosa, { phone, timeZone: noonZone() });
    const grants = [{ kind: 'CALLS', phone, wordingVersion: 1 }];
    done(await rosa.gql('GiveConsent', { input: { subjectId, grants } }));
    const pilar = await people.join('Pilar Quill');
    await letIn(rosa, subjectId, pilar, 'EDITOR');
    const page = await people.open(pilar, { viewport, reducedMotion: 'reduce', colorScheme: 'dark' });
    const callNow = page.getByRole('button', { name: 'Call Rosa now' });
    const air = page.getByRole('region', { name: 'The line is open' });
    const band = page.getByRole('region', { name: 'Call in progress' });
    const cancel = page.getByRole('button', { name: 'Cancel the call' });
    const hangUp = page.getByRole('button', { name: 'Hang up' });
    const dashboard = `/dashboard/${subjectId}/`;

    await test.step('cancel a ringing call on its page', async () => {
      await page.goto(dashboard);
      await press(callNow);
      await expect(air).toContainText('Rosa’s phone is ringing');
      const call = await service.call(1);
      await settled(page);
      expect(await violations(page, 'ringing')).toEqual([]);
      await press(cancel);
      await expect(page.getByRole('heading', { name: 'Called off' })).toBeVisible();
      await expect(air).toHaveCount(0);
      await expect.poll(() => call.status, { timeout: 30_000 }).toBe('completed');
    });

    await test.step('cancel a ringing call on the dashboard', async () => {
      await page.goto(dashboard);
      await press(callNow);
      await expect(air).toBeVisible();
      const call = await service.call(2);
      await page.goto(dashboard);
      await expect(band).toContainText('The phone is ringing');
      await settled(page);
      expect(await violations(page, 'ringing, on the dashboard')).toEqual([]);
      await page.screenshot({ path: 'test-results/ringing-390.png' });
      await press(cancel);
      await expect(band).toHaveCount(0);
      await expect(page.getByRole('main')).toBeFocused();
      await expect.poll(() => call.status, { timeout: 30_000 }).toBe('completed');
    });

    await test.step('hang up a call that goes on, on its page', async () => {
      await press(callNow);
      await expect(air).toBeVisible();
      const call = await service.call(3);
      await pickUp(call);
      await expect(air).toContainText('Rosa is on the phone');
      await press(hangUp);
      const asked = page.getByRole('alertdialog');
      await expect(asked).toContainText('What was said stays.');
      await press(asked.getByRole('button', { name: 'Let it go on' }));
      await expect(asked).toHaveCount(0);
      await press(hangUp);
      await press(asked.getByRole('button', { name: 'Hang up' }));
      await expect(air).toHaveCount(0);
      await expect.poll(() => call.status, { timeout: 30_000 }).toBe('completed');
    });

    await test.step('hang up a call that goes on, on the dashboard', async () => {
      await page.goto(dashboard);
      await press(callNow);
      await expect(air).toBeVisible();
      const call = await service.call(4);
      await page.goto(dashboard);
      await expect(band).toContainText('The phone is ringing');
      await pickUp(call);
      await expect(band).toContainText('Rosa is on the phone now');
      await settled(page);
      expect(await violations(page, 'on the phone, on the dashboard')).toEqual([]);
      await page.screenshot({ path: 'test-results/on-the-phone-390.png' });
      await press(hangUp);
      await press(page.getByRole('alertdialog').getByRole('button', { name: 'Hang up' }));
      await expect(band).toHaveCount(0);
      await expect(page.getByRole('main')).toBeFocused();
      await expect(callNow).toBeVisible();
      await expect.poll(() => call.status, { timeout: 30_000 }).toBe('completed');
    });
  });
}
