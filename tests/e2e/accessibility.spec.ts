import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, type People, test } from '../support/browser/test.ts';
import { serverUrl, type Visitor } from '../support/browser/visitor.ts';
import { watched } from '../support/browser/watched.ts';

test.describe.configure({ mode: 'parallel' });

const open = [
  ...['/', '/about', '/tos', '/privacy', '/sms-opt-in/', '/sign-in', '/sign-up', '/verify-email'],
  ...['/forgot-password', '/reset-password?token=none', '/invite/none/', '/sign-out', '/nowhere'],
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
  'settings/',
];
const ofTheWriter = [
  ...['', 'messages/', 'users/', 'subjects/', 'prompts/', 'playground/', 'models/', 'agent-prompts/'],
  'agent-prompts/new',
];

test('Signed out: every page can be used by everybody', async ({ people }) => {
  await seeAll(people, null, open);
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
  await seeAll(people, marisol, [...ofABook.map((part) => book + part), card]);
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

/** Where the demo's book is, a conversation that was written, the one that is on, and a story. */
async function placesOf(visitor: Visitor) {
  const { subjects } = await visitor.gql('MySubjects', { first: 1 });
  const id: string = subjects.edges[0].node.id;
  const book = `/dashboard/${id}/`;
  const { subject } = await visitor.gql(
    `query ($id: ID!) { subject(id: $id) {
      liveConversation { id }
      conversations(first: 25) { edges { node { id status } } }
      cards(first: 1) { edges { node { id } } }
    } }`,
    { id },
  );
  const calls: { node: { id: string; status: string } }[] = subject.conversations.edges;
  const told = calls.find(({ node }) => node.status === 'COMPLETED')?.node.id;
  return {
    id,
    book,
    told: `${book}call-log/${told}/`,
    live: `${book}call-log/${subject.liveConversation.id}/`,
    card: `${book}biography/?cardId=${subject.cards.edges[0].node.id}`,
  };
}

/** Opens one page after the other, and gathers whatever is wrong with any of them. */
async function seeAll(people: People, visitor: Visitor | null, addresses: string[]): Promise<void> {
  test.setTimeout(180_000);
  const page = await people.open(visitor, { reducedMotion: 'reduce', colorScheme: 'light' });
  const wrong = await watched(page);
  for (const address of addresses) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(address);
    await settled(page);
    wrong.push(...(await violations(page, 'wide, light')));
    await page.emulateMedia({ colorScheme: 'dark' });
    wrong.push(...(await violations(page, 'wide, dark', ['color-contrast'])));
    await page.setViewportSize({ width: 390, height: 844 });
    wrong.push(...(await violations(page, 'narrow, dark')));
    await page.emulateMedia({ colorScheme: 'light' });
    wrong.push(...(await violations(page, 'narrow, light', ['color-contrast'])));
    await page.setViewportSize({ width: 360, height: 780 });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) wrong.push(`${address}: ${beyond} px too wide at 360`);
  }
  // An address where nothing is answers 404, and the browser says so.
  expect(wrong.filter((each) => !each.includes(`404 (Not Found) ${serverUrl()}/nowhere`))).toEqual([]);
}

/** The page has what it came for. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

async function violations(page: Page, how: string, rules?: string[]): Promise<string[]> {
  // No page of ours has frames: what is found need not be gathered in a page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, any }) =>
        `${new URL(page.url()).pathname} (${how}): ${id}, ${help}: ${target.join(' ')} ${any[0]?.message ?? ''}`,
    ),
  );
}
