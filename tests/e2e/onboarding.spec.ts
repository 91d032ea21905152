import type { Page } from '@playwright/test';
import pg from 'pg';
import { sizes } from '../support/browser/hands.ts';
import { held } from '../support/browser/held.ts';
import { expect, test } from '../support/browser/test.ts';
import { done, type Visitor } from '../support/browser/visitor.ts';

for (const [how, viewport] of sizes) {
  test(`The whole onboarding works by keyboard alone, ${how}`, async ({ people }) => {
    const rosa = await people.join('Rosa Quill');
    const page = await people.open(rosa, { viewport });
    await page.goto('/onboarding/');

    await tabTo(page, page.getByRole('radio', { name: /Somebody I love/ }));
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /Myself/ })).toBeChecked();
    await page.keyboard.press('ArrowUp');
    await tabTo(page, page.getByRole('button', { name: 'Continue', exact: true }));
    await page.keyboard.press('Enter');

    await heading(page, 'Who is it?');
    await tabTo(page, page.getByLabel('Their full name'));
    await page.keyboard.type('Agnes Quill');
    await tabTo(page, page.getByLabel('Your relationship to them'));
    await page.keyboard.type('niece');
    await tabTo(page, page.getByLabel('Month'));
    await page.keyboard.type('Ma');
    await tabTo(page, page.getByLabel('Year'));
    await page.keyboard.type('1938');
    await page.keyboard.press('Enter');

    await heading(page, 'Agnes’s phone');
    await tabTo(page, page.getByLabel('Agnes’s number'));
    await page.keyboard.type('508 555 0177');
    await tabTo(page, page.getByRole('button', { name: 'Continue to consent' }));
    await page.keyboard.press('Enter');

    await heading(page, 'Agnes decides');
    await tabTo(page, page.getByRole('radio', { name: /here with me/ }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('checkbox', { name: /^Writing/ }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByLabel('Your name, as you would sign it'));
    await page.keyboard.type('Agnes Quill');
    await tabTo(page, page.getByRole('button', { name: 'I agree to what I ticked' }));
    await page.keyboard.press('Enter');

    await heading(page, 'What Agnes hears first');
    await tabTo(page, page.getByRole('radio', { name: 'Let Evertold choose' }));
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('radio', { name: 'A question of my own' })).toBeChecked();
    await tabTo(page, page.getByLabel(/^Ask (her|him|them) this$/));
    await page.keyboard.type('Who taught you to swim?');
    await page.keyboard.press('Enter');

    await heading(page, 'Who reads along?');
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type('cousin@evertold.test');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Invited' })).toContainText('cousin@evertold.test');
    await tabTo(page, page.getByRole('button', { name: 'Finish', exact: true }));
    await page.keyboard.press('Enter');

    await heading(page, /is ready$/);
    await tabTo(page, page.getByRole('link', { name: 'Open the book' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard\/[^/]+\/$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Agnes');
  });
}

test('The onboarding resumes at the step where it was left', { tag: '@rare' }, async ({ people }) => {
  const sven = await people.join('Sven Holt');
  const page = await people.open(sven);
  await page.goto('/onboarding/');
  await page.getByRole('radio', { name: /Myself/ }).check();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await heading(page, 'Your phone');

  const elsewhere = await people.open(sven);
  const stepMayCome = await held(elsewhere, '**/graphql');
  await elsewhere.goto('/onboarding/');
  await expect(elsewhere.locator('main [aria-busy=true]')).toBeVisible();
  // A press on a link during loading counts, although the page is re-rendered before the release.
  await elsewhere.getByRole('link', { name: 'Evertold' }).hover();
  await elsewhere.mouse.down();
  stepMayCome();
  await heading(elsewhere, 'Your phone');
  await elsewhere.mouse.up();
  await expect(elsewhere).toHaveURL(/:\d+\/$/);
});

test('A Spanish speaker reads and agrees in Spanish, on a screen of their family', async ({ people }) => {
  const lena = await people.join('Lena Ruiz');
  const id = await aSpanishBook(lena, 'LOVED_ONE', { pronouns: 'she/her' });
  const page = await people.open(lena);
  await page.goto('/onboarding/?step=consent');

  await heading(page, 'Chela decides');
  await page.getByRole('radio', { name: /here with me/ }).check();
  const hers = page.locator('main [lang=es]');
  await expect(hers.getByRole('heading', { name: 'Para que lo lea Chela' })).toBeVisible();
  await expect(hers.getByRole('link', { name: 'condiciones (en inglés)' })).toBeVisible();
  await expect(hers.filter({ hasText: 'aviso de privacidad' }).first()).not.toContainText(
    /\b(the|you|we)\b/i,
  );
  const agree = page.getByRole('button', { name: 'Acepto lo que marqué' });
  await agree.click();
  await expect(page.getByRole('alert')).toHaveText('Marque lo que acepta, o siga sin aceptar');
  await page.getByRole('checkbox', { name: /^Escritura/ }).check();
  await agree.click();
  await expect(page.getByText('Escriba su nombre, como lo firmaría')).toBeVisible();
  await page.getByLabel('Su nombre, como lo firmaría').fill('Chela Ruiz');
  await agree.click();

  await heading(page, 'What Chela hears first');
  const { subject } = await lena.gql(`query ($id: ID!) { subject(id: $id) { consents { kind status } } }`, {
    id,
  });
  expect(subject.consents).toEqual([{ kind: 'AI_WRITING', status: 'GRANTED' }]);
});

test('A Spanish speaker gets the code for their phone in Spanish, and agrees for themself', {
  tag: '@rare',
}, async ({ people }) => {
  const chela = await people.join('Chela Ruiz');
  await aSpanishBook(chela, 'MYSELF', { phone: '+15085550193' });
  const page = await people.open(chela);
  await page.goto('/onboarding/?step=consent');

  await heading(page, 'Usted decide');
  await page.getByRole('checkbox', { name: /^Llamadas/ }).check();
  const agree = page.getByRole('button', { name: 'Acepto lo que marqué' });
  await agree.click();
  await expect(page.getByText('así acepta quien tiene este teléfono')).toBeVisible();
  await expect(page.getByText('Enviamos un código por mensaje de texto al (508) 555-0193')).toBeVisible();
  await page.getByRole('button', { name: 'Enviar el código' }).click();
  await page.getByLabel('Código del mensaje').fill('000000');
  await agree.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Este código no es correcto' })).toBeVisible();
});

test('Somebody whose phone asked for no more texts is told how it takes that back', { tag: '@rare' }, async ({
  people,
}) => {
  const chela = await people.join('Chela Ruiz');
  const id = await aSpanishBook(chela, 'MYSELF', { phone: '+15085550194' });
  await enterConsent(id, { kind: 'SMS', status: 'WITHDRAWN', version: 2, via: 'SMS', phone: '+15085550194' });
  const page = await people.open(chela);
  await page.goto('/onboarding/?step=consent');

  await page.getByRole('checkbox', { name: /^Mensajes de texto/ }).check();
  await page.getByRole('button', { name: 'Acepto lo que marqué' }).click();
  await expect(page.getByRole('alert')).toContainText('Un mensaje con la palabra START, enviado desde él');
});

test('A Spanish speaker agrees to a new wording in Spanish, and with a code where their phone has to', {
  tag: '@rare',
}, async ({ people }) => {
  const chela = await people.join('Chela Ruiz');
  const id = await aSpanishBook(chela, 'MYSELF', { phone: '+15085550195' });
  const before = { status: 'GRANTED', version: 1, via: 'WEB' };
  await enterConsent(id, { ...before, kind: 'CALLS', phone: '+15085550195' });
  await enterConsent(id, { ...before, kind: 'AI_WRITING', phone: null });
  const page = await people.open(chela);
  await page.goto('/settings/permissions');

  const dialog = page.getByRole('dialog', { name: 'Aceptar las palabras nuevas' });
  await page.getByRole('button', { name: /^Aceptar las palabras nuevas.*escritura/ }).click();
  await expect(dialog).toHaveAttribute('lang', 'es');
  await expect(dialog).toContainText('Escritura: mientras no acepte, sigue valiendo lo que aceptó antes.');
  await expect(dialog).not.toContainText(/\b(the|you|until|agree)\b/i);
  await dialog.getByRole('button', { name: 'Acepto' }).click();
  await expect(page.getByText('Queda guardado en el registro')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: /^Aceptar las palabras nuevas.*llamadas/ }).click();
  await dialog.getByRole('button', { name: 'Acepto' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/así acepta quien tiene este teléfono/);
  await dialog.getByRole('button', { name: 'Enviar el código' }).click();
  await dialog.getByLabel('Código del mensaje').fill('12');
  await dialog.getByRole('button', { name: 'Acepto' }).click();
  await expect(dialog.getByText('Escriba los seis números del mensaje')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();

  const { subject } = await chela.gql(
    `query ($id: ID!) { subject(id: $id) { consents { kind wordingVersion } } }`,
    { id },
  );
  expect(subject.consents).toEqual([
    { kind: 'CALLS', wordingVersion: 1 },
    { kind: 'AI_WRITING', wordingVersion: 5 },
  ]);
});

type Entry = { kind: string; status: string; version: number; via: string; phone: string | null };

/** Makes an entry in a book's ledger. */
async function enterConsent(subjectId: string, { kind, status, version, via, phone }: Entry): Promise<void> {
  const database = new pg.Client({ connectionString: process.env.EVERTOLD_DATABASE });
  await database.connect();
  try {
    await database.query(
      `with entry as (
         insert into consent_entry (id, subject_id, kind, status, wording_version, via)
         values (gen_random_uuid(), $1, $3::"ConsentKind", $4::"ConsentStatus", $5, $6::"ConsentVia") returning id)
       insert into consent_identity (entry_id, subject_id, phone) select id, $1, $2 from entry`,
      [subjectId, phone, kind, status, version, via],
    );
  } finally {
    await database.end();
  }
}

/** A Spanish book whose onboarding waits for the consent. Returns its id. */
async function aSpanishBook(by: Visitor, forWhom: 'MYSELF' | 'LOVED_ONE', details: object): Promise<string> {
  const input = { fullName: 'Chela Ruiz', language: 'es', isSelf: forWhom === 'MYSELF', ...details };
  const { id } = done(await by.gql('CreateSubject', { input }));
  done(
    await by.gql(
      `mutation ($input: SaveOnboardingInput!) { saveOnboarding(input: $input) {
        __typename ... on UserError { message } } }`,
      { input: { step: 'CONSENT', forWhom, subjectId: id } },
    ),
  );
  return id;
}

async function heading(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Presses Tab until the element has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, wanted: ReturnType<Page['getByRole']>): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
  await expect(wanted).toBeInViewport();
}
