import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { Visitor } from './visitor.ts';

/** Waits until a page has loaded its content. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/**
 * The accessibility violations of the page as it is now, each with its place; `how` says in which state it was
 * examined.
 */
export async function violations(page: Page, how: string, rules?: string[]): Promise<string[]> {
  // A notice that fades in or out has too little contrast for a moment.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')].every(
      (toast) =>
        toast.dataset.removed === 'false' &&
        (toast.dataset.visible === 'false' || getComputedStyle(toast).opacity === '1'),
    ),
  );
  // Legacy mode is enough, since our pages have no frames. Passed rules are not listed.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, any }) =>
        `${new URL(page.url()).pathname} (${how}): ${id}, ${help}: ${target.join(' ')} ${any[0]?.message ?? ''}`,
    ),
  );
}

/** The number of pixels by which the page is wider than the window. */
export function beside(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** The paths of the pages of the demo's book, for a visitor who may see all of them. */
export async function placesOf(visitor: Visitor) {
  const { subjects } = await visitor.gql('MySubjects', { first: 1 });
  const id: string = subjects.edges[0].node.id;
  const book = `/dashboard/${id}/`;
  const { subject } = await visitor.gql(
    `query ($id: ID!) { subject(id: $id) {
      liveConversation { id }
      conversations(first: 25) { edges { node { id status } } }
      cards(first: 25) { edges { node { id status } } }
      people(first: 1) { edges { node { id } } }
    } }`,
    { id },
  );
  const calls: { node: { id: string; status: string } }[] = subject.conversations.edges;
  const told = calls.find(({ node }) => node.status === 'COMPLETED')?.node.id;
  const stories: { node: { id: string; status: string } }[] = subject.cards.edges;
  const published = stories.find(({ node }) => node.status === 'PUBLISHED')?.node.id;
  return {
    id,
    book,
    told: `${book}call-log/${told}/`,
    live: `${book}call-log/${subject.liveConversation.id}/`,
    person: `${book}family-friends/${subject.people.edges[0].node.id}/`,
    card: `${book}biography/?cardId=${published}`,
  };
}
