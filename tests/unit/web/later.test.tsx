// @vitest-environment jsdom
import { act, Component, type ReactNode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { later } from '#web/app/later.ts';

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = () => (this.state.failed ? 'failed' : this.props.children);
}

test('A part that fails to load is requested once while rendering, and again by the next load', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const ask = vi.fn(() => Promise.reject<{ word: string }>(new Error('not there')));
  const part = later(ask);
  const Drawn = () => part.read().word;
  const root = createRoot(document.body);
  await act(async () =>
    root.render(
      <Boundary>
        <Suspense fallback="waiting">
          <Drawn />
        </Suspense>
      </Boundary>,
    ),
  );
  expect(document.body.textContent).toBe('failed');
  expect(ask).toHaveBeenCalledOnce();

  ask.mockResolvedValueOnce({ word: 'here' });
  expect(await part.load()).toEqual({ word: 'here' });
  expect(part.read().word).toBe('here');
  await act(async () => root.unmount());
});
