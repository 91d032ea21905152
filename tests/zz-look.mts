import { chromium } from 'playwright';

const pw = process.argv[2]!;
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const ctx = await b.newContext({ viewport: { width: 1440, height: 800 }, baseURL: 'http://localhost:4310' });
const r = await ctx.request.post('/api/auth/sign-in/email', {
  data: { email: 'teresa.rourke@example.com', password: pw },
  headers: { origin: 'http://localhost:4310' },
});
console.log(r.status());
const p = await ctx.newPage();
p.on('pageerror', (e) => console.log('ERR', e.message));
p.on('requestfailed', (r) => console.log('FAILED', r.url()));
p.on('response', (r) => {
  if (r.status() >= 400) console.log(r.status(), r.url());
});
await p.goto('/dashboard/');
await p.waitForTimeout(3000);
console.log(p.url());
await p.screenshot({ path: '/tmp/look/b0.png' });
console.log((await p.content()).slice(0, 600));
const href = await p.locator('a[href*="/dashboard/"]').first().getAttribute('href', { timeout: 3000 });
const book = p.url().match(/dashboard\/([0-9a-f-]+)/) ? p.url() : 'http://localhost:4310' + href;
await p.goto(book);
await p.waitForTimeout(3000);
await p.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
await p.waitForTimeout(500);
await p.screenshot({ path: '/tmp/look/b1.png' });
console.log(
  await p.evaluate(() => {
    const out: string[] = [];
    for (const e of document.querySelectorAll('main *, header *')) {
      const r = e.getBoundingClientRect();
      if (r.right > innerWidth + 1 && r.width > 0)
        out.push(
          `${e.tagName}.${(e as any).className?.baseVal ?? e.className} ${Math.round(r.left)}-${Math.round(r.right)}`,
        );
    }
    return [document.documentElement.scrollWidth, ...out.slice(0, 40)].join('\n');
  }),
);
await b.close();
