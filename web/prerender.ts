import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build, type Manifest, type ManifestChunk } from 'vite';

/** The pages that are readable before any script runs, and the file each comes from. */
const pages = {
  '/': 'cover/home.route.tsx',
  '/about': 'cover/about.route.tsx',
  '/tos': 'cover/tos.route.tsx',
  '/privacy': 'cover/privacy.route.tsx',
  '/sms-opt-in/': 'consent/sms-opt-in.route.tsx',
};
/** What makes a page that is not there before its script runs. */
const ofEveryPage = ['frame'];
/** What every page of a book needs, which the browser would else find out step by step. */
const ofEveryBook = [...ofEveryPage, 'house'];
/** The shells of a book's pages: those that are opened first name what is theirs as well. */
const books = {
  book: { files: [], at: '/dashboard/{id}/-/' },
  today: { files: ['subjects/dashboard.route.tsx'], at: '/dashboard/{id}/' },
  biography: { files: ['biography/biography.route.tsx'], at: '/dashboard/{id}/biography/' },
};
/** What hears of a conversation that begins, which a page asks for once it is drawn. */
const ofLive = ['live', 'app/socket.ts'];
/** Asked while the scripts still come; where the API is on another origin, they ask with what they keep. */
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
const app = withHead(blank, [...stylesOf(...ofEveryPage), sans, ...scriptsOf(...ofEveryPage)]);
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
  const parts = [...ofEveryBook, ...files];
  const questions = await questionsOf(name as keyof typeof books);
  for (const question of questions)
    if (question.body.includes('liveConversation')) {
      question.soon = ownParts(ofLive, parts);
      question.ofCall = ownParts(['subjects/today/OnAir.tsx'], [...parts, ...ofLive]);
    }
  const asked = process.env.API_URL ? '' : blockOf(questions);
  const links = [asked, ...stylesOf(...parts), session, sans, book, ...scriptsOf(...parts)];
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
  if (!title || !about) throw new Error(`${path} doesn’t say what it is`);
  if (/<script|<style| style="/.test(markup))
    throw new Error(`${path} carries inline code, which the CSP refuses`);
  // Its script is fetched once it is read, and the book's face only where words of a family are.
  const told = markup.includes('class="told"') ? [bookSlanted, book] : [];
  if (path === '/' && !told.length) throw new Error('/ shows no words of a family any more');
  const preview = previewOf(textOf(title), /content="([^"]*)"/.exec(about)?.[1] ?? '');
  const html = withHead(shell, [...stylesOf(...ofEveryPage, file), sans, ...told, preview])
    .replace(/<title>.*?<\/title>/, () => `${title}\n    ${about}`)
    .replace('<!--page-->', () => markup.replace(title, '').replace(about, ''));
  const target = join(dist, path, 'index.html');
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, html);
}
await packAll();
await rm(server, { recursive: true, force: true });

/** The shell with more in its head: styles first, without which nothing is drawn. */
function withHead(page: string, links: (string | undefined)[]): string {
  return page.replace('</head>', `${links.join('\n')}\n</head>`);
}

/** Some of the parts that hold the lists of pages look for a window as they are loaded. */
async function allAddresses(): Promise<string[]> {
  const nothing = () => {};
  Object.assign(globalThis, { window: { addEventListener: nothing, dispatchEvent: nothing } });
  const found = await addresses();
  Reflect.deleteProperty(globalThis, 'window');
  return found;
}

/** What an address is shown with where somebody sends it to somebody else; both are HTML already. */
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

/** Every part that these files, and groups of files, are made of, they themselves included. */
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

/** Links to the styles that the shell does not know of. */
function stylesOf(...files: string[]): string[] {
  const styles = new Set(partsOf(files).flatMap(({ css = [] }) => css));
  return [...styles]
    .filter((asset) => !shell.includes(asset))
    .map((href) => `<link rel="stylesheet" crossorigin href="/${href}">`);
}

/** Links to the code that the shell does not know of. */
function scriptsOf(...files: string[]): string[] {
  return partsOf(files)
    .filter(({ file }) => !shell.includes(file))
    .map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`);
}

/** What these files are made of, but for what the page has anyway. */
function ownParts(files: string[], has: string[]): string[] {
  const known = new Set(partsOf(has).map(({ file }) => file));
  const own = partsOf(files).filter(({ file }) => !known.has(file));
  return own.flatMap(({ file, css = [] }) => [file, ...css]).map((file) => `/${file}`);
}

/** A link to a typeface, which the browser would else find only in the styles. */
async function fontOf(name: string, priority: 'high' | 'low'): Promise<string> {
  const file = (await readdir(join(dist, 'assets'))).find((each) => each.startsWith(`${name}-`));
  if (!file) throw new Error(`${name} was not built`);
  return `<link rel="preload" fetchpriority="${priority}" href="/assets/${file}" as="font" type="font/woff2" crossorigin>`;
}

/** What is to be asked, as data in the page: no script, so that the Content-Security-Policy lets it be. */
function blockOf(questions: unknown): string {
  const data = JSON.stringify(questions).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="ahead">${data}</script>`;
}

/** Packs once, and as small as can be, what is else packed at each visit. */
async function packAll(): Promise<void> {
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
