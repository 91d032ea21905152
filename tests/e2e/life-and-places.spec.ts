import { beside, settled, violations } from '../support/browser/axe.ts';
import { byKeyboard } from '../support/browser/hands.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook } from '../support/browser/told.ts';
import { done, type Visitor } from '../support/browser/visitor.ts';

const { press, tick, type, viewport } = byKeyboard;

/** Stories of one place and year each, written by the family. */
async function writes(teller: Visitor, subjectId: string, title: string, happened: string, place: string) {
  const body = `We lived in ${place} that year, and nobody had a car.`;
  const story = { subjectId, title, body, happened, place, chapterKey: 'childhood-home' };
  return done(await teller.gql('SaveCard', { input: story })).id as string;
}

test('A book shows its life as a line and its places on a map, by keyboard on a phone', {
  tag: '@rare',
}, async ({ people }) => {
  const teller = await people.join('Wanda Kern');
  const subjectId = await anOwnBook(teller);
  await writes(teller, subjectId, 'The cold winter', '1951', 'Rotterdam');
  await writes(teller, subjectId, 'The first car', '1963', 'Lisbon');
  const page = await people.open(teller, { viewport });

  await test.step('the life as a line', async () => {
    await page.goto(`/dashboard/${subjectId}/`);
    await expect(page.getByRole('heading', { name: 'Your life, as told' })).toBeVisible();
    await expect(
      page.getByRole('img', { name: /^Your life from 1951 to \d{4}\. Most stories are about/ }).first(),
    ).toBeAttached();
  });

  await test.step('a place that could be one of several is put on the map', async () => {
    await page.goto(`/dashboard/${subjectId}/places/`);
    await settled(page);
    await expect(page.getByText('2 places aren’t on the map: 2 could be one of several.')).toBeVisible();
    await press(page.getByRole('button', { name: 'Put on the map: Lisbon' }));
    const dialog = page.getByRole('dialog', { name: 'Where is Lisbon?' });
    await tick(dialog.getByRole('radio', { name: /Portugal/ }).first());
    await press(dialog.getByRole('button', { name: 'Put on the map' }));
    await expect(page.getByText('Lisbon is on the map')).toBeVisible();
  });

  await test.step('a pin of the map leads to its place in the list', async () => {
    const pins = page.getByRole('list', { name: 'On the map' }).getByRole('link');
    await expect(pins).toHaveCount(1);
    await press(pins.filter({ hasText: 'Lisbon' }));
    await expect(page.getByRole('heading', { name: 'Lisbon' })).toBeFocused();
    expect(await violations(page, 'places')).toEqual([]);
    expect(await beside(page)).toBeLessThanOrEqual(0);
    await press(page.getByRole('link', { name: 'The first car' }));
    await expect(page.getByRole('article').getByRole('heading', { name: 'The first car' })).toBeVisible();
  });

  await test.step('two places are made one by their name, and are two again', async () => {
    await page.goto(`/dashboard/${subjectId}/places/`);
    await settled(page);
    await press(page.getByRole('button', { name: 'Correct the name: Rotterdam' }));
    const dialog = page.getByRole('dialog', { name: 'What is Rotterdam called?' });
    await type(dialog.getByLabel('Name'), 'The harbour');
    expect(await violations(page, 'the name of a place')).toEqual([]);
    await press(dialog.getByRole('button', { name: 'Save name' }));
    await expect(page.getByText('It is called The harbour now')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'The harbour' })).toBeVisible();

    await press(page.getByRole('button', { name: 'Correct the name: The harbour' }));
    const renamed = page.getByRole('dialog', { name: 'What is The harbour called?' });
    await type(renamed.getByLabel('Name'), 'Lisbon');
    await press(renamed.getByRole('button', { name: 'Save name' }));
    await expect(page.getByText('Merged: Lisbon')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'The harbour' })).toHaveCount(0);
    const merged = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Lisbon' }) });
    await expect(merged.getByRole('link', { name: 'The cold winter' })).toBeVisible();
    await expect(merged.getByRole('link', { name: 'The first car' })).toBeVisible();

    await press(page.getByRole('button', { name: 'Correct the name: Lisbon' }));
    await press(page.getByRole('button', { name: 'Undo merge: Rotterdam' }));
    await expect(page.getByText('Rotterdam is a place of its own again')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Rotterdam' })).toBeVisible();
    await expect(merged.getByRole('link', { name: 'The cold winter' })).toHaveCount(0);
  });

  await test.step('the stories in the order of the life', async () => {
    await page.goto(`/dashboard/${subjectId}/biography/`);
    await press(page.getByRole('button', { name: 'Chapters', exact: true }));
    const contents = page.getByRole('navigation', { name: 'Chapters' }).last();
    await press(contents.getByRole('button', { name: 'In the order of life' }));
    await expect(contents.getByRole('listitem')).toHaveText([
      /^The cold winter.*1951$/,
      /^The first car.*1963$/,
    ]);
    await press(contents.getByRole('link', { name: /^The cold winter/ }));
    await expect(page.getByRole('article').getByRole('heading', { name: 'The cold winter' })).toBeVisible();
  });
});

test('When and where a story was is entered in its editor, and the story is found there', {
  tag: '@rare',
}, async ({ people }) => {
  const teller = await people.join('Wanda Kern');
  const subjectId = await anOwnBook(teller);
  const id = await writes(teller, subjectId, 'The cold winter', '1951', 'Rotterdam');
  const page = await people.open(teller, { viewport });

  await page.goto(`/dashboard/${subjectId}/biography/?cardId=${id}&edit=story`);
  await settled(page);
  const when = page.getByLabel('When it was');
  await expect(when).toHaveValue('1951');
  await type(when, 'long ago');
  await press(page.getByRole('button', { name: 'Save', exact: true }));
  await expect(when).toHaveAccessibleDescription(/Write a year, a month or a day/);
  expect(await violations(page, 'a wrong date')).toEqual([]);
  expect(await beside(page)).toBeLessThanOrEqual(0);
  await type(when, 'summer of 1952');
  await type(page.getByLabel('Where it was'), 'Madeira');
  await press(page.getByRole('button', { name: 'Save', exact: true }));
  const story = page.getByRole('article');
  await expect(story).toContainText('summer of 1952');
  await expect(story.getByRole('link', { name: 'Madeira' })).toBeVisible();
  expect((await teller.gql('query ($id: ID!) { card(id: $id) { happened place } }', { id })).card).toEqual({
    happened: '1952-22',
    place: 'Madeira',
  });
  await press(story.getByRole('link', { name: 'Madeira' }));
  await expect(page.getByRole('heading', { name: 'Madeira' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'The cold winter' })).toBeVisible();
  await expect(page.getByText('Rotterdam')).toHaveCount(0);
});

test('Earlier versions of a story are compared and restored', async ({ people }) => {
  const teller = await people.join('Wanda Kern');
  const subjectId = await anOwnBook(teller);
  const id = await writes(teller, subjectId, 'The cold winter', '1951', 'Rotterdam');
  const later = { id, subjectId, title: 'The cold winter', body: 'We had a car by then.', baseRevision: 1 };
  done(await teller.gql('SaveCard', { input: later }));
  const page = await people.open(teller, { viewport });

  await page.goto(`/dashboard/${subjectId}/biography/?cardId=${id}&edit=story`);
  const versions = page.getByRole('complementary', { name: 'Earlier versions' });
  await expect(versions.getByRole('deletion').first()).toContainText('nobody');
  await press(versions.getByRole('button', { name: /^Go back to / }));
  await expect(page.getByText('The version before is kept too.')).toBeVisible();
  await expect(page.getByLabel('Text', { exact: true })).toContainText('nobody had a car');
  await expect(versions.getByRole('radio')).toHaveCount(2);
});

test('All earlier versions of a story can be seen and restored, however many there are', {
  tag: '@rare',
}, async ({ people }) => {
  const teller = await people.join('Wanda Kern');
  const subjectId = await anOwnBook(teller);
  const id = await writes(teller, subjectId, 'The cold winter', '1951', 'Rotterdam');
  for (let baseRevision = 1; baseRevision <= 52; baseRevision += 1) {
    const body = `We had ${baseRevision} cars by then.`;
    done(
      await teller.gql('SaveCard', {
        input: { id, subjectId, title: 'The cold winter', body, baseRevision },
      }),
    );
  }
  const page = await people.open(teller, { viewport });
  await page.goto(`/dashboard/${subjectId}/biography/?cardId=${id}&edit=story`);
  const versions = page.getByRole('complementary', { name: 'Earlier versions' });
  const older = versions.getByRole('button', { name: 'Show older versions' });
  await expect(versions.getByRole('radio')).toHaveCount(24);
  await older.click();
  await expect(versions.getByRole('radio')).toHaveCount(49);
  await older.click();
  await expect(versions.getByRole('radio')).toHaveCount(52);
  await expect(older).toHaveCount(0);

  await versions.getByRole('radio').last().check();
  await expect(versions.getByRole('deletion').first()).toContainText('nobody');
  await versions.getByRole('button', { name: /^Go back to / }).click();
  await expect(page.getByText('The version before is kept too.')).toBeVisible();
  await expect(page.getByLabel('Text', { exact: true })).toContainText('nobody had a car');
  // The restored one is a new version, and none of the others is gone.
  await expect(versions.getByRole('radio')).toHaveCount(53);
});
