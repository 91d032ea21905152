import { beside, settled, violations } from '../support/browser/axe.ts';
import { hands } from '../support/browser/hands.ts';
import { expect, test } from '../support/browser/test.ts';
import { aTeller, begun, say } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';

for (const hand of hands) {
  test(`Questions are reordered, removed, asked again and read with their answer, ${hand.how}`, {
    tag: '@rare',
  }, async ({ people }) => {
    const { teller, subjectId } = await aTeller(people, 'Rosa Quill');
    const page = await people.open(teller, { viewport: hand.viewport, reducedMotion: 'reduce' });
    await page.goto(`/dashboard/${subjectId}/questions/`);
    await expect(page.getByText('No questions yet. Add what you would like to be asked.')).toBeVisible();

    const texts = ['Who taught you to dance?', 'Where was the shop?', 'What was the dog called?'];
    for (const text of texts) {
      await hand.press(page.getByRole('button', { name: 'Ask me something' }));
      const dialog = page.getByRole('dialog');
      await hand.type(dialog.getByLabel('Your question'), text);
      await hand.press(dialog.getByRole('button', { name: 'Ask this' }));
      await expect(dialog).toBeHidden();
    }
    const waiting = page.getByRole('list').filter({ hasText: 'It comes next' }).getByRole('listitem');
    await expect(waiting).toContainText(texts);
    // Each says how it will be asked.
    await expect(waiting.nth(1)).toContainText('Number 2 in line. Evertold will say: “');
    await settled(page);
    expect(await violations(page, hand.how)).toEqual([]);
    expect(await beside(page)).toBeLessThanOrEqual(0);
    await page.screenshot({ path: `test-results/questions-${hand.viewport.width}.png`, fullPage: true });

    await hand.press(page.getByRole('button', { name: 'Move up: What was the dog called?' }));
    await expect(waiting).toContainText([texts[0] ?? '', texts[2] ?? '', texts[1] ?? '']);
    await expect(page.getByRole('button', { name: 'Move up: What was the dog called?' })).toBeFocused();
    await hand.press(page.getByRole('button', { name: 'Move up: What was the dog called?' }));
    await expect(waiting.first()).toContainText('What was the dog called?');
    await hand.press(page.getByRole('button', { name: 'Remove the question: Where was the shop?' }));
    await expect(waiting).toHaveCount(2);
    await hand.press(page.getByRole('button', { name: 'Undo' }));
    await expect(waiting).toContainText([texts[2] ?? '', texts[0] ?? '', texts[1] ?? '']);

    const own = page.getByRole('region', { name: 'What Evertold asks on its own' }).getByRole('listitem');
    await expect(own).toHaveCount(3);
    const asChosen = await own.locator('.told').allTextContents();
    await hand.press(page.getByRole('button', { name: `Move down: ${asChosen[1]}` }));
    await expect(own.nth(1)).toContainText(asChosen[2] ?? '');
    await expect(own.nth(2)).toContainText(asChosen[1] ?? '');
    await expect(page.getByRole('button', { name: `Move down: ${asChosen[1]}` })).toBeFocused();
    await page.reload();
    await expect(own.nth(2)).toContainText(asChosen[1] ?? '');
    await hand.press(page.getByRole('button', { name: `Move up: ${asChosen[1]}` }));
    await expect(own.nth(1)).toContainText(asChosen[1] ?? '');
    await settled(page);
    expect(await violations(page, `own questions, ${hand.how}`)).toEqual([]);
    expect(await beside(page)).toBeLessThanOrEqual(0);
    await page.screenshot({
      path: `test-results/own-questions-${hand.viewport.width}.png`,
      fullPage: true,
    });
    const questions = await own.locator('.told').allTextContents();
    await hand.press(page.getByRole('button', { name: `Ask something else instead of: ${questions[0]}` }));
    await expect(own.filter({ hasText: questions[0] ?? '' })).toHaveCount(0);
    await expect(own).toHaveCount(3);
    // The plan after another first question can be another one.
    const planned = await own.locator('.told').allTextContents();
    await hand.press(page.getByRole('button', { name: `Never ask this: ${planned[1]}` }));
    await expect(page.getByText('Never asked: 1')).toBeVisible();
    await hand.press(page.getByText('Never asked: 1'));
    await hand.press(page.getByRole('button', { name: `Ask this after all: ${planned[1]}` }));
    await expect(page.getByText('Never asked: 1')).toBeHidden();

    const conversationId = await begun(teller, subjectId);
    let turns = await say(teller, conversationId, 'Bosun. He ate the hymn books.');
    const more = ['He was a terrier, and my uncle had him from a sailor.', 'That was all.', 'Yes.'];
    for (const words of more) {
      if (turns.at(-1)?.text?.includes('dance')) break;
      turns = await say(teller, conversationId, words);
    }
    await say(teller, conversationId, 'I would rather not talk about that, please.');
    done(await teller.gql('EndConversation', { id: conversationId }));
    await page.reload();
    await expect(page.getByText('You would rather not answer this, so we won’t ask again.')).toBeVisible();
    await hand.press(page.getByRole('link', { name: 'Read the answer: What was the dog called?' }));
    await expect(page).toHaveURL(new RegExp(`/call-log/${conversationId}/#message-`));
    await expect(page.getByText('Bosun. He ate the hymn books.')).toBeVisible();

    await page.goBack();
    await hand.press(page.getByRole('button', { name: 'Ask again: What was the dog called?' }));
    await expect(waiting.last()).toContainText('What was the dog called?');
  });
}
