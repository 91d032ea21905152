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

/** The URL to measure, the user's cookies, the number of runs, and the browser to use. */
export type Look = { url: string; cookie?: string | undefined; times: number; chromium: string };

/** Measures a page several times as a phone on a slow network; returns the scores of the median run, out of 100. */
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
      // Lighthouse's trace sometimes has a gap; only many failed runs mean another problem.
      if (run && !run.lhr.runtimeError) runs.push(run.lhr);
      else if (look >= 2 * times)
        throw new Error(run?.lhr.runtimeError?.message ?? 'Lighthouse returned no result');
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
