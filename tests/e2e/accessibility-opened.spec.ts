import type { Page } from '@playwright/test';
import { beside, placesOf, settled, violations } from '../support/browser/axe.ts';
import { byVoice } from '../support/browser/hands.ts';
import { expect, type People, test } from '../support/browser/test.ts';
import { anOwnBook, begun, say } from '../support/browser/told.ts';
import type { Visitor } from '../support/browser/visitor.ts';
import { watched } from '../support/browser/watched.ts';

test.describe.configure({ mode: 'parallel' });

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/** Something that opens on a page: the button, and a way to see that it is open. */
type Opening = {
  at: string;
  by: string | RegExp;
  shows: (page: Page) => ReturnType<Page['getByRole']>;
  /** A second button, pressed after the first has opened something. */
  andThen?: string;
  size?: typeof wide;
};

const aDialog = (page: Page) => page.getByRole('dialog');
const aQuestion = (page: Page) => page.getByRole('alertdialog');
const aMenu = (page: Page) => page.getByRole('menu');

test('Everything that opens in the book is accessible', async ({ people }) => {
  const teresa = await people.demo('Teresa', 'teresa.rourke@example.com');
  const { book, told, live, card } = await placesOf(teresa);
  await openAll(people, teresa, [
    { at: book, by: 'Alma’s book', shows: aMenu },
    { at: book, by: /your account$/, shows: aMenu },
    { at: book, by: /^Ask /, shows: aDialog },
    { at: card, by: 'Chapters', shows: aDialog, size: narrow },
    { at: card, by: 'Text size', shows: aDialog },
    { at: `${book}call-log/`, by: 'Begin a conversation', shows: aDialog },
    { at: told, by: /^Change these words/, shows: aMenu },
    { at: `${book}family-friends/`, by: 'Invite someone', shows: aDialog },
    { at: `${book}family-friends/`, by: 'Change Paul Rourke', shows: aMenu },
    { at: `${book}family-friends/`, by: 'Change Paul Rourke', andThen: 'Remove', shows: aQuestion },
    { at: `${book}settings/`, by: 'Delete this book', shows: aQuestion },
    { at: '/settings/', by: 'Change the password', shows: aDialog },
    { at: '/settings/', by: 'Delete my account', shows: aDialog },
  ]);
  // Only the person who tells can end the conversation.
  const alma = await people.demo('Alma', 'alma.rourke@example.com');
  await openAll(people, alma, [{ at: live, by: 'End conversation', shows: aQuestion }]);
});

test('Everything that opens at the writer’s desk is accessible', async ({ people }) => {
  const teller = await people.join('Xenia Birk');
  const subjectId = await anOwnBook(teller);
  const conversationId = await begun(teller, subjectId);
  await say(teller, conversationId, 'My brother Anselm never went to sea. Please keep that between us.');
  const nora = await people.demo('Nora', 'nora.quist@example.com');
  const messages = `/writer/messages/?subjectId=${subjectId}`;
  await openAll(people, nora, [
    { at: messages, by: 'Reveal, with a reason', shows: aDialog },
    { at: messages, by: 'Subject', shows: (page) => page.getByRole('listbox') },
    { at: '/writer/users/?search=rourke', by: 'Paul Rourke', shows: aDialog },
    { at: messages, by: 'Saved filters', andThen: 'Save this filter', shows: aDialog },
    { at: '/writer/models/', by: 'New model', shows: aDialog },
    { at: '/writer/prompts/', by: 'New question', shows: aDialog },
    { at: '/writer/playground/', by: 'Subject', shows: (page) => page.getByRole('listbox') },
  ]);
});

/** Opens everything in turn and collects all violations. */
async function openAll(people: People, visitor: Visitor, openings: Opening[]): Promise<void> {
  const page = await people.open(visitor, { reducedMotion: 'reduce', colorScheme: 'light' });
  const wrong = await watched(page);
  for (const { at, by, andThen, shows, size = wide } of openings) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(at);
    await settled(page);
    const button = page.getByRole('button', { name: by }).or(page.getByRole('combobox', { name: by }));
    await byVoice(button.first());
    if (andThen) await byVoice(page.getByRole('menuitem', { name: andThen }));
    await expect(shows(page)).toBeVisible();
    const what = `${andThen ?? by} opened`;
    wrong.push(...(await violations(page, `${what}, light`)));
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize(narrow);
    wrong.push(...(await violations(page, `${what}, narrow, dark`, ['color-contrast'])));
    if ((await beside(page)) > 0) wrong.push(`${at}: ${what}, it is wider than the window`);
    // Escape closes it and returns the focus.
    await page.setViewportSize(size);
    await page.keyboard.press('Escape');
    await expect(shows(page)).toBeHidden();
  }
  expect(wrong).toEqual([]);
}
