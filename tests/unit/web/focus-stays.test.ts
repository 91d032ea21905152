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

describe('A band above the main part that disappears', () => {
  test('gives its focus to the main part, also when its dialog had it last', async () => {
    document.body.innerHTML =
      '<section><button>Hang up</button></section><main id="main" tabindex="-1"></main><div role="alertdialog"><button>Yes</button></div>';
    const [hangUp, yes] = document.querySelectorAll('button');
    hangUp?.focus();
    yes?.focus();
    document.querySelector('[role="alertdialog"]')?.remove();
    document.querySelector('section')?.remove();
    await aFrame();
    expect(document.activeElement).toBe(document.querySelector('main'));
  });

  test('leaves the focus of something else where it is', async () => {
    document.body.innerHTML =
      '<section><button>Hang up</button></section><main id="main" tabindex="-1"><textarea></textarea></main>';
    const field = document.querySelector('textarea');
    document.querySelector('button')?.focus();
    field?.focus();
    document.querySelector('section')?.remove();
    await aFrame();
    expect(document.activeElement).toBe(field);
  });
});
