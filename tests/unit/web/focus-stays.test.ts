// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import '#web/app/focus-stays.ts';

/** A page with a field, and a notice with a button. */
function aPage() {
  document.body.innerHTML =
    '<main id="main"><textarea></textarea></main><ol><li data-sonner-toast><button>Undo</button></li></ol>';
  const [field, button] = [document.querySelector('textarea'), document.querySelector('button')];
  if (!field || !button) throw new Error('The field or the button is missing');
  return { field, button };
}
const aFrame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

describe('Closing a notice', () => {
  let page: ReturnType<typeof aPage>;
  beforeEach(() => {
    page = aPage();
  });

  test('closing a notice returns the focus to where it was before', async () => {
    page.field.focus();
    page.button.focus();
    page.button.closest('li')?.remove();
    await aFrame();
    expect(document.activeElement).toBe(page.field);
  });

  test('closing a notice focuses nothing when the earlier field had already lost the focus', async () => {
    page.field.focus();
    page.field.blur();
    page.button.focus();
    page.button.closest('li')?.remove();
    await aFrame();
    expect(document.activeElement).toBe(document.body);
  });

  test('closing a notice focuses nothing when the notice had already lost the focus', async () => {
    page.field.focus();
    page.button.focus();
    page.button.blur();
    await aFrame();
    page.button.closest('li')?.remove();
    await aFrame();
    expect(document.activeElement).toBe(document.body);
  });
});
