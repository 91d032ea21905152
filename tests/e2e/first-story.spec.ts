import { answerHeld } from '../support/browser/held.ts';
import { expect, test } from '../support/browser/test.ts';
import { answer, questionAfter, tellings } from '../support/browser/told.ts';
import { anAddress, outbox, password } from '../support/browser/visitor.ts';
import { letterIn } from '../support/letters.ts';

test('A new user signs up, tells a story, and reads it with each sentence linked to its source', async ({
  page,
}) => {
  const email = anAddress('ida');

  await test.step('sign up, and get the letter with its link', async () => {
    await page.goto('/sign-up');
    await page.getByLabel('Your name').fill('Ida Penrose');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create an account' }).click();
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();

    const letter = await letterIn(outbox(), email);
    await page.goto(letter.links.find((link) => link.includes('/verify-email')) ?? '');
    await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  });

  await test.step('sign in', async () => {
    await page.goto('/sign-in?redirect=%2Fonboarding%2F');
    // The mailed link may have signed them in already; then they continue to where they were going.
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(/Welcome back|Whose stories would you like to keep\?/);
    if ((await heading.textContent()) === 'Welcome back') {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    }
    await expect(page).toHaveURL(/\/onboarding\/$/);
  });

  await test.step('complete the onboarding for oneself', async () => {
    await page.getByRole('radio', { name: /Myself/ }).check();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'A few words about you' })).toBeVisible();
    await expect(page.getByLabel('Your full name')).toHaveValue('Ida Penrose');
    await page.getByLabel('Year').fill('1941');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: 'Continue without a phone' }).click();
    await page.getByRole('checkbox', { name: /Writing/ }).check();
    await page.getByRole('button', { name: 'I agree to what I ticked' }).click();
    await page.getByRole('radio', { name: 'Let Evertold choose' }).check();
    await page.getByRole('button', { name: 'Continue to the family' }).click();
    await page.getByRole('button', { name: 'Finish without inviting' }).click();
    await page.getByRole('link', { name: 'Tell something now' }).click();
  });

  await test.step('talk with the interviewer', async () => {
    await page.getByRole('button', { name: 'Ask me the first question' }).click();
    await expect(page.getByRole('button', { name: 'Stop for today' })).toBeVisible();
    let question = await questionAfter(page, null);
    const questions = [question];
    for (const telling of tellings) {
      await answer(page, telling);
      question = await questionAfter(page, question);
      questions.push(question);
      await expect(page.getByLabel('Your last answer')).toContainText(telling);
    }
    expect(new Set(questions).size).toBe(questions.length);
  });

  await test.step('read the story and its sources', async () => {
    // The response to the last press arrives late and must not undo what the page shows by then.
    const endedMayCome = await answerHeld(
      page,
      '**/graphql',
      ({ operationName }) => operationName === 'TalkEnd',
    );
    await page.getByRole('button', { name: 'Stop for today' }).click();
    const written = page.getByRole('heading', { name: 'It is in the book' });
    await expect(written).toBeVisible({ timeout: 30_000 });
    await endedMayCome();
    expect(await written.count()).toBe(1);
    await page.getByRole('link', { name: 'Read it in the book' }).click();
    const sentence = page.getByRole('article').locator('[data-sentence]').first();
    const words = (await sentence.textContent()) ?? '';
    await sentence.click();
    const source = page.getByRole('complementary', { name: 'Where this comes from' });
    await expect(source.locator('q').first()).not.toBeEmpty();
    const quote = (await source.locator('q').first().textContent()) ?? '';
    expect(tellings.some((telling) => telling.includes(quote))).toBe(true);
    expect(words.trim()).not.toBe('');

    await source.getByRole('link', { name: 'Open the call' }).first().click();
    const message = page.locator('article[aria-current]');
    await expect(message).toContainText(quote);
    await expect(message).toBeInViewport();
    await expect(message).toBeFocused();
  });

  await test.step('ask the book, search it, and pass on what nobody has told', async () => {
    const [, dashboard, subjectId] = new URL(page.url()).pathname.split('/');
    await page.goto(`/${dashboard}/${subjectId}/biography/`);
    await page.getByRole('button', { name: 'Ask or search' }).click();
    const sheet = page.getByRole('dialog', { name: 'Ask or search the book' });
    const find = async (text: string) => {
      await sheet.getByLabel('Your question, or words to find').fill(text);
      await sheet.getByRole('button', { name: 'Find' }).click();
    };

    await find('What did my father make?');
    await expect(sheet.getByRole('listitem').first().locator('blockquote')).toContainText(
      'My father made barrels there',
    );
    await expect(sheet.getByRole('link', { name: 'Read it in the conversation' }).first()).toBeVisible();

    await find('green ink');
    await expect(sheet.getByRole('list', { name: 'Answers to “green ink”' })).toContainText('in green ink');
    await expect(sheet.getByRole('button', { name: 'Ask me that' })).toBeHidden();

    await find('Did I ever play the piano?');
    await expect(sheet.getByText('No answer was found in the book.')).toBeVisible();
    await sheet.getByRole('button', { name: 'Ask me that' }).click();
    await expect(sheet.getByText('We’ll ask in the next conversation.')).toBeVisible();
  });
});
