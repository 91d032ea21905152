import { beside, placesOf, settled, violations } from '../support/browser/axe.ts';
import { byVoice, everyLook } from '../support/browser/hands.ts';
import { expect, type People, test } from '../support/browser/test.ts';
import { serverUrl, type Visitor } from '../support/browser/visitor.ts';
import { watched } from '../support/browser/watched.ts';

test.describe.configure({ mode: 'parallel' });

const ofVisitors = ['/', '/about', '/tos', '/privacy', '/sms-opt-in/'];
const ofDevelopers = ['/developers/', '/developers/reference/'];
const ofTheDoor = [
  ...['/sign-in', '/sign-in/phone', '/sign-up', '/verify-email', '/forgot-password'],
  ...[
    '/reset-password?token=none',
    '/invite/none/',
    '/sign-out',
    '/nowhere',
    '/undo-email-change?token=none',
  ],
  ...['/restore/none', '/listen/none', '/unsubscribe/01990000-0000-7000-8000-000000000000/stories/none'],
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
  'places/',
  'questions/',
  'settings/',
];
const ofTheWriter = [
  ...['', 'messages/', 'users/', 'subjects/', 'prompts/', 'playground/', 'models/', 'agent-prompts/'],
  ...['agent-prompts/new', 'playground/sets/', 'conversations/', 'models/calls/', 'stories/', 'audit/'],
];

test('Every page for visitors is accessible', async ({ people }) => {
  await seeAll(people, null, ofVisitors);
});

test('Every page for developers is accessible', { tag: '@rare' }, async ({ people }) => {
  await seeAll(people, null, ofDevelopers);
});

test('Every page for signing in, or for somebody with a link, is accessible', { tag: '@rare' }, async ({
  people,
}) => {
  await seeAll(people, null, ofTheDoor);
});

test('The pages for visitors are used by voice before their script has loaded', async ({ people }) => {
  const page = await people.open(null);
  // Only the user's action may load the script.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.goto('/');
  // "Read" once the script has loaded, in a browser without voices.
  await byVoice(page.getByRole('button', { name: /^(Hear|Read) a sample page/ }));
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await byVoice(page.getByRole('link', { name: 'Sign in' }));
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.goto('/about');
  await byVoice(page.getByRole('link', { name: 'Start a book' }));
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
});

test('Every page for a new user is accessible', { tag: '@rare' }, async ({ people }) => {
  await seeAll(people, await people.join('Ada Newby'), ofANewcomer);
});

test('Every page of the book is accessible for the family', async ({ people }) => {
  const teresa = await people.demo('Teresa', 'teresa.rourke@example.com');
  const { book, told, live, card, person } = await placesOf(teresa);
  const ofOne = [told, live, card, person];
  await seeAll(people, teresa, ['/dashboard/', ...ofABook.map((part) => book + part), ...ofOne]);
});

test('Every page is accessible for the subject of the book', { tag: '@rare' }, async ({ people }) => {
  const alma = await people.demo('Alma', 'alma.rourke@example.com');
  const { told } = await placesOf(alma);
  await seeAll(people, alma, [...ofAPerson, told]);
});

test('Every page of the book is accessible for a viewer', { tag: '@rare' }, async ({ people }) => {
  const teresa = await people.demo('Teresa', 'teresa.rourke@example.com');
  const marisol = await people.demo('Marisol', 'marisol.pires@example.com');
  const { book, card } = await placesOf(teresa);
  // The other pages are the same for all members.
  const differing = ['', 'biography/', 'family-friends/', 'keepsakes/', 'questions/'];
  await seeAll(people, marisol, [...differing.map((part) => book + part), card]);
});

test('Every page of the writer’s desk is accessible', { tag: '@rare' }, async ({ people }) => {
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

/** Opens the pages in turn, alternately in light and dark or in both, and collects all violations. */
async function seeAll(people: People, visitor: Visitor | null, addresses: string[]): Promise<void> {
  const page = await people.open(visitor, { reducedMotion: 'reduce', colorScheme: 'light' });
  const wrong = await watched(page);
  for (const [at, address] of addresses.entries()) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(address);
    await settled(page);
    if (everyLook || at % 2 === 0) wrong.push(...(await violations(page, 'wide, light')));
    // Colours don't depend on the width, so each scheme is checked at one width.
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    if (everyLook || at % 2 === 1) wrong.push(...(await violations(page, 'narrow, dark')));
    await page.setViewportSize({ width: 360, height: 780 });
    const beyond = await beside(page);
    if (beyond > 0) wrong.push(`${address}: ${beyond} px too wide at 360`);
    if (address.startsWith('/writer/')) continue;
    // The page on a phone whose text is set to 200 %.
    await page.setViewportSize({ width: 390, height: 844 });
    const larger = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      return document.documentElement.scrollWidth - innerWidth;
    });
    if (larger > 0) wrong.push(`${address}: ${larger} px too wide with text twice as large`);
  }
  // The browser logs a 404 for the address and for the printed code that don't exist.
  const missing = ['/nowhere', '/listen/none/story'].map((path) => `404 (Not Found) ${serverUrl()}${path}`);
  expect(wrong.filter((each) => !missing.some((known) => each.includes(known)))).toEqual([]);
}
