// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import '#web/app/focus-stays.ts';

/** A page with a field, and a notice with a button in it. */
function aPage() {
  document.body.innerHTML =
    '<main id="main"><textarea></textarea></main><ol><li data-sonner-toast><button>Undo</button></li></ol>';
  const [field, button] = [document.querySelector('textarea'), document.querySelector('button')];
  if (!field || !button) throw new Error('There is no such page');
  return { field, button };
}
const aFrame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

describe('When a notice disappears,', () => {
  let page: ReturnType<typeof aPage>;
  beforeEach(() => {
    page = aPage();
  });

  test('its focus returns to the previous element', async () => {
    page.field.focus();
    page.button.focus();
    page.button.closest('li')?.remove();
    await aFrame();
    expect(document.activeElement).toBe(page.field);
  });

  test('an element that was left before is not focused', async () => {
    page.field.focus();
    page.field.blur();
    page.button.focus();
    page.button.closest('li')?.remove();
    await aFrame();
    expect(document.activeElement).toBe(document.body);
  });

  test('no element is focused if the focus had left the notice', async () => {
    page.field.focus();
    page.button.focus();
    page.button.blur();
    await aFrame();
    page.button.closest('li')?.remove();
    await aFrame();
    expect(document.activeElement).toBe(document.body);
  });
});
