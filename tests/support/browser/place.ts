import type { Locator } from '@playwright/test';

/** Where on the screen it stands, once the page has drawn it there twice. */
export async function placeOf(element: Locator): Promise<number> {
  return element.evaluate(async (drawn) => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let before = Number.NaN; ; ) {
      await frame();
      await frame();
      const now = drawn.getBoundingClientRect().y;
      if (now === before) return now;
      before = now;
    }
  });
}
