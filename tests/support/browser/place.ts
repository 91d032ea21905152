import type { Locator } from '@playwright/test';

/** The element's position on the screen, once it is the same in two frames. */
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
