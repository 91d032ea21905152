import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build, type Manifest, type ManifestChunk } from 'vite';

/** The prerendered public pages, and the route file of each. */
const pages = {
  '/': 'cover/home.route.tsx',
  '/about': 'cover/about.route.tsx',
  '/tos': 'cover/tos.route.tsx',
  '/privacy': 'cover/privacy.route.tsx',
  '/sms-opt-in/': 'consent/sms-opt-in.route.tsx',
  '/developers/': 'developers/developers.route.tsx',
  '/developers/reference/': 'developers/reference.route.tsx',
};
/** The chunks that every page needs; without them a page that is not prerendered can't be drawn. */
const chunksOfEveryPage = ['frame'];
/** The chunks that every page of a book needs; listed so that the browser doesn't discover them one after another. */
const chunksOfEveryBook = [...chunksOfEveryPage, 'house'];
/** The HTML files of a book's pages; the pages opened first also list their own chunks. */
const books = {
  book: { files: [], at: '/dashboard/{id}/-/' },
  today: { files: ['subjects/dashboard.route.tsx'], at: '/dashboard/{id}/' },
  biography: { files: ['biography/biography.route.tsx'], at: '/dashboard/{id}/biography/' },
};
/** The chunks that follow live conversations; a page loads them once it is drawn. */
const liveChunks = ['live', 'app/socket.ts'];
/**
 * Preloads the session request. Left out when the API is on another origin, where requests carry stored cookies
 * instead.
 */
const session = process.env.API_URL
  ? ''
  : '<link rel="preload" href="/api/auth/get-session" as="fetch" crossorigin>';
const web = dirname(fileURLToPath(import.meta.url));
const dist = join(web, 'dist');
const server = join(web, '../node_modules/.cache/prerender');

await build({
  configFile: join(web, '../vite.config.ts'),
  logLevel: 'warn',
  build: { ssr: join(web, 'entry-prerender.tsx'), outDir: server, emptyOutDir: true, manifest: false },
});
const entry = pathToFileURL(join(server, 'entry-prerender.js')).href;
const { addresses, render, renderFrame, questionsOf } = (await import(
  entry
)) as typeof import('./entry-prerender.tsx');
const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
const shell = await readFile(join(dist, 'index.html'), 'utf8');
const sans = await fontOf('atkinson-hyperlegible-next-latin-normal', 'high');
const book = await fontOf('literata-latin-normal', 'low');
const bookSlanted = await fontOf('literata-latin-italic', 'low');
const blank = shell.replace('<!--page-->', '');
const app = withHead(blank, [...stylesOf(...chunksOfEveryPage), sans, ...scriptsOf(...chunksOfEveryPage)]);
await writeFile(join(dist, 'app.html'), app);
await writeFile(
  join(dist, 'invite.html'),
  withHead(app, [
    previewOf(
      'You are invited to a book on Evertold',
      'A family’s stories, in the words in which they were told.',
    ),
  ]),
);
await writeFile(join(dist, 'addresses.json'), JSON.stringify(await allAddresses()));
for (const [name, { files, at }] of Object.entries(books)) {
  const parts = [...chunksOfEveryBook, ...files];
  const questions = await questionsOf(name as keyof typeof books);
  for (const question of questions)
    if (question.body.includes('liveConversation')) {
      question.laterFiles = ownParts(liveChunks, parts);
      question.callFiles = ownParts(['subjects/today/OnAir.tsx'], [...parts, ...liveChunks]);
    }
  const queryBlock = process.env.API_URL ? '' : blockOf(questions);
  const links = [queryBlock, ...stylesOf(...parts), session, sans, book, ...scriptsOf(...parts)];
  const frame = await renderFrame(at);
  await writeFile(
    join(dist, `${name}.html`),
    withHead(shell, links).replace('<!--page-->', () => frame),
  );
}

for (const [path, file] of Object.entries(pages)) {
  const markup = await render(path);
  const title = /<title>.*?<\/title>/.exec(markup)?.[0];
  const about = /<meta name="description"[^>]*>/.exec(markup)?.[0];
  if (!title || !about) throw new Error(`${path} has no title or no description`);
  if (/<script|<style| style="/.test(markup))
    throw new Error(`${path} contains inline code, which the CSP blocks`);
  // The page's script is loaded after it is drawn, and the book face only if the page has the family's words.
  const told = markup.includes('class="told"') ? [bookSlanted, book] : [];
  if (path === '/' && !told.length) throw new Error('/ no longer shows a family’s words');
  const preview = previewOf(textOf(title), /content="([^"]*)"/.exec(about)?.[1] ?? '');
  const html = withHead(shell, [...stylesOf(...chunksOfEveryPage, file), sans, ...told, preview])
    .replace(/<title>.*?<\/title>/, () => `${title}\n    ${about}`)
    .replace('<!--page-->', () => markup.replace(title, '').replace(about, ''));
  const target = join(dist, path, 'index.html');
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, html);
}
await compressAll();
await rm(server, { recursive: true, force: true });

/** Adds elements to the page's head: styles first, because nothing is drawn without them. */
function withHead(page: string, links: (string | undefined)[]): string {
  return page.replace('</head>', `${links.join('\n')}\n</head>`);
}

/** Some route modules use `window` while they load, so a stub is set meanwhile. */
async function allAddresses(): Promise<string[]> {
  const nothing = () => {};
  Object.assign(globalThis, { window: { addEventListener: nothing, dispatchEvent: nothing } });
  const found = await addresses();
  Reflect.deleteProperty(globalThis, 'window');
  return found;
}

/** The tags for link previews; both arguments are HTML already. */
function previewOf(title: string, about: string): string {
  return [
    '<meta property="og:site_name" content="Evertold">',
    '<meta property="og:type" content="website">',
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${about}">`,
    '<meta name="twitter:card" content="summary">',
  ].join('\n');
}

function textOf(element: string): string {
  return element.replace(/<[^>]*>/g, '');
}

/** All chunks that these files and named chunks import, including themselves. */
function partsOf(files: string[]): ManifestChunk[] {
  const parts = new Map<string, ManifestChunk>();
  const visit = (name: string) => {
    const isIt = (key: string) => key === name || (key.startsWith(`_${name}-`) && key.endsWith('.js'));
    const key = Object.keys(manifest).find(isIt);
    const chunk = key && manifest[key];
    if (!chunk) throw new Error(`${name} was not built`);
    if (parts.has(key)) return;
    parts.set(key, chunk);
    chunk.imports?.forEach(visit);
  };
  files.forEach(visit);
  return [...parts.values()];
}

/** Links to the stylesheets that index.html doesn't have. */
function stylesOf(...files: string[]): string[] {
  const styles = new Set(partsOf(files).flatMap(({ css = [] }) => css));
  return [...styles]
    .filter((asset) => !shell.includes(asset))
    .map((href) => `<link rel="stylesheet" crossorigin href="/${href}">`);
}

/** Links to the scripts that index.html doesn't have. */
function scriptsOf(...files: string[]): string[] {
  return partsOf(files)
    .filter(({ file }) => !shell.includes(file))
    .map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`);
}

/** The chunks of these files, except those that the page has anyway. */
function ownParts(files: string[], has: string[]): string[] {
  const known = new Set(partsOf(has).map(({ file }) => file));
  const own = partsOf(files).filter(({ file }) => !known.has(file));
  return own.flatMap(({ file, css = [] }) => [file, ...css]).map((file) => `/${file}`);
}

/** A preload link to a font, which the browser would otherwise find only after the stylesheet. */
async function fontOf(name: string, priority: 'high' | 'low'): Promise<string> {
  const file = (await readdir(join(dist, 'assets'))).find((each) => each.startsWith(`${name}-`));
  if (!file) throw new Error(`${name} was not built`);
  return `<link rel="preload" fetchpriority="${priority}" href="/assets/${file}" as="font" type="font/woff2" crossorigin>`;
}

/** The queries as JSON in the page: it is not a script, so the Content-Security-Policy allows it. */
function blockOf(questions: unknown): string {
  const data = JSON.stringify(questions).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="ahead">${data}</script>`;
}

/** Compresses the files once at the highest level, so that they needn't be compressed per request. */
async function compressAll(): Promise<void> {
  const files = (await readdir(dist, { recursive: true })).filter((file) =>
    /\.(js|css|html|svg)$/.test(file),
  );
  for (const file of files) {
    const plain = await readFile(join(dist, file));
    if (plain.length < 1024) continue;
    await writeFile(join(dist, `${file}.br`), await promisify(brotliCompress)(plain));
    await writeFile(join(dist, `${file}.gz`), await promisify(gzip)(plain, { level: 9 }));
  }
}
