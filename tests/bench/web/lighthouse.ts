import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { computeMedianRun } from 'lighthouse/core/lib/median-run.js';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export type Figures = Record<(typeof categories)[number], number> & {
  firstContentMs: number;
  largestContentMs: number;
  blockedMs: number;
  layoutShift: number;
};

/** What it looks at a page with: a browser of its own, for whoever these cookies belong to. */
export type Look = { url: string; cookie?: string | undefined; times: number; chromium: string };

/** Looks at a page as a phone on a slow network would, several times; gives the median look, in points of 100. */
export async function figuresOf({ url, cookie, times, chromium }: Look): Promise<Figures> {
  const browser = await launch({
    chromePath: chromium,
    chromeFlags: ['--headless', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    const runs = [];
    for (let look = 0; runs.length < times; look++) {
      const run = await lighthouse(url, {
        port: browser.port,
        logLevel: 'error',
        onlyCategories: [...categories],
        ...(cookie && { extraHeaders: { Cookie: cookie } }),
      });
      // Now and then the browser's own record of a look has a gap; so many of them mean something else.
      if (run && !run.lhr.runtimeError) runs.push(run.lhr);
      else if (look >= 2 * times) throw new Error(run?.lhr.runtimeError?.message ?? 'Nothing was seen');
    }
    const median = computeMedianRun(runs);
    const points = (name: (typeof categories)[number]) =>
      Math.round((median.categories[name]?.score ?? 0) * 100);
    const number = (audit: string) => median.audits[audit]?.numericValue ?? Number.NaN;
    return {
      performance: points('performance'),
      accessibility: points('accessibility'),
      'best-practices': points('best-practices'),
      seo: points('seo'),
      firstContentMs: number('first-contentful-paint'),
      largestContentMs: number('largest-contentful-paint'),
      blockedMs: number('total-blocking-time'),
      layoutShift: number('cumulative-layout-shift'),
    };
  } finally {
    browser.kill();
  }
}
