import type { Page, Route } from '@playwright/test';
import { held } from '../support/browser/held.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, aTeller, begun } from '../support/browser/told.ts';

/** Holds matching requests until the returned function is called. */
async function hold(page: Page, fits: (body: string) => boolean): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let open = false;
  await page.route('**/graphql', async (route) => {
    if (open || !fits(route.request().postData() ?? '')) return route.continue();
    held.push(route);
  });
  return async () => {
    open = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}

test('A book’s first page has its layout and sends its queries before its script has loaded, sends them once, and is updated from then on', async ({
  people,
}) => {
  const { subjectId, page } = await aTeller(people, 'Anton Frame');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) asked.push(request.postDataJSON().operationName);
  });
  const followed: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => void followed.push(String(payload))),
  );
  let scriptMayCome = () => {};
  let seen = Promise.resolve();
  await page.route('**/assets/react-*.js', async (route) => {
    await seen;
    await route.continue();
  });

  for (const [path, first] of [
    ['biography/', 'BiographyRoute'],
    ['', 'Dashboard'],
  ] as const) {
    seen = new Promise<void>((done) => {
      scriptMayCome = done;
    });
    asked.length = 0;
    const ahead = () => asked.filter((name) => name === 'BookLayout' || name === first).toSorted();
    await page.goto(`/dashboard/${subjectId}/${path}`, { waitUntil: 'commit' });
    await expect(page.getByText('Family & friends')).toBeVisible();
    await expect.poll(ahead).toEqual([first, 'BookLayout'].toSorted());
    scriptMayCome();

    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(ahead()).toEqual([first, 'BookLayout'].toSorted());
  }
  const follows = () => followed.find((frame) => frame.includes('DashboardConversations'));
  await expect.poll(follows).toMatch(/"variables":\{[^}]*"awaySeconds":[1-9]/);
});

type Watched = { seen: { at: number; pending: boolean }[]; clickedAt: number };

/** Records when the page shows and hides its pending state, in the page's own time. */
function watchPending() {
  const seen: Watched['seen'] = [];
  Object.assign(window, { seen });
  new MutationObserver(() => {
    const pending =
      document.querySelector('.page[data-pending], main [aria-busy=true], [aria-busy=true] main') !== null;
    if (pending !== (seen.at(-1)?.pending ?? false)) seen.push({ at: performance.now(), pending });
  }).observe(document, { childList: true, subtree: true, attributes: true });
  addEventListener('click', () => Object.assign(window, { clickedAt: performance.now() }), { capture: true });
}

test('The pending state is shown after one second, and then for at least half a second', async ({
  people,
}) => {
  const { subjectId, page } = await aTeller(people, 'Anton Reed');
  await page.addInitScript(watchPending);
  await page.goto(`/dashboard/${subjectId}/call-log/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() => (window as unknown as Watched).seen.splice(0));

  const letGo = await hold(page, (body) => body.includes('FamilyFriends'));
  await page.getByRole('link', { name: 'Family & friends' }).first().click();
  await expect(page.locator('[aria-busy=true]').first()).toBeAttached();
  await letGo();
  await expect(page).toHaveURL(/family-friends\/$/);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);

  const { seen, clickedAt } = await page.evaluate(() => {
    const { seen, clickedAt } = window as unknown as Watched;
    return { seen, clickedAt };
  });
  const [shown, gone] = [seen.find(({ pending }) => pending), seen.findLast(({ pending }) => !pending)];
  // A timer may fire slightly early by the page's clock.
  expect((shown?.at ?? 0) - clickedAt).toBeGreaterThan(990);
  expect((gone?.at ?? 0) - (shown?.at ?? 0)).toBeGreaterThan(490);
});

test('A first page with a running call shows its layout until it can be drawn, and no skeleton before one second', async ({
  people,
}) => {
  const berit = await people.join('Berit Frame');
  const subjectId = await anOwnBook(berit);
  await begun(berit, subjectId);
  const page = await people.open(berit);
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const skeleton = document.querySelector('#root > :not([inert]) main [aria-busy=true]');
      if (skeleton && !('skeletonAt' in window)) Object.assign(window, { skeletonAt: performance.now() });
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
  const bandMayCome = await held(page, '**/assets/OnAir-*.js');

  await page.goto(`/dashboard/${subjectId}/`, { waitUntil: 'commit' });
  await expect(page.locator('#root > :not([inert]) main [aria-busy=true]')).toBeAttached();
  bandMayCome();
  await expect(page.getByRole('region', { name: 'Call in progress' })).toBeVisible();
  const waited = await page.evaluate(() => {
    const react = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes('/assets/react-'));
    const { skeletonAt } = window as unknown as { skeletonAt: number };
    return skeletonAt - (react as PerformanceResourceTiming).responseEnd;
  });
  expect(waited).toBeGreaterThan(990);
});

test('A page whose file fails to load says so, raises its event, and offers to reload', async ({
  people,
}) => {
  const berit = await people.join('Berit Reed');
  await anOwnBook(berit);
  const page = await people.open(berit);
  await page.addInitScript(() => {
    const raised: string[] = [];
    Object.assign(window, { raised });
    addEventListener('evertold:preload-error', (event) => {
      raised.push(String((event as CustomEvent<{ error: Error }>).detail.error));
    });
  });
  await page.route('**/assets/permissions.route-*', (route) => route.abort());
  const settingsMayCome = await held(page, '**/graphql', ({ operationName }) => operationName === 'Settings');
  await page.goto('/settings/');
  const waiting = page.locator('main [aria-busy=true]');
  await expect(waiting).toBeVisible();
  // A press on a link during loading counts, although the page beside it changes before the release.
  await page.getByRole('link', { name: 'Permissions' }).hover();
  await page.mouse.down();
  settingsMayCome();
  await expect(waiting).toBeHidden();
  await expect(page.getByLabel('Name')).toBeVisible();
  await page.mouse.up();
  const notice = page.getByRole('region', { name: /Notifications/ });
  await expect(notice.getByText('The page did not load')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Something went wrong!' })).toBeVisible();
  expect(
    await page.evaluate(() => (window as unknown as { raised: string[] }).raised.length),
  ).toBeGreaterThan(0);

  // Another notice appears and disappears beside it; after that the focus returns to where it was.
  await page.goBack();
  const letters = page.getByLabel('A new story');
  await letters.selectOption({ label: 'Never' });
  await letters.focus();
  const saved = notice.getByRole('listitem').filter({ hasText: 'Saved' });
  await saved.focus();
  await expect(saved).toBeFocused();
  await expect(saved).toBeHidden();
  await expect(letters).toBeFocused();

  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Something went wrong!' })).toBeVisible();
  await page.unroute('**/assets/permissions.route-*');
  await notice.getByRole('button', { name: 'Load it again' }).click();
  await expect(page).toHaveURL(/\/settings\/permissions$/);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Something went wrong!');
});

test('An error’s details can be shown and hidden, and the page tried again', async ({ people }) => {
  const { subjectId, page } = await aTeller(people, 'Carla Reed');
  await page.route('**/graphql', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"errors":[{"message":"No"}]}' }),
  );
  await page.goto(`/dashboard/${subjectId}/call-log/`);
  await expect(page.getByRole('heading', { name: 'Something went wrong!' })).toBeVisible();
  await expect(page.getByLabel('Error details')).toBeHidden();
  await page.getByRole('button', { name: 'Show Error' }).click();
  await expect(page.getByLabel('Error details')).toContainText('500');
  await page.getByRole('button', { name: 'Hide Error' }).click();
  await expect(page.getByLabel('Error details')).toBeHidden();

  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong!' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('An address that does not exist shows Not Found', async ({ people }) => {
  const page = await people.open(await people.join('Dina Reed'));
  for (const address of [
    '/nowhere',
    '/dashboard/0193b7a2-0000-7000-8000-000000000000/',
    '/dashboard/x/call-log/y/',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
    await expect(page).toHaveTitle(/Not Found/);
  }
});

test('A page is preloaded once when a user points at its link', async ({ people }) => {
  const { subjectId, page } = await aTeller(people, 'Emil Reed');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { operationName } = (request.method() === 'POST' && request.postDataJSON()) || {};
    if (operationName) asked.push(operationName);
  });
  await page.goto(`/dashboard/${subjectId}/`);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const before = asked.length;

  const link = page.getByRole('navigation').first().getByRole('link', { name: 'Call log' });
  const loaded = page.waitForResponse((response) => /CallLog/.test(response.request().postData() ?? ''));
  await link.hover();
  await loaded;
  await page.mouse.move(0, 0);
  await link.hover();
  await link.click();
  await expect(page).toHaveURL(/call-log\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect(asked.slice(before).filter((name) => name === 'CallLogRoute')).toHaveLength(1);
});
