import { violations } from '../support/browser/axe.ts';
import { hands } from '../support/browser/hands.ts';
import { held } from '../support/browser/held.ts';
import { expect, test } from '../support/browser/test.ts';
import { done, outbox } from '../support/browser/visitor.ts';
import { textIn, textsIn } from '../support/letters.ts';

let phones = 1_000 + ((Date.now() + process.pid) % 8_000);

/** An unused phone number, and the same number as a user types it. */
function aPhone() {
  const line = String(phones++);
  return { phone: `+1401555${line}`, typed: `(401) 555-${line}` };
}

async function newestCodeTo(phone: string, known: number): Promise<string> {
  const { text } = await textIn(outbox(), phone, { known });
  return /^\d{6}/.exec(text)?.[0] ?? '';
}

/**
 * During the day a newly entered phone also gets a text that asks for consent, so the code is searched among all texts.
 */
async function codeAmongTexts(phone: string): Promise<string> {
  const codes = async () =>
    (await textsIn(outbox(), phone)).flatMap(({ text }) => /^\d{6}/.exec(text)?.[0] ?? []);
  await expect.poll(codes, { timeout: 30_000 }).toHaveLength(1);
  return (await codes())[0] ?? '';
}

for (const { how, viewport, press, tick, type } of hands) {
  test(`A user adds a phone, signs in with it, changes it and removes it, ${how}`, { tag: '@rare' }, async ({
    people,
  }) => {
    const { phone, typed } = aPhone();
    const petra = await people.join('Petra Moor');
    const page = await people.open(petra, { viewport });
    await page.goto('/settings/');
    await press(page.getByRole('button', { name: 'Add a phone' }));
    await expect(page.getByLabel('Mobile number')).toBeFocused();
    await press(page.getByRole('button', { name: 'Send me a code' }));
    await expect(page.getByText('Enter it')).toBeVisible();
    await expect(page.getByLabel('Mobile number')).toBeFocused();
    // A user who has left the step is not brought back when the response arrives.
    const sentMayCome = await held(page, '**/api/auth/phone-number/change');
    await type(page.getByLabel('Mobile number'), aPhone().typed);
    await page.keyboard.press('Enter');
    await press(page.getByRole('button', { name: 'Leave it' }));
    await press(page.getByRole('button', { name: 'Add a phone' }));
    const sent = page.waitForResponse('**/api/auth/phone-number/change');
    sentMayCome();
    await sent;
    await type(page.getByLabel('Mobile number'), typed);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Six digits')).toBeFocused();
    await page.keyboard.type(await newestCodeTo(phone, 0));
    await press(page.getByRole('button', { name: 'Confirm' }));
    await expect(page.getByText(typed)).toBeVisible();
    await expect(page.getByText('You can sign in with a code.')).toBeVisible();

    await test.step('sign in with the phone', async () => {
      const other = await people.open(null, { viewport });
      await other.goto('/settings/permissions');
      await press(other.getByRole('link', { name: 'Phone', exact: true }));
      await type(other.getByLabel('Mobile number'), aPhone().typed);
      await press(other.getByRole('button', { name: 'Send me a code' }));
      await expect(other.getByLabel('Six digits')).toBeFocused();
      await press(other.getByRole('button', { name: 'Change number' }));
      await expect(other.getByLabel('Mobile number')).toBeFocused();
      await type(other.getByLabel('Mobile number'), typed);
      await press(other.getByRole('button', { name: 'Send me a code' }));
      await expect(other.getByLabel('Six digits')).toBeFocused();
      const code = await newestCodeTo(phone, 1);
      await other.keyboard.type(code === '000000' ? '111111' : '000000');
      await press(other.getByRole('button', { name: 'Sign in' }));
      await expect(other.getByText('This is not the code')).toBeVisible();
      await type(other.getByLabel('Six digits'), code);
      await press(other.getByRole('button', { name: 'Sign in' }));
      await expect(other).toHaveURL(/\/settings\/permissions$/);
      await expect(other.getByRole('main')).toBeFocused();
    });

    await test.step('change the phone and remove it', async () => {
      const next = aPhone();
      await press(page.getByRole('button', { name: 'Change the phone' }));
      await type(page.getByLabel('Mobile number'), next.typed);
      await press(page.getByRole('button', { name: 'Send me a code' }));
      await expect(page.getByLabel('Six digits')).toBeFocused();
      await page.keyboard.type(await newestCodeTo(next.phone, 0));
      await press(page.getByRole('button', { name: 'Confirm' }));
      await expect(page.getByRole('button', { name: 'Change the phone' })).toBeFocused();
      await page.reload();
      await expect(page.getByText(next.typed)).toBeVisible();
      await press(page.getByRole('button', { name: 'Remove the phone' }));
      await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
      expect(await violations(page, `taking the phone off, ${how}`)).toEqual([]);
      await press(page.getByRole('button', { name: 'Remove the phone' }));
      await expect(page.getByRole('button', { name: 'Add a phone' })).toBeFocused();
      await page.reload();
      await expect(page.getByRole('button', { name: 'Add a phone' })).toBeVisible();
      await expect(page.getByText(next.typed)).toHaveCount(0);
    });

    // The book is about herself, but its phone has yet to confirm that it is hers.
    await test.step('confirm by phone that a book is hers', async () => {
      const line = aPhone().phone;
      const input = { fullName: 'Petra Moor', preferredName: 'Petra', phone: line };
      const { id } = done(await petra.gql('CreateSubject', { input }));
      await page.goto(`/dashboard/${id}/settings/`);
      await press(page.getByRole('button', { name: 'I am Petra' }));
      await expect(page.getByLabel('Six digits')).toBeFocused();
      expect(await violations(page, `the code of a book, ${how}`)).toEqual([]);
      await page.keyboard.type(await codeAmongTexts(line));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Settings of your book' })).toBeVisible();
      await expect(page.getByText('Are you Petra?')).toBeHidden();
    });
  });

  test(`A person without an account consents to texts, ${how}`, async ({ people }) => {
    const { phone, typed } = aPhone();
    const page = await people.open(null, { viewport });
    await page.goto('/sms-opt-in/');
    await press(page.getByRole('button', { name: 'Send me a code' }));
    await expect(page.getByText('Tick the box if you agree')).toBeVisible();
    await expect(page.getByLabel('Mobile number')).toBeFocused();
    expect(await violations(page, `refused, ${how}`)).toEqual([]);
    await type(page.getByLabel('Mobile number'), typed);
    await press(page.getByRole('button', { name: 'Send me a code' }));
    const box = page.getByRole('checkbox');
    await expect(box).toBeFocused();
    await expect(box).not.toBeChecked();
    await tick(box);
    await press(page.getByRole('button', { name: 'Send me a code' }));
    await expect(page.getByLabel('Six digits')).toBeFocused();
    expect(await violations(page, `the code, ${how}`)).toEqual([]);
    await page.keyboard.type(await newestCodeTo(phone, 0));
    await press(page.getByRole('button', { name: 'Agree to text messages' }));
    await expect(page.getByText('You agreed to text messages')).toBeVisible();
    await expect(page.locator('*:focus')).not.toHaveCount(0);
    await expect.poll(async () => (await textsIn(outbox(), phone)).at(-1)?.text).toContain('you agreed');
  });
}

test('Somebody who agrees to texts in Spanish is told in Spanish what is wrong', { tag: '@rare' }, async ({
  people,
}) => {
  const { phone, typed } = aPhone();
  const page = await people.open(null);
  await page.goto('/sms-opt-in/');
  await page.getByRole('button', { name: 'Español' }).click();
  const number = page.getByLabel('Número de celular o móvil');
  await number.fill('12');
  await page.getByRole('checkbox').check();
  const send = page.getByRole('button', { name: 'Envíenme un código' });
  await send.click();
  await expect(page.getByText('Este no es un número de teléfono.')).toBeVisible();
  await number.fill(typed);
  await send.click();

  await expect(page.getByLabel('Seis números')).toBeFocused();
  const code = await newestCodeTo(phone, 0);
  await page.keyboard.type(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await page.getByRole('button', { name: 'Aceptar los mensajes de texto' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^Este código no es correcto/);
});
