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

describe('When a notice goes', () => {
  let page: ReturnType<typeof aPage>;
  beforeEach(() => {
    page = aPage();
  });

  test('the focus that it had is back where it was before', async () => {
    page.field.focus();
    page.button.focus();
    page.button.closest('li')?.remove();
    await aFrame();
    expect(document.activeElement).toBe(page.field);
  });

  test('nothing is focused that somebody had left before', async () => {
    page.field.focus();
    page.field.blur();
    page.button.focus();
    page.button.closest('li')?.remove();
    await aFrame();
    expect(document.activeElement).toBe(document.body);
  });

  test('nothing is focused when somebody had left the notice itself', async () => {
    page.field.focus();
    page.button.focus();
    page.button.blur();
    await aFrame();
    page.button.closest('li')?.remove();
    await aFrame();
    expect(document.activeElement).toBe(document.body);
  });
});
