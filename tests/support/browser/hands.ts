import { expect, type Locator } from '@playwright/test';

/** How somebody goes through the product, and on how wide a screen. */
export type Hand = {
  how: string;
  /** No mouse at all: what has the focus is all that one has of the page. */
  keyboard: boolean;
  viewport: { width: number; height: number };
  /** A button, a link. */
  press: (target: Locator) => Promise<void>;
  /** A box, on or off. */
  tick: (box: Locator) => Promise<void>;
  /** Puts these words in the place of what a field says. */
  type: (field: Locator, words: string) => Promise<void>;
  /** One of a list, by what it says. */
  choose: (list: Locator, words: string) => Promise<void>;
};

/** `EVERY_LOOK=yes` runs each journey in both ways and each page in both colour schemes: `npm run test:rare`. */
export const everyLook = process.env.EVERY_LOOK === 'yes';

const ways: readonly Hand[] = [
  {
    how: 'by mouse at a desk',
    keyboard: false,
    viewport: { width: 1440, height: 900 },
    press: (target) => target.click(),
    tick: (box) => box.click(),
    type: async (field, words) => {
      await field.click({ clickCount: 3 });
      await field.page().keyboard.insertText(words);
    },
    choose: async (list, words) => void (await list.selectOption({ label: words })),
  },
  {
    how: 'by keyboard on a phone',
    keyboard: true,
    viewport: { width: 390, height: 844 },
    press: async (target) => (await reach(target)).press('Enter'),
    tick: async (box) => (await reach(box)).press(' '),
    type: async (field, words) => {
      const keyboard = await reach(field);
      await keyboard.press('ControlOrMeta+a');
      await keyboard.insertText(words);
    },
    choose: async (list, words) => (await reach(list)).type(words),
  },
];

/** The ways in which a journey is made: the keyboard on a phone, which asks more of a page than a mouse does. */
export const hands = everyLook ? ways : ways.filter(({ keyboard }) => keyboard);

/** Goes on to something by one key, as often as it takes, and sees that it lies before one's eyes then. */
export async function reach(target: Locator, key = 'Tab') {
  const { keyboard } = target.page();
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 90; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await keyboard.press(key);
  }
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
  expect(await target.evaluate(liesBeneath), 'lies beneath').toBe(null);
  return keyboard;
}

/** The bar that stays at the window's edge and covers the middle of something; null for none. */
function liesBeneath(element: Element): string | null {
  const { x, y, width, height } = element.getBoundingClientRect();
  const bar = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('nav, header');
  if (!bar || bar.contains(element)) return null;
  return ['fixed', 'sticky'].includes(getComputedStyle(bar).position) ? bar.className : null;
}

/** As voice control and screen readers press: a click is all that comes, without a pointer or a key before it. */
export function byVoice(target: Locator): Promise<void> {
  return target.dispatchEvent('click');
}
