import { expect, type Page } from '@playwright/test';
import type { People } from './test.ts';
import { done, type Visitor } from './visitor.ts';

/** Stories that an invented person tells, each long enough for a card. */
export const tellings = [
  `I grew up over a cooperage in Harrow Lane, in the town of Penhallow. My father made barrels there with his
   brother Edmund, and the whole house smelled of oak and of the fire they bent the staves over. In the autumn of
   1951 the river came up to the third stair and the barrels floated out of the door one after the other.`,
  `We went after the barrels in a borrowed boat, my brother Silas and I, all the way down to the mill. We brought
   back eleven of them. The miller kept the twelfth for his trouble, and he used it as a rain barrel for thirty
   years, and every time I passed I said good morning to it.`,
  `My mother Rosalind kept the accounts in green ink because the black was for bad news. When the bank wrote to her
   in 1958 she answered in green, two pages, and they gave us another year. I still have that letter in the drawer
   with the good spoons, and the ink has hardly faded.`,
].map((telling) => telling.replace(/\s+/g, ' '));

/** A book about the visitor, with all consents that need no phone; returns its id. */
export async function anOwnBook(visitor: Visitor, input: object = {}): Promise<string> {
  const made = done(
    await visitor.gql('CreateSubject', { input: { fullName: visitor.name, isSelf: true, ...input } }),
  );
  const { consentWordings } = await visitor.gql('ConsentWordings');
  const grants = (consentWordings as { kind: string; version: string }[])
    .filter(({ kind }) => kind === 'AI_WRITING' || kind === 'SHARING')
    .map(({ kind, version }) => ({ kind, wordingVersion: version }));
  done(await visitor.gql('GiveConsent', { input: { subjectId: made.id, grants } }));
  return made.id;
}

type Role = 'EDITOR' | 'VIEWER';

/** A visitor with a book about themself, and a page of theirs. */
export async function aTeller(
  people: People,
  name: string,
): Promise<{ teller: Visitor; subjectId: string; page: Page }> {
  const teller = await people.join(name);
  const subjectId = await anOwnBook(teller);
  return { teller, subjectId, page: await people.open(teller) };
}

/** Gives a guest access to a book by an invitation. */
export async function letIn(owner: Visitor, subjectId: string, guest: Visitor, role: Role) {
  const { url } = done(await owner.gql('Invite', { input: { subjectId, role } }));
  const token = new URL(url).pathname.split('/').filter(Boolean).at(-1);
  done(await guest.gql('AcceptInvitation', { token }));
}

/** Hana's book about herself, with two other members. */
export async function aBookOfThree(people: People, roles: { ines: Role; otto: Role }) {
  const [hana, ines, otto] = [
    await people.join('Hana Vale'),
    await people.join('Ines Vale'),
    await people.join('Otto Vale'),
  ];
  const subjectId = await anOwnBook(hana, { preferredName: 'Hana' });
  await letIn(hana, subjectId, ines, roles.ines);
  await letIn(hana, subjectId, otto, roles.otto);
  return { hana, ines, otto, subjectId };
}

/** Writes a story and publishes it; returns its id. */
export async function aPublishedStory(author: Visitor, input: object): Promise<string> {
  const { id } = done(await author.gql('SaveCard', { input: { body: 'We rowed until dark.', ...input } }));
  done(await author.gql('SetCardStatus', { id, status: 'PUBLISHED' }));
  return id;
}

/** Begins a browser conversation through the API; returns its id. */
export async function begun(visitor: Visitor, subjectId: string): Promise<string> {
  return done(await visitor.gql('BeginConversation', { input: { subjectId, channel: 'WEB' } })).id;
}

let said = 0;

/** Sends a message and waits for the response; returns all messages so far. */
export async function say(visitor: Visitor, conversationId: string, text: string): Promise<Turn[]> {
  const clientMessageId = `said-${process.pid}-${said++}`;
  const { id } = done(await visitor.gql('Say', { input: { conversationId, text, clientMessageId } }));
  let turns: Turn[] = [];
  await expect(async () => {
    turns = await turnsOf(visitor, conversationId);
    expect(turns.findIndex((turn) => turn.id === id)).toBeLessThan(turns.length - 1);
  }).toPass({ intervals: [50], timeout: 15_000 });
  return turns;
}

export type Turn = { id: string; role: 'user' | 'assistant'; text: string | null; private: boolean };

/** All messages so far, as a visitor reads them. */
export async function turnsOf(visitor: Visitor, conversationId: string): Promise<Turn[]> {
  const { conversation } = await visitor.gql('Transcript', { id: conversationId, first: 100 });
  return conversation.messages.edges.map(({ node }: { node: Turn }) => node);
}

/** Ends a conversation, waits until its stories are written, and returns them. */
export async function written(
  visitor: Visitor,
  conversationId: string,
): Promise<{ id: string; title: string }[]> {
  done(await visitor.gql('EndConversation', { id: conversationId }));
  let cards: { id: string; title: string }[] = [];
  await expect(async () => {
    const { conversation } = await visitor.gql('Transcript', { id: conversationId, first: 1 });
    expect(conversation.writing).toBe('WRITTEN');
    cards = conversation.cards;
  }).toPass({ intervals: [100], timeout: 30_000 });
  return cards;
}

/** The question that the page shows now, after the question `before`. */
export async function questionAfter(page: Page, before: string | null): Promise<string> {
  await expect(page.getByRole('button', { name: 'Stop for today' })).toBeVisible();
  const heading = page.getByRole('heading', { level: 1 });
  if (before !== null) await expect(heading).not.toHaveText(before);
  await expect(heading).not.toHaveText('…');
  // Waits until the question is complete: while it is being streamed it is not among the messages.
  await expect(page.getByRole('button', { name: 'Ask me something else' })).toBeVisible();
  return (await heading.textContent()) ?? '';
}

/** Types and sends an answer on the page where users tell their own story. */
export async function answer(page: Page, text: string): Promise<void> {
  await typing(page);
  await page.getByRole('textbox').fill(text);
  await page.getByRole('button', { name: 'Send answer' }).click();
}

/** Switches to typing if the browser offers dictation. */
export async function typing(page: Page): Promise<void> {
  const instead = page.getByRole('button', { name: 'Type instead' });
  await expect(instead.or(page.getByRole('textbox'))).toBeVisible();
  if (await instead.isVisible()) await instead.click();
}
