import type { Page } from '@playwright/test';
import { settled, violations } from '../support/browser/axe.ts';
import { sizes } from '../support/browser/hands.ts';
import { expect, test } from '../support/browser/test.ts';
import { aTeller, letIn } from '../support/browser/told.ts';

for (const [how, viewport] of sizes) {
  test(`A test call in the browser rings, is picked up, talked on and hung up, ${how}`, async ({
    people,
  }) => {
    const { teller, subjectId } = await aTeller(people, 'Rosa Quill');
    const page = await people.open(teller, { viewport, reducedMotion: 'reduce' });
    await page.goto(`/dashboard/${subjectId}/`);
    await expect(page.getByText('No phone service is set up here')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Call me now' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Try a call' }).click();
    await page.getByRole('button', { name: 'Ring', exact: true }).click();
    await expect(page.getByText('Ringing…')).toBeVisible();
    await page.getByRole('button', { name: 'Pick up' }).click();

    const phone = page.getByRole('region', { name: 'Try a call' });
    const lines = phone.getByRole('listitem');
    await expect(lines.first()).toContainText('computer');
    await phone.getByLabel('What you say').fill('My mother kept bees behind the chapel.');
    await phone.getByRole('button', { name: 'Say it' }).click();
    await expect(lines).toHaveCount(3);
    await settled(page);
    expect(await violations(page, how)).toEqual([]);
    await page.screenshot({ path: `test-results/try-a-call-${viewport.width}.png`, fullPage: true });

    await phone.getByRole('button', { name: 'Hang up' }).click();
    await expect(phone.getByText('The call has ended.')).toBeVisible();
    await phone.getByRole('link', { name: 'Read the conversation' }).click();
    await expect(page.getByText('My mother kept bees behind the chapel.').first()).toBeVisible();
  });
}

for (const [how, state, leave] of [
  ['is closed', 'COMPLETED', (page: Page) => page.close()],
  ['is loaded again', 'COMPLETED', (page: Page) => page.reload()],
  [
    'shows another screen',
    'COMPLETED',
    (page: Page) => page.getByRole('link', { name: 'Call log' }).first().click(),
  ],
  ['is closed while it rings', 'CANCELLED', (page: Page) => page.close()],
] as const)
  test(`A test call ends when its page ${how}`, async ({ people }) => {
    const { teller, subjectId } = await aTeller(people, 'Rosa Quill');
    const page = await people.open(teller);
    await page.goto(`/dashboard/${subjectId}/`);
    await page.getByRole('button', { name: 'Try a call' }).click();
    await page.getByRole('button', { name: 'Ring', exact: true }).click();
    const phone = page.getByRole('region', { name: 'Try a call' });
    await expect(phone.getByText('Ringing…')).toBeVisible();
    if (state === 'COMPLETED') {
      await phone.getByRole('button', { name: 'Pick up' }).click();
      await expect(phone.getByRole('listitem').first()).toContainText('computer');
    }
    await leave(page);
    const states = async () => {
      const { subject } = await teller.gql('CallLog', { subjectId });
      return subject.conversations.edges.map(({ node }: { node: { status: string } }) => node.status);
    };
    await expect.poll(states).toEqual([state]);
  });

test('Somebody of the family sees in another browser that a call goes on, and reads its words as they arrive', {
  tag: '@rare',
}, async ({ people }) => {
  const { teller, subjectId, page } = await aTeller(people, 'Rosa Quill');
  const ines = await people.join('Ines Quill');
  await letIn(teller, subjectId, ines, 'EDITOR');
  const reading = await people.open(ines);
  await reading.goto(`/dashboard/${subjectId}/`);
  await page.goto(`/dashboard/${subjectId}/`);
  await page.getByRole('button', { name: 'Try a call' }).click();
  await page.getByRole('button', { name: 'Ring', exact: true }).click();
  await page.getByRole('button', { name: 'Pick up' }).click();
  const phone = page.getByRole('region', { name: 'Try a call' });
  await expect(phone.getByRole('listitem').first()).toContainText('computer');

  const live = reading.getByRole('region', { name: 'Call in progress' });
  await expect(live).toContainText('Rosa is on the phone now');
  await live.getByRole('link').first().click();
  await expect(reading.getByLabel('The line is open')).toBeVisible();
  const turns = reading.locator('article[id^="message-"]');
  await expect(turns).toHaveCount(1);
  await phone.getByLabel('What you say').fill('My mother kept bees behind the chapel.');
  await phone.getByRole('button', { name: 'Say it' }).click();
  await expect(turns.nth(1)).toContainText('My mother kept bees behind the chapel.');
  await expect(turns).toHaveCount(3);
  // Reading along stops nothing.
  await expect(phone.getByRole('listitem')).toHaveCount(3);
  await phone.getByRole('button', { name: 'Hang up' }).click();
  await expect(reading.getByLabel('The line is open')).toBeHidden();
});

test('A test call of a Spanish book is read aloud in Spanish, and interrupting keeps what was heard', {
  tag: '@rare',
}, async ({ people }) => {
  const { teller, subjectId } = await aTeller(people, 'Rosa Quill');
  await teller.gql('UpdateSubject', { input: { id: subjectId, language: 'es' } });
  const page = await people.open(teller, { viewport: { width: 390, height: 844 } });
  // A browser with a voice, which has come to the fifth word when it is looked at.
  await page.addInitScript(() => {
    const spoken: string[] = [];
    const speechSynthesis = {
      getVoices: () => [{ name: 'A voice' }],
      cancel() {},
      speak({ text, lang, onboundary }: SpeechSynthesisUtterance) {
        spoken.push(lang);
        const charIndex = text.split(' ').slice(0, 5).join(' ').length;
        setTimeout(() => onboundary?.call(this as never, { charIndex } as SpeechSynthesisEvent));
      },
    };
    Object.defineProperty(window, 'speechSynthesis', { value: speechSynthesis });
    Object.assign(window, { spoken });
  });
  await page.goto(`/dashboard/${subjectId}/`);
  await page.getByRole('button', { name: 'Try a call' }).click();
  await page.getByRole('button', { name: 'Ring', exact: true }).click();
  await page.getByRole('button', { name: 'Pick up' }).click();
  const phone = page.getByRole('region', { name: 'Try a call' });
  const first = phone.getByRole('listitem').first();
  await expect(first).toContainText('computadora');
  const words = (await first.innerText()).replace(/^Evertold:\s*/, '').split(' ');
  await phone.getByRole('button', { name: 'Interrupt' }).click();
  const heard = words.slice(0, 5).join(' ');
  await expect(first).toContainText(`${heard}…`);
  expect(await page.evaluate(() => (window as never as { spoken: string[] }).spoken)).toEqual(['es']);

  await phone.getByLabel('What you say').fill('Mi madre criaba abejas detrás de la capilla.');
  await phone.getByRole('button', { name: 'Say it' }).click();
  await expect(phone.getByRole('listitem')).toHaveCount(3);
  await phone.getByRole('button', { name: 'Hang up' }).click();
  await phone.getByRole('link', { name: 'Read the conversation' }).click();
  const turns = page.locator('article[id^="message-"]');
  await expect(turns.first()).toContainText(heard);
  await expect(turns.first()).not.toContainText(words.slice(0, 7).join(' '));
  await expect(turns.nth(1)).toContainText('abejas');
});

test('A test call is held by voice: the microphone waits while Evertold speaks, and the keys repeat and end', {
  tag: '@rare',
}, async ({ people }) => {
  const { teller, subjectId } = await aTeller(people, 'Rosa Quill');
  const page = await people.open(teller, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  // A browser whose voices come late, and which hears what the test lets it hear.
  await page.addInitScript(() => {
    let asked = 0;
    const spoken: SpeechSynthesisUtterance[] = [];
    const listeners = new Set<{ onresult: (event: object) => void; onend: () => void }>();
    class Recognition {
      onresult = (_event: object) => {};
      onend = () => {};
      start() {
        listeners.add(this);
      }
      stop() {
        listeners.delete(this);
      }
      abort() {
        listeners.delete(this);
      }
    }
    const speechSynthesis = {
      getVoices: () => (asked++ ? [{ name: 'A voice' }] : []),
      cancel() {},
      speak: (utterance: SpeechSynthesisUtterance) => spoken.push(utterance),
    };
    Object.defineProperty(window, 'speechSynthesis', { value: speechSynthesis });
    Object.defineProperty(window, 'SpeechRecognition', { value: Recognition });
    Object.assign(window, {
      spoken: () => spoken.map(({ text }) => text),
      finishSpeaking: () => spoken.at(-1)?.onend?.({} as SpeechSynthesisEvent),
      hear(transcript: string) {
        const result = Object.assign([{ transcript }], { isFinal: true });
        for (const listener of listeners) listener.onresult({ resultIndex: 0, results: [result] });
        return listeners.size;
      },
    });
  });
  type Faked = { spoken: () => string[]; finishSpeaking: () => void; hear: (words: string) => number };
  const spoken = () => page.evaluate(() => (window as never as Faked).spoken());
  const finishSpeaking = () => page.evaluate(() => (window as never as Faked).finishSpeaking());
  const hear = (words: string) => page.evaluate((said) => (window as never as Faked).hear(said), words);

  await page.goto(`/dashboard/${subjectId}/`);
  await page.getByRole('button', { name: 'Try a call' }).click();
  await page.getByRole('button', { name: 'Ring', exact: true }).click();
  await page.getByRole('button', { name: 'Pick up' }).click();
  const phone = page.getByRole('region', { name: 'Try a call' });
  const lines = phone.getByRole('listitem');
  await expect(phone.getByRole('button', { name: 'Interrupt' })).toBeVisible();
  expect(await spoken()).toHaveLength(1);

  await phone.getByRole('button', { name: 'Speak', exact: true }).click();
  await expect(phone.getByRole('button', { name: 'Interrupt' })).toBeHidden();
  await expect(phone.getByRole('button', { name: 'Stop listening' })).toBeVisible();
  expect(await hear('My mother kept bees behind the chapel.')).toBe(1);
  await expect(lines).toHaveCount(3);
  await expect(lines.nth(1)).toContainText('My mother kept bees behind the chapel.');

  // While the answer is spoken, nothing is heard; afterwards it listens again by itself.
  await expect(phone.getByRole('button', { name: 'Interrupt' })).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Speak', exact: true })).toBeVisible();
  expect(await hear('An echo.')).toBe(0);
  await finishSpeaking();
  await expect(phone.getByRole('button', { name: 'Stop listening' })).toBeVisible();
  expect(await violations(page, 'listening in a test call')).toEqual([]);

  const said = await spoken();
  await phone.getByRole('button', { name: 'Say that again' }).click();
  await expect.poll(async () => (await spoken()).length, { timeout: 30_000 }).toBe(said.length + 1);
  expect((await spoken()).at(-1)).toBe(said.at(-1));
  await finishSpeaking();
  await phone.getByRole('button', { name: 'Say goodbye' }).click();
  await expect.poll(async () => (await spoken()).length, { timeout: 30_000 }).toBe(said.length + 2);
  await finishSpeaking();
  await expect(phone.getByText('The call has ended.')).toBeVisible();
});
