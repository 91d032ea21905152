import { beside, placesOf, settled, violations } from '../support/browser/axe.ts';
import { byVoice } from '../support/browser/hands.ts';
import { expect, type People, test } from '../support/browser/test.ts';
import { serverUrl, type Visitor } from '../support/browser/visitor.ts';
import { watched } from '../support/browser/watched.ts';

test.describe.configure({ mode: 'parallel' });

const open = [
  ...[
    '/',
    '/about',
    '/tos',
    '/privacy',
    '/sms-opt-in/',
    '/sign-in',
    '/sign-in/phone',
    '/sign-up',
    '/verify-email',
  ],
  ...['/forgot-password', '/reset-password?token=none', '/invite/none/', '/sign-out', '/nowhere'],
  ...['/undo-email-change?token=none', '/restore/none'],
];
const ofAPerson = ['/how-it-works', '/onboarding/?new', '/settings/', '/settings/permissions', '/invite/'];
const ofANewcomer = ['/onboarding/', '/dashboard/tell-my-own-story/'];
const ofABook = [
  '',
  'biography/',
  'call-log/',
  'family-friends/',
  'gift-another-loved-one/',
  'keepsakes/',
  'phone-card/',
  'questions/',
  'settings/',
];
const ofTheWriter = [
  ...['', 'messages/', 'users/', 'subjects/', 'prompts/', 'playground/', 'models/', 'agent-prompts/'],
  'agent-prompts/new',
];

test('Signed out: every page can be used by everybody, and by voice before its script is there', async ({
  people,
}) => {
  await seeAll(people, null, open);

  const page = await people.open(null);
  // Nothing but what somebody does has the script fetched.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.goto('/');
  await byVoice(page.getByRole('button', { name: 'Hear a sample page' }));
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await byVoice(page.getByRole('link', { name: 'Sign in' }));
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.goto('/about');
  await byVoice(page.getByRole('link', { name: 'Start a book' }));
  await expect(page.getByRole('heading', { name: 'Make an account' })).toBeVisible();
});

test('Newly here: every page can be used by everybody', async ({ people }) => {
  await seeAll(people, await people.join('Ada Newby'), ofANewcomer);
});

test('In the family: every page of the book can be used by everybody', async ({ people }) => {
  const teresa = await people.demo('Teresa', 'teresa.rourke@example.com');
  const { book, told, live, card } = await placesOf(teresa);
  await seeAll(people, teresa, ['/dashboard/', ...ofABook.map((part) => book + part), told, live, card]);
});

test('About oneself: every page can be used by everybody', async ({ people }) => {
  const alma = await people.demo('Alma', 'alma.rourke@example.com');
  const { told } = await placesOf(alma);
  await seeAll(people, alma, [...ofAPerson, told]);
});

test('As a viewer: every page of the book can be used by everybody', async ({ people }) => {
  const teresa = await people.demo('Teresa', 'teresa.rourke@example.com');
  const marisol = await people.demo('Marisol', 'marisol.pires@example.com');
  const { book, card } = await placesOf(teresa);
  // The other pages are the same as in the family.
  const differing = ['', 'biography/', 'family-friends/', 'keepsakes/', 'questions/'];
  await seeAll(people, marisol, [...differing.map((part) => book + part), card]);
});

test('At the writer’s desk: every page can be used by everybody', async ({ people }) => {
  const nora = await people.demo('Nora', 'nora.quist@example.com');
  const teresa = await people.demo('Teresa', 'teresa.rourke@example.com');
  const { id } = await placesOf(teresa);
  const ofOne = [`subjects/${id}/`, `subjects/${id}/reconcile/`];
  await seeAll(
    people,
    nora,
    [...ofTheWriter, ...ofOne].map((part) => `/writer/${part}`),
  );
});

/** Whether each page is looked at in both schemes; else one page in the one, and the next in the other. */
const everyLook = process.env.EVERY_LOOK === 'yes';

/** Opens one page after the other, and gathers whatever is wrong with any of them. */
async function seeAll(people: People, visitor: Visitor | null, addresses: string[]): Promise<void> {
  const page = await people.open(visitor, { reducedMotion: 'reduce', colorScheme: 'light' });
  const wrong = await watched(page);
  for (const [at, address] of addresses.entries()) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(address);
    await settled(page);
    if (everyLook || at % 2 === 0) wrong.push(...(await violations(page, 'wide, light')));
    // The colours don't depend on the width: each scheme is looked at once.
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    if (everyLook || at % 2 === 1) wrong.push(...(await violations(page, 'narrow, dark')));
    await page.setViewportSize({ width: 360, height: 780 });
    const beyond = await beside(page);
    if (beyond > 0) wrong.push(`${address}: ${beyond} px too wide at 360`);
    if (address.startsWith('/writer/')) continue;
    // As somebody sees it whose phone shows text twice as large.
    await page.setViewportSize({ width: 390, height: 844 });
    const larger = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      return document.documentElement.scrollWidth - innerWidth;
    });
    if (larger > 0) wrong.push(`${address}: ${larger} px too wide with text twice as large`);
  }
  // An address where nothing is answers 404, and the browser says so.
  expect(wrong.filter((each) => !each.includes(`404 (Not Found) ${serverUrl()}/nowhere`))).toEqual([]);
}
