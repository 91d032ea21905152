import { Webhook } from 'standardwebhooks';
import { beside, settled, violations } from '../support/browser/axe.ts';
import { withDatabase } from '../support/browser/database.ts';
import { hands } from '../support/browser/hands.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook } from '../support/browser/told.ts';
import { done, serverUrl } from '../support/browser/visitor.ts';
import { aReceiver } from '../support/receiver.ts';

for (const { how, keyboard, viewport, press, tick, type } of hands) {
  test(`A consent shows its history and is withdrawn; a key is made, copied and revoked; a webhook is tested, ${how}; every step is accessible`, async ({
    people,
  }) => {
    const ada = await people.join('Ada Permit');
    const book = await anOwnBook(ada);
    const page = await people.open(ada, {
      viewport,
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: 'reduce',
      colorScheme: viewport.width < 500 ? 'dark' : 'light',
    });
    const wrong: string[] = [];
    const look = async (what: string) => wrong.push(...(await violations(page, `${what}, ${how}`)));
    await page.goto('/settings/');
    await settled(page);
    await press(page.getByRole('link', { name: 'Permissions' }).first());
    await expect(page.getByRole('heading', { name: 'Permissions', level: 1 })).toBeVisible();
    // The focus starts at the page, not at the navigation beside it.
    await expect(page.locator('#main')).toBeFocused();
    await settled(page);
    const dialogOf = (name: string) => page.getByRole('dialog', { name });

    await test.step('read a consent’s history and wording', async () => {
      const sharing = page.getByRole('listitem').filter({ hasText: 'Sharing with family' });
      await press(sharing.locator('summary', { hasText: 'History' }));
      const wording = sharing.getByRole('button', { name: /^Read the wording/ });
      await expect(wording).toBeVisible();
      await look('history');
      await press(wording);
      await expect(dialogOf('Sharing with family')).toContainText('Wording version');
      await press(dialogOf('Sharing with family').getByRole('button', { name: 'Close' }));
      await expect(wording).toBeFocused();

      const takeBack = page.getByRole('button', { name: 'Take back a consent' });
      await press(takeBack);
      const dialog = dialogOf('Take back a consent');
      await press(dialog.getByRole('button', { name: 'Take back', exact: true }));
      await expect(dialog.getByRole('alert')).toContainText('Choose what is taken back');
      await tick(dialog.getByRole('checkbox', { name: /Sharing with family/ }));
      await press(dialog.getByRole('button', { name: 'Take back', exact: true }));
      await expect(dialog).toBeHidden();
      await expect(takeBack).toBeFocused();
      await expect(sharing.getByText('Taken back', { exact: true }).first()).toBeVisible();
    });

    await test.step('make and revoke a key', async () => {
      const make = page.getByRole('button', { name: 'Make a key' });
      await press(make);
      const dialog = dialogOf('Make a key');
      const made = dialog.getByRole('button', { name: 'Make the key' });
      await expect(dialog.getByLabel('Who is it for?')).toBeFocused();
      await look('dialog');
      await press(made);
      await expect(dialog.getByText('Say who the key is for')).toBeVisible();
      await expect(dialog.getByLabel('Who is it for?')).toBeFocused();
      await type(dialog.getByLabel('Who is it for?'), 'Whaling City Archive');
      await press(made);
      await expect(dialog.getByRole('alert')).toContainText('Choose what the key may do');
      await tick(dialog.getByLabel('See whose book it is'));
      await press(made);
      await expect(page.getByText('Copy this key now. It is shown only this once.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Copy' })).toBeFocused();
      await look('secret');
      expect(await beside(page)).toBe(0);
      await press(page.getByRole('button', { name: 'Copy' }));
      const key = await page.evaluate(() => navigator.clipboard.readText());
      expect(await booksOf(key)).toBe(1);

      await page.reload();
      const row = page.getByRole('row').filter({ hasText: 'Whaling City Archive' });
      await expect(row).toContainText('Your book only');
      await expect(row).toContainText('today');
      await expect(page.getByText(key)).toHaveCount(0);
      await expect(page.getByText('Key for a partner made')).toBeVisible();
      await press(row.getByRole('button', { name: 'Revoke Whaling City Archive' }));
      await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
      await press(page.getByRole('button', { name: 'Revoke it' }));
      await expect(page.getByText('No outside apps have access')).toBeVisible();
      await expect(make).toBeFocused();
      expect(await booksOf(key)).toBe(401);
    });

    if (keyboard) {
      await test.step('a new key among many is scrolled into view', async () => {
        for (const name of ['Archive', 'Library', 'Print shop', 'Museum', 'School']) {
          done(await ada.gql('CreateApiKey', { input: { name, scopes: ['subjects:read'] } }));
        }
        await page.reload();
        const dialog = dialogOf('Make a key');
        await press(page.getByRole('button', { name: 'Make a key' }));
        await type(dialog.getByLabel('Who is it for?'), 'Parish');
        await tick(dialog.getByLabel('See whose book it is'));
        await press(dialog.getByRole('button', { name: 'Make the key' }));
        await expect(page.getByRole('button', { name: 'Copy' })).toBeFocused();
        await press(page.getByRole('button', { name: 'Copy' }));
        await expect(page.getByText('Copied')).toBeVisible();
      });
    }

    await test.step('make and test a webhook', async () => {
      const receiver = await aReceiver();
      const hooks = page.getByRole('region', { name: 'Webhooks' });
      const make = hooks.getByRole('button', { name: 'Make a webhook' });
      await press(make);
      const dialog = dialogOf('Make a webhook');
      const url = dialog.getByLabel('Where does it listen?');
      const made = dialog.getByRole('button', { name: 'Make the webhook' });
      await type(url, 'http://partner.example/');
      await tick(dialog.getByLabel('A story is published'));
      await press(made);
      await expect(dialog.getByText('Must begin with https://')).toBeVisible();
      await expect(url).toBeFocused();
      await look('webhook dialog');
      await type(url, receiver.url);
      await press(made);
      await expect(hooks.getByText('Copy this secret now. It is shown only this once.')).toBeVisible();
      await expect(hooks.getByRole('button', { name: 'Copy' })).toBeFocused();
      const secret = await hooks.locator('code').innerText();

      await press(hooks.getByRole('button', { name: 'Test' }));
      await expect(page.getByText('The test arrived at')).toBeVisible();
      const [sent] = receiver.received;
      expect(new Webhook(secret).verify(sent?.body ?? '', sent?.headers ?? {})).toMatchObject({
        type: 'webhook.test',
      });
      await press(hooks.getByRole('button', { name: 'Log' }));
      const log = hooks.getByRole('list', { name: 'Log' });
      await expect(log.getByText('Arrived')).toBeVisible();
      await press(log.getByRole('button', { name: 'Send again' }));
      await expect.poll(() => receiver.received.length).toBe(2);
      await press(hooks.getByRole('button', { name: 'New secret' }));
      await expect(page.getByText('There is a new secret')).toBeVisible();
      await expect(hooks.getByText('The secret before signs too until')).toBeVisible();
      const fresh = await hooks.locator('code').innerText();
      expect(fresh).not.toBe(secret);
      await press(log.getByRole('button', { name: 'Send again' }).first());
      await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(3);
      const { body, headers } = receiver.received[2] ?? { body: '', headers: {} };
      for (const valid of [secret, fresh])
        expect(new Webhook(valid).verify(body, headers)).toMatchObject({ type: 'webhook.test' });
      await look('webhook');
      expect(await beside(page)).toBe(0);

      await press(hooks.getByRole('button', { name: 'Switch off' }));
      await expect(hooks.getByText('Switched off')).toBeVisible();
      // As after an outage: what was given up is sent once it is on again.
      await withDatabase((database) =>
        database.query(
          `insert into webhook_delivery (id, webhook_id, subject_id, event, data, number, status)
           select gen_random_uuid(), id, $1::uuid, 'member.changed', jsonb_build_object('subjectId', $1::uuid), 100, 'FAILED'
           from webhook where url = $2`,
          [book, receiver.url],
        ),
      );
      await page.reload();
      await expect(hooks.getByText('One event did not arrive. After you switch it on')).toBeVisible();
      await press(hooks.getByRole('button', { name: 'Switch on' }));
      await press(hooks.getByRole('button', { name: 'Send what was missed' }));
      await expect(page.getByText('What was missed is being sent')).toBeVisible();
      await expect(hooks.getByText('did not arrive')).toHaveCount(0);
      await expect
        .poll(() => receiver.received.at(-1)?.body, { timeout: 30_000 })
        .toContain('member.changed');
      await press(hooks.getByRole('button', { name: 'Switch off' }));
      await expect(hooks.getByText('Switched off')).toBeVisible();
      await page.reload();
      await expect(hooks.getByText('Switched off')).toBeVisible();
      await expect(page.getByText(secret)).toHaveCount(0);
      await press(hooks.getByRole('button', { name: /^Delete/ }));
      await press(page.getByRole('button', { name: 'Delete it' }));
      await expect(hooks.getByText('No program is told anything')).toBeVisible();
      await expect(make).toBeFocused();
      await receiver.close();
    });

    await test.step('see who reads the book', async () => {
      const readers = page.getByRole('region', { name: 'Who reads what you own' });
      await expect(readers).toContainText('Your book');
      await press(readers.getByRole('link', { name: 'Change' }));
      await expect(page).toHaveURL(`/dashboard/${book}/family-friends/`);
      await expect(page.getByRole('main')).toBeFocused();
    });
    expect(wrong).toEqual([]);
  });
}

/** The number of books that a key gives access to, or the HTTP status of a refusal. */
async function booksOf(key: string): Promise<number> {
  const response = await fetch(`${serverUrl()}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: '{ subjects { totalCount } }' }),
  });
  if (response.status !== 200) return response.status;
  return ((await response.json()) as { data: { subjects: { totalCount: number } } }).data.subjects.totalCount;
}
