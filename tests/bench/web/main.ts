import { setTimeout as sleep } from 'node:timers/promises';
import { chromiumPath } from '#tests/support/browser/chromium.ts';
import startWebServer from '#tests/support/web-server.ts';
import { load } from '../machine.ts';
import { mark } from '../table.ts';
import { type Figures, figuresOf } from './lighthouse.ts';
import { goals, pages, weightOf, weightsOf } from './weight.ts';

const times = 5;

/** Changes of the last minute are sent again to new subscribers, so the measurement starts after that time. */
const settledMs = 75_000;

type Points = Partial<Figures>;
/** Goals out of 100. The pages of a book are excluded from search engines, so they have no SEO goal. */
const publicGoals: Points = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };
const bookGoals: Points = { performance: 90, accessibility: 100, 'best-practices': 100 };

const family = 'teresa.rourke@example.com';

const heading = [
  'page',
  'performance',
  'accessibility',
  'practices',
  'search',
  'first ms',
  'largest ms',
  'blocked ms',
  'shift',
];
const widths = [32, 13, 15, 11, 8, 10, 12, 12, 8];

weigh();
await look();

/** Prints the size of each page's scripts, file by file; packages have their own files. */
function weigh() {
  for (const page of Object.keys(pages) as (keyof typeof pages)[]) {
    const kB = weightOf(page);
    say(`Script of ${page}: ${kB.toFixed(1)} kB (gzip; goal ${goals[page]} ${mark(kB <= goals[page])})`);
    for (const { file, bytes } of weightsOf(page).sort((a, b) => b.bytes - a.bytes)) {
      say(`  ${(bytes / 1000).toFixed(1).padStart(6)}  ${file.replace(/^assets\/|-[\w-]{8}\.js$/g, '')}`);
    }
  }
}

async function look() {
  const chromium = chromiumPath();
  if (!chromium) throw new Error('No Chromium was found: install one, or set CHROMIUM_PATH');
  const stop = await startWebServer();
  const settled = sleep(settledMs);
  try {
    const origin = process.env.EVERTOLD_URL ?? '';
    const cookie = await signIn(origin);
    const book = await firstBook(origin, cookie);
    say(`\nLighthouse, as a phone on a slow network: medians of ${times}. Load before: ${load().toFixed(1)}`);
    say(row(heading));
    for (const path of ['/', '/about']) await tell(path, { url: origin + path }, publicGoals);
    await settled;
    for (const path of ['', 'biography/']) {
      await tell(`a book: /${path}`, { url: `${origin}/dashboard/${book}/${path}`, cookie }, bookGoals);
    }
    say(`Load after: ${load().toFixed(1)}`);
  } finally {
    await stop();
  }

  async function tell(name: string, page: { url: string; cookie?: string }, least: Points) {
    say(row([name, ...cellsOf(await figuresOf({ ...page, times, chromium: chromium ?? '' }), least)]));
  }
}

async function signIn(origin: string): Promise<string> {
  const password = JSON.parse(process.env.EVERTOLD_PASSWORDS ?? '{}')[family];
  const answer = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: family, password }),
  });
  if (!answer.ok) throw new Error(`Signing in failed (${answer.status})`);
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
}

async function firstBook(origin: string, cookie: string): Promise<string> {
  const answer = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query: '{ subjects(first: 1) { edges { node { id } } } }' }),
  });
  const { data } = (await answer.json()) as { data: { subjects: { edges: { node: { id: string } }[] } } };
  const [edge] = data.subjects.edges;
  if (!edge) throw new Error('The demo has no book');
  return edge.node.id;
}

function cellsOf(figures: Figures, least: Points): string[] {
  const { firstContentMs, largestContentMs, blockedMs, layoutShift } = figures;
  const points = (['performance', 'accessibility', 'best-practices', 'seo'] as const).map((name) => {
    const goal = least[name];
    return goal === undefined ? String(figures[name]) : `${figures[name]} ${mark(figures[name] >= goal)}`;
  });
  const ms = [firstContentMs, largestContentMs, blockedMs].map((each) => each.toFixed(0));
  return [...points, ...ms, layoutShift.toFixed(3)];
}

function row(cells: string[]): string {
  return cells
    .map((cell, at) => (at ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
    .join('');
}

function say(line: string) {
  process.stdout.write(`${line}\n`);
}
