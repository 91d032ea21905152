import type { Locator, Page } from '@playwright/test';
import { beside, placesOf, settled, violations } from '../support/browser/axe.ts';
import { hands } from '../support/browser/hands.ts';
import { expect, test } from '../support/browser/test.ts';
import { aBookOfThree, anOwnBook, letIn } from '../support/browser/told.ts';
import { done, password } from '../support/browser/visitor.ts';

test('The subject comes first among the members and the family cannot change that; each person has one colour everywhere', {
  tag: '@rare',
}, async ({ people }) => {
  const teresa = await people.demo('Teresa', 'teresa.rourke@example.com');
  const { book } = await placesOf(teresa);
  const page = await people.open(teresa);

  await page.goto(book);
  const alma = await toneOf(page.getByRole('complementary').locator('.cameo').first());
  const me = await toneOf(page.getByRole('banner').locator('.cameo'));
  await page.getByRole('link', { name: 'Family & friends' }).click();

  const readers = page.getByRole('list').filter({ has: page.getByText('It is her book') });
  const row = (name: string) => readers.getByRole('listitem').filter({ hasText: name });
  await expect(page.getByText(/^5 people read this book/)).toBeVisible();
  await expect(row('Alma Rourke').getByRole('button')).toHaveCount(0);
  await expect(row('Paul Rourke').getByRole('button', { name: 'Change Paul Rourke' })).toBeVisible();
  expect(await toneOf(row('Alma Rourke').locator('.cameo'))).toBe(alma);
  expect(await toneOf(row('Teresa Rourke').locator('.cameo'))).toBe(me);

  await page
    .getByRole('region', { name: 'Alma’s family' })
    .getByRole('link', { name: /^Lourdes/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^Lourdes/ })).toBeVisible();
  await expect(page).toHaveTitle(/^Lourdes.*, Alma’s book · Evertold$/);
  const story = page.getByRole('region', { name: 'In the stories' }).getByRole('link').first();
  const title = (await story.textContent()) ?? '';
  await story.click();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
  await page.getByRole('link', { name: /^Lourdes/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Lourdes/ })).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Family & friends' }).click();
  await page.getByRole('link', { name: 'Places of the stories' }).click();
  const pins = page.getByRole('list', { name: 'On the map' });
  await expect(pins.getByRole('link', { name: /New Bedford/ })).toBeVisible();
  await expect(pins.getByRole('link', { name: /Fall River/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Put on the map: Fall River' }).click();
  await page.getByRole('radio', { name: 'Fall River, Massachusetts, United States' }).check();
  await page.getByRole('button', { name: 'Put on the map', exact: true }).click();
  await expect(page.getByText('On the map at Fall River, Massachusetts, United States')).toBeVisible();
  await pins.getByRole('link', { name: /^Madeira/ }).press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Madeira' })).toBeFocused();
});

for (const { how, viewport, press, type, choose } of hands) {
  test(`People of the stories are added, corrected, merged, separated and related, and a reader sees it at once, ${how}`, {
    tag: '@rare',
  }, async ({ people }) => {
    const [hana, ines] = [await people.join('Hana Vale'), await people.join('Ines Vale')];
    const subjectId = await anOwnBook(hana, { preferredName: 'Hana' });
    await letIn(hana, subjectId, ines, 'VIEWER');
    const address = `/dashboard/${subjectId}/family-friends/`;
    const [page, reader] = [await people.open(hana, { viewport }), await people.open(ines, { viewport })];
    for (const each of [page, reader]) {
      await each.goto(address);
      await settled(each);
    }
    const fits = async (what: string) => {
      await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
      expect(await violations(page, `${what}, ${how}`)).toEqual([]);
      expect(await beside(page), what).toBe(0);
    };
    const add = async (name: string, relation: string) => {
      await press(page.getByRole('button', { name: 'Add a person' }));
      const dialog = page.getByRole('dialog', { name: 'Add a person' });
      await type(dialog.getByLabel('Name', { exact: true }), name);
      await type(dialog.getByLabel('Relation', { exact: true }), relation);
      await press(dialog.getByRole('button', { name: 'Add person' }));
      await expect(dialog).toBeHidden();
    };
    const rowOf = (where: Page, name: string) =>
      where
        .locator('section', { has: where.getByRole('heading', { name: 'In the stories' }) })
        .getByRole('listitem')
        .filter({ has: where.getByRole('link', { name, exact: true }) });

    await test.step('a person without a name is refused, and two are added', async () => {
      await press(page.getByRole('button', { name: 'Add a person' }));
      const dialog = page.getByRole('dialog', { name: 'Add a person' });
      await press(dialog.getByRole('button', { name: 'Add person' }));
      await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
      await fits('without a name');
      await press(dialog.getByRole('button', { name: 'Cancel' }));
      await add('Rosa Delgado', 'daughter');
      await add('Rosie', '');
      await expect(rowOf(reader, 'Rosie')).toBeVisible();
    });

    await test.step('a name and a date are corrected', async () => {
      await press(rowOf(page, 'Rosa Delgado').getByRole('button', { name: 'Correct Rosa Delgado' }));
      const dialog = page.getByRole('dialog', { name: 'Correct Rosa Delgado' });
      await type(dialog.getByLabel('Name', { exact: true }), 'Rosa Delgada');
      await type(dialog.getByLabel('Born'), 'some day');
      await press(dialog.getByRole('button', { name: 'Save' }));
      await expect(dialog.getByText(/Write it as/)).toBeVisible();
      await type(dialog.getByLabel('Born'), 'about 1962');
      await press(dialog.getByRole('button', { name: 'Save' }));
      await expect(rowOf(page, 'Rosa Delgada')).toContainText('about 1962');
      await expect(rowOf(reader, 'Rosa Delgada')).toBeVisible();
    });

    const correctDeath = async (name: string, died: string) => {
      await press(rowOf(page, name).getByRole('button', { name: `Correct ${name}` }));
      const dialog = page.getByRole('dialog', { name: `Correct ${name}` });
      await type(dialog.getByLabel('Died'), died);
      await press(dialog.getByRole('button', { name: 'Save' }));
      await expect(dialog).toBeHidden();
    };

    await test.step('two who contradict each other are refused, and the preview shows what each had', async () => {
      await correctDeath('Rosie', '1920');
      await press(rowOf(page, 'Rosa Delgada').getByRole('button', { name: /^Same person as/ }));
      const dialog = page.getByRole('dialog', { name: 'Rosa Delgada is the same person as…' });
      await choose(dialog.getByLabel('The same person'), 'Rosie');
      await expect(dialog.getByText('daughter, born about 1962, died 1920')).toBeVisible();
      await press(dialog.getByRole('button', { name: 'Merge' }));
      await expect(dialog.getByText(/“Died” must not be before the birth/)).toBeVisible();
      await fits('a contradiction');
      await choose(dialog.getByLabel('The same person'), 'Choose somebody');
      await expect(dialog.getByText(/must not be before the birth/)).toHaveCount(0);
      await press(dialog.getByRole('button', { name: 'Cancel' }));
      await correctDeath('Rosie', '2001');
    });

    await test.step('two are merged after a preview, and separated again', async () => {
      await press(rowOf(page, 'Rosa Delgada').getByRole('button', { name: /^Same person as/ }));
      const dialog = page.getByRole('dialog', { name: 'Rosa Delgada is the same person as…' });
      await press(dialog.getByRole('button', { name: 'Merge' }));
      await expect(dialog.getByText('Choose who this is too')).toBeVisible();
      await choose(dialog.getByLabel('The same person'), 'Rosie');
      await expect(dialog.getByText('Rosa Delgada, also called Rosie')).toBeVisible();
      await expect(dialog.getByText('daughter, born about 1962, died 2001')).toBeVisible();
      await fits('the preview');
      await press(dialog.getByRole('button', { name: 'Merge' }));
      await expect(rowOf(page, 'Rosa Delgada')).toContainText('Also called Rosie');
      await expect(rowOf(reader, 'Rosie')).toHaveCount(0);
      await expect(rowOf(reader, 'Rosa Delgada')).toContainText('Also called Rosie');
      await expect(rowOf(page, 'Rosa Delgada')).toContainText('2001');
      await press(page.getByRole('button', { name: 'Undo merge: Rosa Delgada' }));
      await expect(rowOf(page, 'Rosie')).toBeVisible();
      await expect(rowOf(page, 'Rosa Delgada')).not.toContainText('2001');
      await expect(rowOf(reader, 'Rosie')).toBeVisible();
    });

    await test.step('a relation between two of them is added on the page of one, and removed', async () => {
      await press(rowOf(page, 'Rosa Delgada').getByRole('link', { name: 'Rosa Delgada' }));
      await expect(page.getByRole('heading', { level: 1, name: 'Rosa Delgada' })).toBeVisible();
      const relatives = page.getByRole('region', { name: 'Relatives' });
      await press(relatives.getByRole('button', { name: 'Add a relative' }));
      const dialog = page.getByRole('dialog', { name: 'Add a relative of Rosa Delgada' });
      await choose(dialog.getByLabel('Who', { exact: true }), 'Rosie');
      await choose(dialog.getByLabel('Who they are to Rosa Delgada'), 'Son or daughter');
      await fits('adding a relative');
      await press(dialog.getByRole('button', { name: 'Add relative' }));
      await expect(relatives.getByRole('heading', { name: 'Children' })).toBeVisible();
      await press(page.getByRole('main').getByRole('link', { name: 'Family & friends' }));
      const tree = page.getByRole('region', { name: 'Hana’s family' });
      await expect(tree.getByRole('link', { name: /^Rosie/ })).toBeVisible();
      await fits('the tree');
      await press(tree.getByRole('link', { name: /^Rosie/ }));
      await press(page.getByRole('button', { name: 'Remove relative: Rosa Delgada' }));
      await expect(
        page.getByText('Nobody in the stories is known to be related to Rosie yet.'),
      ).toBeVisible();
    });
  });
}

test('A family of more than a hundred people is shown whole, and a person corrected elsewhere appears at once', {
  tag: '@rare',
}, async ({ people }) => {
  const owner = await people.join('Ylva Okell');
  const subjectId = await anOwnBook(owner);
  const saving =
    'mutation ($input: SavePersonInput!) { savePerson(input: $input) { __typename ... on Person { id } } }';
  const save = async (input: object) => done(await owner.gql(saving, { input: { subjectId, ...input } }));
  for (let at = 100; at < 203; at++) await save({ name: `Cousin ${at}` });
  const page = await people.open(owner);
  await page.goto(`/dashboard/${subjectId}/family-friends/`);
  await page.getByRole('button', { name: 'All 103 people' }).click();
  await expect(page.getByRole('link', { name: 'Cousin 202' })).toBeVisible();

  // The page subscribes shortly after it has opened, so the change is repeated until it is seen.
  const { id } = await save({ name: 'Zara' });
  let times = 0;
  await expect(async () => {
    await save({ id, name: `Zara Okell ${times++}` });
    await expect(page.getByRole('link', { name: /^Zara Okell/ })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
});

test('The page of a person follows what is corrected, related, merged and hidden in another browser', async ({
  people,
}) => {
  const [hana, ines] = [await people.join('Hana Vale'), await people.join('Ines Vale')];
  const subjectId = await anOwnBook(hana, { preferredName: 'Hana' });
  await letIn(hana, subjectId, ines, 'VIEWER');
  const saving = 'mutation ($input: SavePersonInput!) { savePerson(input: $input) { ... on Person { id } } }';
  const save = async (input: object) => done(await hana.gql(saving, { input: { subjectId, ...input } })).id;
  const [rosa, rosie, sol] = [
    await save({ name: 'Rosa Delgado', living: true }),
    await save({ name: 'Rosie' }),
    await save({ name: 'Sol' }),
  ];
  const [page, reader] = [
    await people.open(hana, { viewport: { width: 390, height: 844 } }),
    await people.open(ines, { viewport: { width: 390, height: 844 } }),
  ];
  for (const each of [page, reader]) {
    await each.goto(`/dashboard/${subjectId}/family-friends/${rosa}/`);
    await settled(each);
    await expect(each.getByRole('heading', { level: 1, name: 'Rosa Delgado' })).toBeVisible();
  }
  const heading = reader.getByRole('heading', { level: 1 });

  await test.step('a corrected name and a new relative appear', async () => {
    await page.getByRole('button', { name: 'Correct Rosa Delgado' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct Rosa Delgado' });
    await dialog.getByLabel('Name', { exact: true }).fill('Rosa Delgada');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(heading).toHaveText('Rosa Delgada');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rosa Delgada');
    const relating =
      'mutation ($input: SaveRelativeInput!) { saveRelative(input: $input) { ... on Person { id } } }';
    done(await hana.gql(relating, { input: { personId: rosa, relativeId: sol, kind: 'CHILD' } }));
    await expect(reader.getByRole('region', { name: 'Relatives' })).toContainText('Sol');
  });

  await test.step('a merged person brings their name, and their own page says where to look', async () => {
    const other = await people.open(ines, { viewport: { width: 390, height: 844 } });
    await other.goto(`/dashboard/${subjectId}/family-friends/${rosie}/`);
    await settled(other);
    const merging =
      'mutation ($keepId: ID!, $otherId: ID!) { mergePeople(keepId: $keepId, otherId: $otherId) { ... on Person { id } } }';
    done(await hana.gql(merging, { keepId: rosa, otherId: rosie }));
    await expect(reader.getByText('Also called Rosie')).toBeVisible();
    await expect(
      other.getByRole('heading', { level: 1, name: 'This person isn’t shown here any more' }),
    ).toBeVisible();
    expect(await violations(other, 'a person who is not shown any more')).toEqual([]);
    expect(await beside(other)).toBe(0);
    done(
      await hana.gql('mutation ($id: ID!) { undoMergePeople(id: $id) { ... on Person { id } } }', {
        id: rosa,
      }),
    );
    await expect(other.getByRole('heading', { level: 1, name: 'Rosie', exact: true })).toBeVisible();
  });

  await test.step('a living person goes when the owners show readers none of them', async () => {
    const choose = async (livingForViewers: string) =>
      done(await hana.gql('UpdateSubject', { input: { id: subjectId, livingForViewers } }));
    await choose('STORIES_ONLY');
    await expect(heading).toHaveText('This person isn’t shown here any more');
    await choose('WITHOUT_DATES');
    await expect(heading).toHaveText('Rosa Delgada');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rosa Delgada');
  });
});

test('A book has the cloth that the family chose, also on the cover of its invitations', {
  tag: '@rare',
}, async ({ people }) => {
  const owner = await people.join('Ylva Okell');
  const subjectId = await anOwnBook(owner);
  done(await owner.gql('UpdateSubject', { input: { id: subjectId, cloth: 'plum' } }));
  const { url } = done(await owner.gql('Invite', { input: { subjectId, role: 'VIEWER' } }));

  const page = await people.open(null, { colorScheme: 'light' });
  await page.goto(new URL(url).pathname);
  await expect(page.locator('.cloth').first()).toHaveCSS(
    'background-color',
    /^rgb\(74, 29, 51\)$|^color\(srgb 0\.29\d* 0\.11\d* 0\.2\)$/,
  );

  const own = await people.open(owner);
  await own.goto(`/dashboard/${subjectId}/`);
  await expect(own.locator('body')).toHaveAttribute('data-cloth', 'plum');
  await own.goto('/settings/');
  await expect(own.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(own.locator('body')).not.toHaveAttribute('data-cloth', 'plum');
});

test('The thread to the margin underlines only the sentence it belongs to', { tag: '@rare' }, async ({
  people,
}) => {
  const teresa = await people.demo('Teresa', 'teresa.rourke@example.com');
  const { card } = await placesOf(teresa);
  const page = await people.open(teresa, { reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } });
  await page.goto(card);
  const sentences = page.locator('[data-sentence]');
  await expect(sentences.first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);

  let threads = 0;
  for (const sentence of await sentences.all()) {
    await sentence.click();
    await expect(sentence).toHaveAttribute('aria-expanded', 'true');
    if ((await page.locator('.source.is-on .source-line').count()) === 0) continue;
    await expect(page.locator('.thread path')).toHaveCount(1);
    expect(await page.evaluate(wordsUnderThread), (await sentence.textContent()) ?? '').toEqual([]);
    threads += 1;
  }
  expect(threads).toBeGreaterThan(3);
});

/** The colour of a portrait. */
async function toneOf(cameo: Locator): Promise<string> {
  await expect(cameo).toBeVisible();
  return (await cameo.evaluate(({ className }) => /cameo-\d/.exec(className)?.[0])) ?? '';
}

/** The other sentences that the thread underlines on its level way to the edge of the column. */
function wordsUnderThread(): string[] {
  const path = document.querySelector<SVGPathElement>('.thread path');
  const d = path?.getAttribute('d') ?? '';
  const [, from = Number.NaN] = (/^M([\d.]+)/.exec(d) ?? []).map(Number);
  const [, y = Number.NaN] = (/ ([\d.]+)H/.exec(d) ?? []).map(Number);
  const { left, top } = path?.ownerSVGElement?.getBoundingClientRect() ?? new DOMRect();
  const underlined = (line: DOMRect) => line.right > left + from && Math.abs(line.bottom - top - y) < 3;
  return [...document.querySelectorAll<HTMLElement>('[data-sentence]:not(.is-on)')]
    .filter((other) => [...other.getClientRects()].some(underlined))
    .map((other) => other.textContent ?? '');
}

test('A person in the stories is linked to the member of the book that they are, once', {
  tag: '@rare',
}, async ({ people }) => {
  const [hana, ines] = [await people.join('Hana Vale'), await people.join('Ines Vale')];
  const subjectId = await anOwnBook(hana, { preferredName: 'Hana' });
  await letIn(hana, subjectId, ines, 'VIEWER');
  for (const name of ['Ines', 'Otto']) done(await hana.gql('SavePerson', { input: { subjectId, name } }));
  const page = await people.open(hana);
  await page.goto(`/dashboard/${subjectId}/family-friends/`);
  const link = async (name: string) => {
    await page
      .getByRole('button', { name: `Correct ${name}`, exact: true })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: `Correct ${name}` });
    await dialog.getByLabel('Is one of the members').selectOption('Ines Vale');
    expect(await violations(page, name)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    return dialog;
  };
  await expect(await link('Ines')).toBeHidden();
  const refused = await link('Otto');
  await expect(refused.getByText('Is somebody else in the stories already')).toBeVisible();
  await refused.getByRole('button', { name: 'Cancel' }).click();

  await test.step('a relation that the family enters puts a person into the tree', async () => {
    const tree = page.getByRole('region', { name: 'Hana’s family' });
    await expect(tree).toHaveCount(0);
    const unrelated = page.getByRole('region', { name: 'Not in the family tree yet' });
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    expect(await violations(page, 'people without a relation')).toEqual([]);
    expect(await beside(page)).toBe(0);
    await unrelated.getByRole('button', { name: 'Add relation of Otto' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Correct Otto' });
    await dialog.getByLabel('Relation', { exact: true }).fill('Hana’s late husband');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(tree.getByRole('link', { name: /^Otto/ })).toContainText('late husband');
    await expect(unrelated.getByRole('listitem')).toHaveCount(1);
    await expect(unrelated.getByRole('link', { name: 'Ines' })).toBeVisible();
  });

  await page.getByRole('button', { name: 'Correct Ines', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Correct Ines' });
  await expect(dialog.getByLabel('Is one of the members').locator('option:checked')).toHaveText('Ines Vale');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('main').getByRole('link', { name: /^Ines/ }).first().click();
  await expect(page.getByText('Ines Vale reads this book')).toBeVisible();
});

test('An owner changes what a member is, removes one, and an owner leaves the book, by keyboard on a phone', {
  tag: '@rare',
}, async ({ people }) => {
  const { hana, ines, otto, subjectId } = await aBookOfThree(people, { ines: 'VIEWER', otto: 'EDITOR' });
  const viewport = { width: 390, height: 844 };
  const address = `/dashboard/${subjectId}/family-friends/`;
  const [page, own, others] = [
    await people.open(hana, { viewport }),
    await people.open(ines, { viewport }),
    await people.open(otto, { viewport }),
  ];
  for (const each of [page, own, others]) {
    await each.goto(address);
    await settled(each);
  }
  const change = (where: Page, name: string) => where.getByRole('button', { name: `Change ${name}` });
  const rowOf = (name: string) => page.getByRole('listitem').filter({ has: change(page, name) });
  const choose = async (where: Page, name: string, act: string | RegExp) => {
    await change(where, name).press('Enter');
    await where.getByRole('menuitem', { name: act }).press('Enter');
  };

  await test.step('a reader becomes family, an owner, a reader and an owner again', async () => {
    for (const [act, role] of [
      [/^Make family/, 'writes and corrects'],
      ['Make an owner', 'Owner'],
      ['Make a reader', 'reads and asks'],
      ['Make an owner', 'Owner'],
    ] as const) {
      await choose(page, 'Ines Vale', act);
      await expect(rowOf('Ines Vale')).toContainText(role);
    }
    // She changes others herself from now on.
    await expect(change(own, 'Otto Vale')).toBeVisible();
  });

  await test.step('one is asked before a member is removed, who reads nothing any more', async () => {
    await choose(page, 'Otto Vale', 'Remove');
    const asked = page.getByRole('alertdialog', { name: 'Remove Otto Vale?' });
    await expect(asked).toContainText('What they wrote stays.');
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0, { timeout: 15_000 });
    expect(await violations(page, 'removing a member')).toEqual([]);
    await asked.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(asked).toBeHidden();
    await expect(rowOf('Otto Vale')).toBeVisible();
    await choose(page, 'Otto Vale', 'Remove');
    await asked.getByRole('button', { name: 'Remove Otto Vale' }).press('Enter');
    await expect(page.getByText('Removed', { exact: true })).toBeVisible();
    await expect(asked).toBeHidden();
    await expect(rowOf('Otto Vale')).toHaveCount(0);
    await others.goto(address);
    await expect(others.getByRole('heading', { name: 'Not Found' })).toBeVisible();
    expect((await otto.gql('SubjectHome', { id: subjectId })).subject).toBeNull();
  });

  await test.step('an owner leaves the book', async () => {
    await choose(own, 'Ines Vale', 'Leave the book');
    const asked = own.getByRole('alertdialog', { name: 'Leave Hana’s book?' });
    expect(await violations(own, 'leaving the book')).toEqual([]);
    expect(await beside(own)).toBe(0);
    await asked.getByRole('button', { name: 'Leave the book' }).press('Enter');
    await expect(own.getByText('You have left the book')).toBeVisible();
    await expect(own).not.toHaveURL(new RegExp(subjectId));
    await expect(rowOf('Ines Vale')).toHaveCount(0);
    expect((await ines.gql('SubjectHome', { id: subjectId })).subject).toBeNull();
  });
});

test('An owner names a successor, who is told and owns the book once the owner’s account is deleted', {
  tag: '@rare',
}, async ({ people }) => {
  const [nora, ivo] = [await people.join('Nora Vale'), await people.join('Ivo Vale')];
  const subjectId = await anOwnBook(nora, { preferredName: 'Nora' });
  await letIn(nora, subjectId, ivo, 'VIEWER');
  const page = await people.open(nora, { viewport: { width: 390, height: 844 } });
  const change = page.getByRole('button', { name: 'Change Ivo Vale' });
  const row = page.getByRole('listitem').filter({ has: change });

  await page.goto(`/dashboard/${subjectId}/family-friends/`);
  await change.press('Enter');
  await page.getByRole('menuitem', { name: 'Name as successor' }).press('Enter');
  const asked = page.getByRole('alertdialog', { name: 'Name Ivo Vale as successor?' });
  expect(await violations(page, 'naming')).toEqual([]);
  await asked.getByRole('button', { name: 'Name as successor' }).press('Enter');
  await expect(row).toContainText('named as successor');
  await expect(asked).toBeHidden();

  await page.goto(`/dashboard/${subjectId}/settings/`);
  const successor = page.getByLabel('Successor', { exact: true });
  await expect(successor.locator('option:checked')).toHaveText('Ivo Vale');
  for (const [choice, done] of [
    ['Nobody', 'Nobody is named as successor any more'],
    ['Ivo Vale', 'Ivo Vale is named as successor'],
  ] as const) {
    await successor.selectOption(choice);
    await page.getByRole('button', { name: 'Save successor' }).click();
    await expect(page.getByText(done)).toBeVisible();
  }

  await page.goto('/settings/');
  await expect(page.getByText('Ivo Vale takes over your book, as the named successor.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByLabel('Your book').locator('option:checked')).toHaveText('Hand it to Ivo Vale');
  await expect(dialog.getByText('Ivo Vale is named as successor.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL(/account=deleted/);
  const { subject } = await ivo.gql('SubjectHome', { id: subjectId });
  expect(subject).toMatchObject({ myRole: 'OWNER' });
});

test('A named successor says that the owner has died, and the owner answers', {
  tag: '@rare',
}, async ({ people }) => {
  const [nora, ivo] = [await people.join('Nora Vale'), await people.join('Ivo Vale')];
  const subjectId = await anOwnBook(nora, { preferredName: 'Nora' });
  await letIn(nora, subjectId, ivo, 'VIEWER');
  const { subject } = await nora.gql(
    'query ($id: ID!) { subject(id: $id) { members { id user { name } } } }',
    {
      id: subjectId,
    },
  );
  const { id: membershipId } = subject.members.find(
    (member: { user: { name: string } }) => member.user.name === 'Ivo Vale',
  );
  const name = `mutation ($subjectId: ID!, $membershipId: ID) {
    setSuccessor(subjectId: $subjectId, membershipId: $membershipId) { ... on Subject { id } } }`;
  done(await nora.gql(name, { subjectId, membershipId }));
  const phone = { viewport: { width: 390, height: 844 } };
  const [theirs, page] = [await people.open(ivo, phone), await people.open(nora, phone)];

  await theirs.goto(`/dashboard/${subjectId}/settings/`);
  await expect(theirs.getByText(/You are the named successor for Nora’s book\./)).toBeVisible();
  expect(await violations(theirs, 'a successor')).toEqual([]);
  await theirs.getByRole('button', { name: 'Nora Vale has died' }).press('Enter');
  const asked = theirs.getByRole('alertdialog', { name: 'Has Nora Vale died?' });
  expect(await violations(theirs, 'saying that the owner has died')).toEqual([]);
  await asked.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(asked).toBeHidden();
  await theirs.getByRole('button', { name: 'Nora Vale has died' }).press('Enter');
  await asked.getByRole('button', { name: 'Nora Vale has died' }).press('Enter');
  await expect(theirs.getByText(/You told us on .* that Nora Vale has died\./)).toBeVisible();
  expect(await beside(theirs)).toBe(0);

  await page.goto(`/dashboard/${subjectId}/settings/`);
  await expect(page.getByText('Ivo Vale told us that you have died')).toBeVisible();
  expect(await violations(page, 'the owner is asked')).toEqual([]);
  expect(await beside(page)).toBe(0);
  await page.getByRole('button', { name: 'I’m here' }).press('Enter');
  await expect(page.getByText('The book stays as it is')).toBeVisible();
  await expect(page.getByText('Ivo Vale told us that you have died')).toHaveCount(0);
  await theirs.reload();
  await expect(theirs.getByText(/We were told that Nora Vale is alive/)).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Nora Vale has died' })).toHaveCount(0);
});

test('A book becomes a memorial: it is called so, promises no conversation, and takes what the family remembers', async ({
  people,
}) => {
  const ana = await people.join('Ana Vale');
  const input = { fullName: 'Rosa Vale', preferredName: 'Rosa', relationship: 'daughter' };
  const { id } = done(await ana.gql('CreateSubject', { input }));
  const page = await people.open(ana, { viewport: { width: 390, height: 844 } });
  await page.goto(`/dashboard/${id}/settings/`);
  await settled(page);
  await page.getByRole('button', { name: 'Turn into a memorial' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Turn Rosa’s book into a memorial?' });
  await expect(asked.getByText(/This can’t be undone/)).toBeVisible();
  await asked.getByRole('button', { name: 'Turn into a memorial' }).click();
  await expect(page.getByText(/^Rosa’s book is a memorial\./)).toBeVisible();

  await page.goto(`/dashboard/${id}/`);
  await settled(page);
  await expect(page.getByText('What the family remembers of Rosa appears here.')).toBeVisible();
  await expect(page.getByText(/after each conversation/)).toHaveCount(0);
  await expect(page.getByText(/^Rosa’s book stays open/)).toBeVisible();
  await page.getByRole('link', { name: 'Add a memory' }).click();
  await expect(page).toHaveURL(/\/biography\/$/);
});
