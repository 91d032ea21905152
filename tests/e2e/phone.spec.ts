import { violations } from '../support/browser/axe.ts';
import { expect, test } from '../support/browser/test.ts';
import { done, outbox } from '../support/browser/visitor.ts';
import { textIn, textsIn } from '../support/letters.ts';

const narrow = { viewport: { width: 390, height: 844 } };

/** A phone that nobody has, and the same as somebody types it. */
function aPhone() {
  const line = String(1_000 + ((Date.now() + process.pid) % 9_000));
  return { phone: `+1401555${line}`, typed: `(401) 555-${line}` };
}

async function newestCodeTo(phone: string, known: number): Promise<string> {
  const { text } = await textIn(outbox(), phone, { known });
  return /^\d{6}/.exec(text)?.[0] ?? '';
}

/** By day a phone that somebody entered is also asked for its yes. */
async function codeAmongTexts(phone: string): Promise<string> {
  const codes = async () =>
    (await textsIn(outbox(), phone)).flatMap(({ text }) => /^\d{6}/.exec(text)?.[0] ?? []);
  await expect.poll(codes, { timeout: 30_000 }).toHaveLength(1);
  return (await codes())[0] ?? '';
}

test('Somebody adds their phone and signs in with it, by keyboard on a phone’s screen', async ({
  people,
}) => {
  const { phone, typed } = aPhone();
  const petra = await people.join('Petra Moor');
  const page = await people.open(petra, narrow);
  await page.goto('/settings/');
  await page.getByRole('button', { name: 'Add a phone' }).press('Enter');
  await expect(page.getByLabel('Mobile number')).toBeFocused();
  await page.getByLabel('Mobile number').fill(typed);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Six digits')).toBeFocused();
  await page.keyboard.type(await newestCodeTo(phone, 0));
  await page.keyboard.press('Enter');
  await expect(page.getByText(typed)).toBeVisible();
  await expect(page.getByText('You can sign in with a code.')).toBeVisible();

  const other = await people.open(null, narrow);
  await other.goto('/settings/permissions');
  await other.getByRole('link', { name: 'Phone', exact: true }).press('Enter');
  await other.getByLabel('Mobile number').fill(typed);
  await other.keyboard.press('Enter');
  await expect(other.getByLabel('Six digits')).toBeFocused();
  const code = await newestCodeTo(phone, 1);
  await other.keyboard.type(code === '000000' ? '111111' : '000000');
  await other.keyboard.press('Enter');
  await expect(other.getByText('This is not the code')).toBeVisible();
  await other.getByLabel('Six digits').fill(code);
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL(/\/settings\/permissions$/);

  // A book about herself that somebody else might have begun: its phone has her say that it is hers.
  const line = `${phone.slice(0, -4)}${String((Number(phone.slice(-4)) + 1) % 10_000).padStart(4, '0')}`;
  const input = { fullName: 'Petra Moor', preferredName: 'Petra', phone: line };
  const { id } = done(await petra.gql('CreateSubject', { input }));
  await page.goto(`/dashboard/${id}/settings/`);
  await page.getByRole('button', { name: 'I am Petra' }).press('Enter');
  await expect(page.getByLabel('Six digits')).toBeFocused();
  expect(await violations(page, 'narrow, the code of a book')).toEqual([]);
  await page.keyboard.type(await codeAmongTexts(line));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Settings of your book' })).toBeVisible();
  await expect(page.getByText('Are you Petra?')).toBeHidden();
});

test('Somebody without an account agrees to texts, by keyboard on a phone’s screen', async ({ people }) => {
  const { phone, typed } = { phone: '+14015559901', typed: '(401) 555-9901' };
  const page = await people.open(null, narrow);
  await page.goto('/sms-opt-in/');
  await page.getByLabel('Mobile number').fill(typed);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Tick the box if you agree')).toBeVisible();
  expect(await violations(page, 'narrow, refused')).toEqual([]);
  const box = page.getByRole('checkbox');
  await expect(box).not.toBeChecked();
  await box.press('Space');
  await page.getByRole('button', { name: 'Send me a code' }).press('Enter');
  await expect(page.getByLabel('Six digits')).toBeFocused();
  expect(await violations(page, 'narrow, the code')).toEqual([]);
  await page.keyboard.type(await newestCodeTo(phone, 0));
  await page.keyboard.press('Enter');
  await expect(page.getByText('You agreed to text messages')).toBeVisible();
  await expect.poll(async () => (await textsIn(outbox(), phone)).at(-1)?.text).toContain('you agreed');
});
