import { beside, settled, violations } from '../support/browser/axe.ts';
import { hands } from '../support/browser/hands.ts';
import { aPhone } from '../support/browser/many-messages.ts';
import { aPhoneServer, proveNumber } from '../support/browser/phone-server.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, letIn } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';

for (const { how, viewport, press, tick, type, choose } of hands) {
  test(`Every section of a book’s settings is changed and saved, up to deleting the book and having it back, ${how}`, async ({
    people,
  }) => {
    const service = await aPhoneServer();
    const [hana, ines] = [await people.join('Hana Vale'), await people.join('Ines Vale')];
    const phone = aPhone();
    await proveNumber(hana.email, phone);
    const subjectId = await anOwnBook(hana, { preferredName: 'Hana', phone });
    await letIn(hana, subjectId, ines, 'EDITOR');
    const grants = [{ kind: 'CALLS', phone, wordingVersion: 1 }];
    done(await hana.gql('GiveConsent', { input: { subjectId, grants } }));
    const page = await people.open(hana, { viewport, reducedMotion: 'reduce', baseURL: service.url });
    const fits = async (what: string) => {
      await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
      expect(await violations(page, `${what}, ${how}`)).toEqual([]);
      expect(await beside(page), what).toBe(0);
    };
    const save = async (what: string) => {
      const button = page.getByRole('button', { name: `Save ${what}` });
      await press(button);
      await expect(button).toHaveCount(0);
    };
    await page.goto(`/dashboard/${subjectId}/settings/`);
    await settled(page);
    await fits('the settings');

    await test.step('details', async () => {
      await type(page.getByLabel('Full name'), ' ');
      await press(page.getByRole('button', { name: 'Save the details' }));
      await expect(page.getByText('Enter a name')).toBeVisible();
      await type(page.getByLabel('Full name'), 'Hana Teixeira Vale');
      await type(page.getByLabel('Place of birth'), 'Penhallow');
      await save('the details');
    });

    await test.step('times', async () => {
      await choose(page.getByLabel('Until', { exact: true }), '6 pm');
      await press(page.getByRole('button', { name: 'Add a time' }));
      const time = page.getByLabel('Time 1', { exact: true });
      await expect(time).toHaveAttribute('max', '17:59');
      await time.fill('18:00');
      await press(page.getByRole('button', { name: 'Save the times' }));
      await expect(page.getByText('Choose times from 9 am to before 6 pm')).toBeVisible();
      await fits('a time out of the hours');
      await time.fill('15:30');
      await save('the times');
      await press(page.getByRole('button', { name: 'Skip the next call' }));
      await expect(page.getByText(/^Skipped:/)).toBeVisible();
    });

    await test.step('interview style and code word', async () => {
      await choose(page.getByLabel('Patience in calls'), 'Patient: five seconds');
      await type(page.getByLabel('Topics to avoid'), 'Money');
      await save('the interview style');
      await type(page.getByLabel('Code word'), 'green ink');
      await save('the code word');
    });

    await test.step('sharing and consent', async () => {
      const rule = page.getByRole('checkbox', { name: 'Readers may read the conversations' });
      await tick(rule);
      await expect(rule).toBeChecked();
      const living = page.getByLabel('What readers see of living people');
      await choose(living, 'Only what the stories say');
      await expect(living).toHaveAccessibleDescription(/have no page/);
      await fits('what readers see of living people');
      await press(page.getByRole('button', { name: 'Take back a consent' }));
      const dialog = page.getByRole('dialog', { name: 'Take back a consent' });
      await tick(dialog.getByRole('checkbox', { name: /^Sharing/ }));
      await fits('taking back a consent');
      await press(dialog.getByRole('button', { name: 'Take back', exact: true }));
      await expect(dialog).toBeHidden();
    });

    await test.step('pause, and who takes over', async () => {
      await press(page.getByRole('button', { name: 'Pause the book' }));
      await expect(page.getByText('We don’t call or text you until somebody resumes.')).toBeVisible();
      await press(page.getByRole('button', { name: 'Resume' }));
      await expect(page.getByRole('button', { name: 'Pause the book' })).toBeVisible();
      await choose(page.getByLabel('Successor', { exact: true }), 'Ines Vale');
      await press(page.getByRole('button', { name: 'Save successor' }));
      await expect(page.getByText('Ines Vale is named as successor')).toBeVisible();
      await fits('a successor is named');
    });

    const { subject } = await hana.gql(
      `query ($id: ID!) { subject(id: $id) { fullName birthPlace patienceMs avoidedThemes codeWord
        viewersReadTranscripts livingForViewers callTimes { time } successor { user { name } }
        consents { kind status } } }`,
      { id: subjectId },
    );
    expect(subject).toMatchObject({
      ...{ fullName: 'Hana Teixeira Vale', birthPlace: 'Penhallow', patienceMs: 5_000 },
      ...{ avoidedThemes: ['Money'], codeWord: 'green ink', viewersReadTranscripts: true },
      livingForViewers: 'STORIES_ONLY',
      ...{ callTimes: [{ time: '15:30' }], successor: { user: { name: 'Ines Vale' } } },
    });
    expect(subject.consents).toContainEqual({ kind: 'SHARING', status: 'WITHDRAWN' });

    await test.step('a book that is deleted is gone for the family, and comes back', async () => {
      await press(page.getByRole('button', { name: 'Delete this book' }));
      const asked = page.getByRole('alertdialog', { name: 'Delete your book?' });
      await fits('before deleting');
      await press(asked.getByRole('button', { name: 'Delete the book' }));
      await expect(page.getByText(/^Deleted on .*, kept until/)).toBeVisible();
      expect((await ines.gql('SubjectHome', { id: subjectId })).subject).toBeNull();
      await fits('the book is deleted');
      await press(page.getByRole('button', { name: 'Undo' }));
      await expect(page.getByText('Your book is back')).toBeVisible();
      expect((await ines.gql('SubjectHome', { id: subjectId })).subject).toMatchObject({ myRole: 'EDITOR' });
    });
    await service.stop();
  });

  test(`A book becomes a memorial, which can’t be undone, ${how}`, async ({ people }) => {
    const ana = await people.join('Ana Silva');
    const input = {
      fullName: 'Alma Rourke',
      preferredName: 'Alma',
      relationship: 'daughter',
      pronouns: 'she',
    };
    const { id } = done(await ana.gql('CreateSubject', { input }));
    const page = await people.open(ana, { viewport, reducedMotion: 'reduce' });
    await page.goto(`/dashboard/${id}/settings/`);
    await settled(page);
    const turn = page.getByRole('button', { name: 'Turn into a memorial' });
    const asked = page.getByRole('alertdialog', { name: 'Turn Alma’s book into a memorial?' });
    await press(turn);
    await press(asked.getByRole('button', { name: 'Leave it as it is' }));
    await expect(turn).toBeFocused();
    await press(turn);
    expect(await violations(page, `before the memorial, ${how}`)).toEqual([]);
    await press(asked.getByRole('button', { name: 'Turn into a memorial' }));
    await expect(page.getByText('Alma’s book is a memorial.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Times', exact: true })).toHaveCount(0);
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
    expect(await violations(page, `the memorial, ${how}`)).toEqual([]);
    expect(await beside(page)).toBe(0);
  });
}
