import { expect, type Locator } from '@playwright/test';

/** A way of using the product: the input device and the screen size. */
export type Hand = {
  how: string;
  /** Without a mouse: the page is used by keyboard focus only. */
  keyboard: boolean;
  viewport: { width: number; height: number };
  /** Presses a button or follows a link. */
  press: (target: Locator) => Promise<void>;
  /** Ticks or unticks a checkbox. */
  tick: (box: Locator) => Promise<void>;
  /** Replaces the text of a field. */
  type: (field: Locator, words: string) => Promise<void>;
  /** Chooses an option of a list by its text. */
  choose: (list: Locator, words: string) => Promise<void>;
};

/** `EVERY_LOOK=yes npm run test:rare` runs every journey in both ways, and each page in both colour schemes. */
export const everyLook = process.env.EVERY_LOOK === 'yes';

const onPhone = ['on a phone', { width: 390, height: 844 }] as const;

/** The screen sizes at which a journey runs that doesn't depend on the hand. */
export const sizes = everyLook ? [['on a desk', { width: 1440, height: 900 }] as const, onPhone] : [onPhone];

const byMouse: Hand = {
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
};

/** Everything is reached by Tab, and has to be in view once it has the focus. */
export const byKeyboard: Hand = {
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
  async choose(list, words) {
    // Keys that are pressed before the list has loaded choose nothing.
    await expect(list.getByRole('option', { name: words }).first()).toBeAttached();
    await (await reach(list)).type(words);
  },
};

/** The ways in which a journey runs: by keyboard on a phone, which asks more of a page than a mouse does. */
export const hands: readonly Hand[] = everyLook ? [byMouse, byKeyboard] : [byKeyboard];

/** Presses a key until the target has the focus, and checks that it is in view then. */
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

/** The bar at the window's edge that covers the middle of an element, or null. */
function liesBeneath(element: Element): string | null {
  const { x, y, width, height } = element.getBoundingClientRect();
  const bar = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('nav, header');
  if (!bar || bar.contains(element)) return null;
  return ['fixed', 'sticky'].includes(getComputedStyle(bar).position) ? bar.className : null;
}

/** Clicks as voice control and screen readers do: with a click event only, without pointer or key events before it. */
export function byVoice(target: Locator): Promise<void> {
  return target.dispatchEvent('click');
}
