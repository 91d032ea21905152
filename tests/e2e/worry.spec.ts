import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, begun, letIn, say } from '../support/browser/told.ts';
import { done, type Visitor } from '../support/browser/visitor.ts';

/** Makes a user an owner of the book, in addition to the subject. */
async function anOwner(of: Visitor, subjectId: string, owner: Visitor): Promise<void> {
  await letIn(of, subjectId, owner, 'EDITOR');
  const { subject } = await of.gql('FamilyFriends', { subjectId });
  const member = subject.members.find(({ user }: { user: { name: string } }) => user.name === owner.name);
  done(await of.gql('SetMemberRole', { id: member.id, role: 'OWNER' }));
}

test('An owner sees a wellbeing note until they say what was done; the subject does not see it', async ({
  people,
}) => {
  const [tove, lars] = await Promise.all([people.join('Tove Lind'), people.join('Lars Lind')]);
  const subjectId = await anOwnBook(tove);
  await anOwner(tove, subjectId, lars);
  await say(tove, await begun(tove, subjectId), 'I don’t want to live any more.');
  const band = (page: Page) => page.getByRole('region', { name: /^Please get in touch with / });

  const own = await people.open(tove);
  await own.goto(`/dashboard/${subjectId}/`);
  await expect(own.getByRole('heading', { level: 1 })).toContainText('Tove');
  await expect(band(own)).toHaveCount(0);

  const page = await people.open(lars);
  await page.goto(`/dashboard/${subjectId}/`);
  await expect(band(page)).toContainText('worries us. Please get in touch.');
  await expect(band(page)).not.toContainText('to live');
  await expect(band(page).getByRole('link', { name: 'Open the conversation' })).toBeVisible();
  await band(page).getByRole('button', { name: 'Mark as seen' }).click();
  await expect(band(page).getByText('Write what was done first')).toBeVisible();
  await band(page).getByLabel('What was done').fill('I called her, and she is all right.');
  await band(page).getByRole('button', { name: 'Mark as seen' }).click();
  await expect(band(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tove');
  await expect(band(page)).toHaveCount(0);
});

test('Deleted and private words say to the person who reads them, and to nobody else', async ({ people }) => {
  const [ylva, ove] = await Promise.all([people.join('Ylva Holm'), people.join('Ove Holm')]);
  const subjectId = await anOwnBook(ylva);
  await anOwner(ylva, subjectId, ove);
  const conversationId = await begun(ylva, subjectId);
  const secret = 'My uncle Bertram was sent to prison for burning down his own barn.';
  await say(ylva, conversationId, secret);
  await say(ylva, conversationId, 'Please delete that.');
  await say(ylva, conversationId, `Only Ove may hear this. I kept the letters that his father wrote to me.`);
  const address = `/dashboard/${subjectId}/call-log/${conversationId}/`;

  const page = await people.open(ylva);
  await page.goto(address);
  const turn = page.getByRole('article').filter({ hasText: 'prison' });
  await expect(turn).toContainText('Deleted. It will be erased for good on');
  const others = await people.open(ove);
  await others.goto(address);
  await expect(others.getByText('Ylva kept this private.').first()).toBeVisible();
  await expect(others.getByText('Bertram')).toHaveCount(0);
  await expect(others.getByText('Deleted.')).toHaveCount(0);
  await expect(page.getByText('Only you and Ove Holm may read this, as you said.')).toBeVisible();
  await expect(others.getByText('Private. Ylva said that you may read this.')).toBeVisible();

  await turn.getByRole('button', { name: 'Restore' }).click();
  await expect(turn).toContainText(secret);
  await expect(turn).not.toContainText('Deleted.');
  await expect(others.getByText('Bertram').first()).toBeVisible();
});
