import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Manifest } from 'vite';

/** The pages that are readable before any script runs, and the file each comes from. */
const pages = {
  '/': 'cover/home.route.tsx',
  '/about': 'cover/about.route.tsx',
  '/tos': 'cover/tos.route.tsx',
  '/privacy': 'cover/privacy.route.tsx',
  '/sms-opt-in/': 'consent/sms-opt-in.route.tsx',
};
/** What every page of a book needs, which the browser would else find out step by step. */
const ofEveryBook = ['app/more-routes.tsx', 'app/layouts/signed-in.route.tsx', 'app/layouts/book.route.tsx'];
const web = dirname(fileURLToPath(import.meta.url));
const dist = join(web, 'dist');
const server = join(web, '../node_modules/.cache/prerender');

await build({
  configFile: join(web, '../vite.config.ts'),
  logLevel: 'warn',
  build: { ssr: join(web, 'entry-prerender.tsx'), outDir: server, emptyOutDir: true, manifest: false },
});
const entry = pathToFileURL(join(server, 'entry-prerender.js')).href;
const { render } = (await import(entry)) as typeof import('./entry-prerender.tsx');
const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
const shell = await readFile(join(dist, 'index.html'), 'utf8');
const app = shell.replace('<!--page-->', '');
await writeFile(join(dist, 'app.html'), app);
await writeFile(join(dist, 'book.html'), app.replace('</head>', `${linksOf(...ofEveryBook)}</head>`));

for (const [path, file] of Object.entries(pages)) {
  const markup = await render(path);
  const title = /<title>.*?<\/title>/.exec(markup)?.[0];
  const about = /<meta name="description"[^>]*>/.exec(markup)?.[0];
  if (!title || !about) throw new Error(`${path} doesn’t say what it is`);
  if (/<script|<style| style="/.test(markup))
    throw new Error(`${path} carries inline code, which the CSP refuses`);
  const html = shell
    .replace(/<title>.*?<\/title>/, () => `${title}\n    ${about}`)
    .replace('</head>', `${linksOf(file)}</head>`)
    .replace('<!--page-->', () => markup.replace(title, '').replace(about, ''));
  const target = join(dist, path, 'index.html');
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, html);
}
await rm(server, { recursive: true, force: true });

/** The styles and the code of pages, which the shell does not know of. */
function linksOf(...files: string[]): string {
  const [css, js, seen] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    js.add(chunk.file);
    for (const style of chunk.css ?? []) css.add(style);
    chunk.imports?.forEach(visit);
  };
  files.forEach(visit);
  const fresh = (asset: string) => !shell.includes(asset);
  return [
    ...[...css].filter(fresh).map((href) => `<link rel="stylesheet" crossorigin href="/${href}">`),
    ...[...js].filter(fresh).map((href) => `<link rel="modulepreload" crossorigin href="/${href}">`),
    '',
  ].join('\n');
}
