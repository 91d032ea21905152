// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Toaster, toast } from '#web/ui/Toaster.tsx';

/** Whether the system uses dark mode. */
let dark = false;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({
    matches: dark,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => {
  act(() => void toast.dismiss());
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const list = () => document.querySelector<HTMLElement>('[data-sonner-toaster]');

/** Shows one notice after the other, the newest last. */
async function say(...words: string[]) {
  for (const each of words) {
    act(() => void toast.success(each));
    await pass(1);
  }
}

describe('A notice', () => {
  test('a notice stays for 3600 ms and disappears by itself', async () => {
    render(<Toaster />);
    await say('Saved');
    await pass(3590);
    expect(screen.getByText('Saved').closest('li')?.dataset.removed).toBe('false');
    await pass(20);
    expect(screen.getByText('Saved').closest('li')?.dataset.removed).toBe('true');
  });

  test('notices are 356 px wide, 16 px from the edge and 12 px apart; three are visible at once', async () => {
    render(<Toaster />);
    await say('One', 'Two', 'Three', 'Four');
    const style = (name: string) => list()?.style.getPropertyValue(name);
    expect(style('--width')).toBe('356px');
    expect(style('--gap')).toBe('12px');
    for (const edge of ['top', 'right', 'bottom', 'left']) {
      expect([style(`--offset-${edge}`), style(`--mobile-offset-${edge}`)]).toEqual(['16px', '16px']);
    }
    const shown = [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')];
    expect(shown.map(({ textContent, dataset }) => [textContent, dataset.visible])).toEqual([
      ['Four', 'true'],
      ['Three', 'true'],
      ['Two', 'true'],
      ['One', 'false'],
    ]);
    expect(shown.map(({ dataset }) => dataset.expanded)).toEqual(['false', 'false', 'false', 'false']);
  });

  test.each([
    [false, 'light'],
    [true, 'dark'],
  ])('notices follow the system’s colour scheme, with dark %s', async (isDark, theme) => {
    dark = isDark;
    render(<Toaster />);
    await say('Saved');
    expect(list()?.dataset.sonnerTheme).toBe(theme);
  });
});
