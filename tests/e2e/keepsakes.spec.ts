import { request as httpRequest } from 'node:http';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { beside, settled, violations } from '../support/browser/axe.ts';
import { byKeyboard, reach } from '../support/browser/hands.ts';
import { expect, type People, test } from '../support/browser/test.ts';
import { anOwnBook, answer, aPublishedStory, letIn, questionAfter } from '../support/browser/told.ts';
import { done, serverUrl } from '../support/browser/visitor.ts';
import { aHeic } from '../support/heic.ts';
import { aFilm, aPhoto, aTone } from '../support/keepsake-files.ts';

const { press, type, viewport } = byKeyboard;

test('Photos are uploaded over a broken connection, described, browsed, deleted and restored', async ({
  people,
}) => {
  const ana = await people.join('Ana Silva');
  const input = { fullName: 'Alma Rourke', preferredName: 'Alma', relationship: 'daughter' };
  const { id: subjectId } = done(await ana.gql('CreateSubject', { input }));
  const page = await people.open(ana, { viewport, hasTouch: true });
  const pier = await aPhoto({ width: 700, height: 500, noise: true });
  const part = pier.subarray(0, Math.floor(0.3 * pier.length));
  const line = await aBreakingLine(page, pier, part);
  await page.goto(`/dashboard/${subjectId}/keepsakes/`);
  await settled(page);
  await expect(page.getByRole('heading', { name: 'No keepsakes yet' })).toBeVisible();
  // A hand on a touch screen takes photos, and drops nothing.
  await expect(page.getByRole('button', { name: 'Take a photo' })).toBeVisible();
  await expect(page.getByText('Drop photos', { exact: false })).toBeHidden();

  await test.step('choose two photos and a text file at once', async () => {
    const photo = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
    await page.locator('input[type=file][multiple]').setInputFiles([
      photo('pier.jpg', pier),
      // As an iPhone stores it.
      { name: 'IMG_0412.HEIC', mimeType: 'image/heic', buffer: aHeic() },
      photo('letter.jpg', Buffer.from('Dear Alma, '.repeat(800))),
    ]);
    const sending = page.getByRole('progressbar', { name: 'Sending pier.jpg' });
    await expect(sending).toHaveAttribute('value', String(part.length));
    await expect(sending).toHaveAttribute('max', String(pier.length));
    line.goOn();
    await expect(page.getByText('Added to the keepsakes')).toHaveCount(2);
    // The bytes that the server received before the break are not sent again.
    expect(line.offsets).toEqual([0, part.length]);
    const refused = page.getByRole('listitem').filter({ hasText: 'letter.jpg' });
    await expect(refused.getByText(/^Photos \(JPEG/)).toBeVisible();
    expect(await violations(page, 'files are added')).toEqual([]);
    await refused.getByRole('button', { name: 'Cancel: letter.jpg' }).click();
    await expect(refused).toHaveCount(0);
    await press(page.getByRole('button', { name: 'Done' }));
    await expect(page.getByText('Added to the keepsakes')).toHaveCount(0);
  });

  await test.step('drop a photo, and paste one', async () => {
    const content = [...(await aPhoto({ width: 120, height: 90 }))];
    for (const [name, event] of [
      ['dropped.jpg', 'drop'],
      ['pasted.jpg', 'paste'],
    ] as const)
      await page.evaluate(
        ({ bytes, name, event }) => {
          const files = new DataTransfer();
          files.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }));
          document.body.dispatchEvent(
            event === 'drop'
              ? new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })
              : new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true }),
          );
        },
        { bytes: content, name, event },
      );
    for (const name of ['dropped.jpg', 'pasted.jpg'])
      await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(
        'Added to the keepsakes',
      );
    await press(page.getByRole('button', { name: 'Done' }));
  });

  await test.step('describe a photo', async () => {
    await press(page.getByRole('button', { name: 'Say what this is: Photo without a title' }).first());
    const form = page.getByRole('dialog', { name: 'What is this?' });
    await expect(form.getByText(/Evertold asks Alma about/)).toBeVisible();
    await type(form.getByLabel('Title'), 'Two girls on a pier');
    await type(form.getByLabel('When'), 'some day');
    await press(form.getByRole('button', { name: 'Save' }));
    await expect(form.getByText(/Write it as/)).toBeVisible();
    await type(form.getByLabel('When'), 'summer of 1952');
    expect(await violations(page, 'a keepsake is described')).toEqual([]);
    await press(form.getByRole('button', { name: 'Save' }));
    await expect(page.getByText('Two girls on a pier, summer of 1952')).toBeVisible();
  });

  await test.step('browse the album by keyboard and by swiping', async () => {
    const opener = page.getByRole('button', { name: 'Two girls on a pier', exact: true });
    await press(opener);
    const album = page.getByRole('dialog', { name: 'Two girls on a pier, summer of 1952' });
    await expect(album).toBeVisible();
    const count = page.getByRole('dialog').getByText(/^[1-4] of 4/);
    const first = await count.textContent();
    expect(await violations(page, 'the album')).toEqual([]);
    expect(await beside(page)).toBeLessThanOrEqual(0);
    await page.keyboard.press('ArrowRight');
    await expect(album).toHaveCount(0);
    await page.keyboard.press('ArrowLeft');
    await expect(count).toHaveText(first ?? '');

    const devtools = await page.context().newCDPSession(page);
    const box = await page.getByRole('dialog').getByRole('img').boundingBox();
    if (!box) throw new Error('The picture is not drawn');
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const to = { x: from.x - 120, y: from.y };
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [to] });
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(album).toHaveCount(0);
    await page.keyboard.press('ArrowLeft');
    await expect(album).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(album).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step('delete a photo and restore it', async () => {
    await press(page.getByRole('button', { name: 'Edit: Two girls on a pier' }));
    await press(page.getByRole('button', { name: 'Delete keepsake' }));
    await expect(page.getByText('Two girls on a pier, summer of 1952')).toHaveCount(0);
    await press(page.getByRole('button', { name: 'Undo' }));
    await expect(page.getByText('Two girls on a pier, summer of 1952')).toBeVisible();
  });

  await test.step('play a film and a recording', async () => {
    await page.locator('input[type=file][multiple]').setInputFiles([
      { name: 'pier.webm', mimeType: 'video/webm', buffer: await aFilmOf(page) },
      { name: 'song.wav', mimeType: 'audio/wav', buffer: aTone(3) },
    ]);
    await expect(page.getByText('Added to the keepsakes')).toHaveCount(2);
    for (const sort of ['audio', 'video'] as const) {
      const player = page.locator(sort);
      const address = (await player.getAttribute('src')) ?? '';
      const served = page.waitForResponse((response) => response.url().endsWith(address));
      // A film has loaded its beginning before somebody plays it.
      await player.evaluate((media: HTMLMediaElement) => media.load());
      await (await reach(player)).press(' ');
      expect((await served).status(), sort).toBe(206);
      await expect
        .poll(() =>
          player.evaluate((media: HTMLMediaElement) => [media.error === null, media.currentTime > 0]),
        )
        .toEqual([true, true]);
    }
  });
});

test('A film that the browser can’t play says so, and can be saved instead', async ({ people }) => {
  const { page } = await anAlbum(people);
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles([{ name: 'IMG_0413.MOV', mimeType: 'video/quicktime', buffer: aFilm() }]);
  const said = page.getByRole('status').filter({ hasText: 'This browser can’t play this film.' });
  await expect(said).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  const download = page.waitForEvent('download');
  await press(said.getByRole('link', { name: 'download it: Film without a title' }));
  expect((await (await download).createReadStream()).readable).toBe(true);
  expect(await violations(page, 'a film that can’t be played')).toEqual([]);
});

/** Somebody's empty album, open on a phone. */
async function anAlbum(people: People) {
  const ana = await people.join('Ana Silva');
  const subjectId = await anOwnBook(ana);
  const page = await people.open(ana, { viewport });
  await page.goto(`/dashboard/${subjectId}/keepsakes/`);
  await settled(page);
  return { ana, subjectId, page };
}

/** A second of film, recorded by the browser. */
async function aFilmOf(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    const drawing = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm;codecs=vp8' });
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    let frames = 0;
    await new Promise<void>((resolve) => {
      const draw = () => {
        drawing?.fillRect(frames, 0, 20, 20);
        frames += 1;
        if (frames < 60) requestAnimationFrame(draw);
        else resolve();
      };
      draw();
    });
    recorder.stop();
    await ended;
    return [...new Uint8Array(await new Blob(pieces).arrayBuffer())];
  });
  return Buffer.from(bytes);
}

/**
 * Breaks the line after a part of a file is sent. What follows of the file waits until `goOn`; `offsets` are the places
 * in the file at which the browser began to send.
 */
async function aBreakingLine(page: Page, file: Buffer, part: Buffer) {
  const offsets: number[] = [];
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  let upload: string | null = null;
  await page.route('**/media/upload', async (route) => {
    const response = await route.fetch();
    if (route.request().headers()['upload-length'] === String(file.length))
      upload = new URL(response.headers().location ?? '', serverUrl()).href;
    await route.fulfill({ response });
  });
  await page.route('**/media/upload/*', async (route) => {
    const request = route.request();
    if (request.method() !== 'PATCH' || request.url() !== upload) return route.continue();
    offsets.push(Number(request.headers()['upload-offset']));
    if (offsets.length > 1) {
      await mayGoOn;
      return route.continue();
    }
    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    await sendPartOf(upload, part, {
      ...request.headers(),
      ...{ cookie, origin: serverUrl(), 'content-length': String(file.length) },
    });
    return route.abort('connectionfailed');
  });
  return { offsets, goOn };
}

/** Sends the beginning of a request's body, and ends the connection. */
function sendPartOf(url: string, part: Buffer, headers: Record<string, string>) {
  return new Promise<void>((resolve) => {
    const request = httpRequest(url, { method: 'PATCH', headers });
    request.on('error', () => resolve());
    request.write(part, () => {
      request.socket?.end();
      request.socket?.once('close', () => resolve());
    });
  });
}

test('The photo that the interviewer asks about is shown beside the question, and to the family', async ({
  people,
}) => {
  const [hana, ines] = [await people.join('Hana Vale'), await people.join('Ines Vale')];
  const subjectId = await anOwnBook(hana, { preferredName: 'Hana' });
  await letIn(hana, subjectId, ines, 'EDITOR');
  const reading = await people.open(ines, { viewport });
  await reading.goto(`/dashboard/${subjectId}/keepsakes/`);
  await settled(reading);
  await reading
    .locator('input[type=file][multiple]')
    .setInputFiles([{ name: 'pier.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() }]);
  await press(reading.getByRole('button', { name: 'Say what this is: Photo without a title' }));
  const form = reading.getByRole('dialog', { name: 'What is this?' });
  await type(form.getByLabel('Title'), 'Two girls on a pier');
  await press(form.getByRole('button', { name: 'Save' }));
  await expect(form).toBeHidden();

  const telling = await people.open(hana, { viewport: { width: 390, height: 844 } });
  const photo = { name: 'Two girls on a pier' };
  await telling.goto('/dashboard/tell-my-own-story/');
  await press(telling.getByRole('button', { name: 'Ask me the first question' }));
  const question = await questionAfter(telling, null);
  expect(question).toContain('Two girls on a pier');
  const shown = telling.getByRole('figure').getByRole('img', photo);
  await expect(shown).toBeInViewport();
  expect(
    await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0);
  expect(await violations(telling, 'a photo beside the question')).toEqual([]);
  expect(await beside(telling)).toBe(0);

  await telling.reload();
  await expect(shown).toBeInViewport();

  await reading.goto(`/dashboard/${subjectId}/call-log/`);
  await reading.locator('main').getByRole('link').first().click();
  const turns = reading.locator('article[id^="message-"]');
  await expect(turns.first().getByRole('img', photo)).toBeVisible();
  expect(await violations(reading, 'a photo in the transcript')).toEqual([]);

  await answer(telling, 'Hm, let me think.');
  await questionAfter(telling, question);
  await expect(shown).toBeVisible();
  await expect(turns).toHaveCount(3);
  // It is shown once, at the turn that asked about it first.
  await expect(reading.getByRole('img', photo)).toHaveCount(1);
});

test('A photo that is withdrawn goes at once from the album, the story and the transcript that others have open', async ({
  people,
}) => {
  const [hana, ines] = [await people.join('Hana Vale'), await people.join('Ines Vale')];
  const subjectId = await anOwnBook(hana, { preferredName: 'Hana' });
  await letIn(hana, subjectId, ines, 'EDITOR');
  const cardId = await aPublishedStory(hana, { subjectId, title: 'On the pier' });
  const photo = { name: 'Two girls on a pier' };
  const keeping = await people.open(hana, { viewport });
  const reading = await people.open(ines, { viewport: { width: 390, height: 844 } });
  const album = `/dashboard/${subjectId}/keepsakes/`;
  for (const page of [keeping, reading]) {
    await page.goto(album);
    await settled(page);
  }
  await reading
    .locator('input[type=file][multiple]')
    .setInputFiles([{ name: 'pier.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() }]);

  await test.step('an added photo comes into the album of the other, with its title', async () => {
    await press(keeping.getByRole('button', { name: 'Say what this is: Photo without a title' }));
    const form = keeping.getByRole('dialog', { name: 'What is this?' });
    await type(form.getByLabel('Title'), photo.name);
    await form.getByLabel('Belongs to the story').selectOption({ label: 'On the pier' });
    await press(form.getByRole('button', { name: 'Save' }));
    await expect(form).toBeHidden();
    await expect(reading.getByRole('img', photo)).toBeVisible();
  });

  const remove = async () => {
    await press(keeping.getByRole('button', { name: `Edit: ${photo.name}` }));
    await press(keeping.getByRole('button', { name: 'Delete keepsake' }));
  };
  const restore = async () => {
    await press(keeping.getByRole('button', { name: 'Undo' }));
    await expect(keeping.getByRole('img', photo)).toBeVisible();
  };

  await test.step('a deleted photo goes from the album, and comes back', async () => {
    await remove();
    await expect(reading.getByRole('img', photo)).toHaveCount(0);
    await restore();
    await expect(reading.getByRole('img', photo)).toBeVisible();
  });

  await test.step('a deleted photo goes from the story', async () => {
    await reading.goto(`/dashboard/${subjectId}/biography/?cardId=${cardId}`);
    const shown = reading.getByRole('article').getByRole('img', photo);
    await settled(reading);
    await expect(shown).toBeVisible();
    await remove();
    await expect(shown).toHaveCount(0);
    await restore();
    await expect(shown).toBeVisible();
  });

  await test.step('a photo that is held back goes from beside the question', async () => {
    const asked = await people.open(hana, { viewport });
    await asked.goto('/dashboard/tell-my-own-story/');
    await press(asked.getByRole('button', { name: 'Ask me the first question' }));
    expect(await questionAfter(asked, null)).toContain(photo.name);
    await reading.goto(`/dashboard/${subjectId}/call-log/`);
    await reading.locator('main').getByRole('link').first().click();
    const turn = reading.locator('article[id^="message-"]').first();
    await expect(turn.getByRole('img', photo)).toBeVisible();
    await settled(reading);
    const { subject } = await hana.gql(
      'query ($id: ID!) { subject(id: $id) { keepsakes(first: 1) { edges { node { media { id } } } } } }',
      { id: subjectId },
    );
    const [{ node }] = subject.keepsakes.edges;
    done(await hana.gql('SetAudience', { input: { keepsakeId: node.media.id, afterDeath: true } }));
    await expect(turn.getByRole('img', photo)).toHaveCount(0);
    await expect(turn).toBeVisible();
    await expect(asked.getByRole('figure').getByRole('img', photo)).toBeVisible();
    done(await hana.gql('SetAudience', { input: { keepsakeId: node.media.id, everyone: true } }));
    await expect(turn.getByRole('img', photo)).toBeVisible();
  });
});

test('A document is looked through page by page in its place', { tag: '@rare' }, async ({ people }) => {
  const ana = await people.join('Ana Silva');
  const { id: subjectId } = done(
    await ana.gql('CreateSubject', { input: { fullName: 'Alma Rourke', preferredName: 'Alma' } }),
  );
  const document = await PDFDocument.create();
  for (const words of ['Flour, and a pinch of salt', 'Bake them until they sing'])
    document.addPage([300, 400]).drawText(words, { x: 20, y: 300, size: 14 });
  const page = await people.open(ana, { viewport });
  await page.goto(`/dashboard/${subjectId}/keepsakes/`);
  await settled(page);
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles([
      { name: 'rolls.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) },
    ]);
  const opener = page.getByRole('button', { name: 'Look through it: Document without a title' });
  await press(opener);
  const pages = page.getByRole('region', { name: 'Pages of “Document without a title”' });
  await expect(pages.getByRole('img', { name: 'Flour, and a pinch of salt' })).toBeVisible();
  await press(pages.getByRole('button', { name: 'Next page' }));
  await expect(pages.getByText('Page 2 of 2')).toBeVisible();
  await expect(pages.getByRole('img', { name: 'Bake them until they sing' })).toBeVisible();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0, { timeout: 15_000 });
  expect(await violations(page, 'a document is open')).toEqual([]);
  expect(await beside(page)).toBeLessThanOrEqual(0);
  await press(page.getByRole('button', { name: 'Close it: Document without a title' }));
  await expect(pages).toHaveCount(0);
});

test('A reader without downloads is shown a keepsake, and no button to save it', { tag: '@rare' }, async ({
  people,
}) => {
  const { ana, subjectId, page } = await anAlbum(people);
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles([{ name: 'pier.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() }]);
  await expect(page.getByText('Added to the keepsakes')).toBeVisible();

  for (const mayDownload of [true, false]) {
    const reader = await people.join('Rita Silva');
    const { url } = done(await ana.gql('Invite', { input: { subjectId, role: 'VIEWER', mayDownload } }));
    const token = new URL(url).pathname.split('/').at(-2);
    done(await reader.gql('AcceptInvitation', { token }));
    const own = await people.open(reader, { viewport });
    await own.goto(`/dashboard/${subjectId}/keepsakes/`);
    await expect(own.getByRole('img', { name: 'Photo without a title' })).toBeVisible();
    await expect(own.getByRole('link', { name: /^Download/ })).toHaveCount(mayDownload ? 1 : 0);
    expect(await violations(own, 'keepsakes of a reader')).toEqual([]);
  }
});

test('In a book of more than a hundred people everybody can be chosen, and nobody is lost', {
  tag: '@rare',
}, async ({ people }) => {
  const ana = await people.join('Ana Silva');
  const { id: subjectId } = done(
    await ana.gql('CreateSubject', { input: { fullName: 'Alma Rourke', preferredName: 'Alma' } }),
  );
  await addPeople(
    subjectId,
    Array.from({ length: 101 }, (_, at) => `Person ${String(at).padStart(3, '0')}`),
  );
  const page = await people.open(ana, { viewport });
  await page.goto(`/dashboard/${subjectId}/keepsakes/`);
  await settled(page);
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles([{ name: 'pier.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() }]);
  await press(page.getByRole('button', { name: 'Say what this is: Photo without a title' }));
  const form = page.getByRole('dialog', { name: 'What is this?' });
  const [first, last] = ['Person 000', 'Person 100'].map((name) => form.getByRole('checkbox', { name }));
  if (!first || !last) throw new Error('Nobody to choose');
  await first.check();
  await last.check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();

  await press(page.getByRole('button', { name: /^(Say what this is|Edit): Photo without a title$/ }));
  await expect(last).toBeChecked();
  await form.getByLabel('Title').fill('Two girls on a pier');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await page.reload();
  await press(page.getByRole('button', { name: 'Edit: Two girls on a pier' }));
  await expect(first).toBeChecked();
  await expect(last).toBeChecked();
  await expect(form.getByRole('checkbox', { checked: true })).toHaveCount(2);
});

test('The album goes on to the older pictures of a large book, and keeps the focus', {
  tag: '@rare',
}, async ({ people }) => {
  const { subjectId, page } = await anAlbum(people);
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles([{ name: 'pier.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() }]);
  await expect(page.getByText('Added to the keepsakes')).toBeVisible();
  await addPictures(subjectId, 54);
  await page.reload();
  await settled(page);
  // Older pictures come only when the test lets them.
  let letOn: () => void = () => undefined;
  const going = new Promise<void>((resolve) => {
    letOn = resolve;
  });
  await page.route('**/graphql', async (route) => {
    const { operationName, variables } = route.request().postDataJSON() ?? {};
    if (operationName === 'Keepsakes' && variables.after) await going;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Picture 48', exact: true }).focus();
  await page.keyboard.press('Enter');
  const album = page.getByRole('dialog');
  await expect(album.getByText(/^48 of more than 50/)).toBeVisible();
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowRight');
  await expect(album.getByText(/^50 of more than 50/)).toBeVisible();
  const next = album.getByRole('button', { name: 'Next picture' });
  await next.focus();
  letOn();
  await expect(album.getByText(/^50 of 55/)).toBeVisible();
  await expect(next).toBeFocused();
  await press(next);
  await expect(album.getByText(/^51 of 55/)).toBeVisible();
  await page.keyboard.press('End');
  await expect(album.getByText(/^55 of 55/)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(album.getByText(/^1 of 55/)).toBeVisible();
});

/** Copies the only picture of a book, as older ones. */
async function addPictures(subjectId: string, count: number) {
  const database = new pg.Client({ connectionString: process.env.EVERTOLD_DATABASE });
  await database.connect();
  await database.query(
    `insert into media (id, subject_id, kind, content_type, bytes, width, height, placeholder, title, added_by_id, storage_key, created_at)
     select gen_random_uuid(), subject_id, kind, content_type, bytes, width, height, placeholder,
       'Picture ' || (at + 1), added_by_id, storage_key || at, created_at - at * interval '1 day'
     from media, generate_series(1, $2::int) at where subject_id = $1`,
    [subjectId, count],
  );
  await database.end();
}

async function addPeople(subjectId: string, names: readonly string[]) {
  const database = new pg.Client({ connectionString: process.env.EVERTOLD_DATABASE });
  await database.connect();
  await database.query(
    'insert into person (id, subject_id, name) select gen_random_uuid(), $1, unnest($2::text[])',
    [subjectId, names],
  );
  await database.end();
}
