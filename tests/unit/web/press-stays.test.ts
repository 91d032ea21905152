// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepPresses } from '#web/app/press-stays.ts';

let link: HTMLElement;
let clicks: number;
let stop: () => void;

/** Renders the page again: the same link as a new element. */
function draw() {
  document.body.innerHTML = '<nav><a href="#permissions">Permissions</a></nav>';
  link = document.querySelector('a') as HTMLElement;
  link.addEventListener('click', () => {
    clicks += 1;
  });
}

beforeEach(() => {
  clicks = 0;
  draw();
  // jsdom has no layout, so this stands in for it.
  document.elementFromPoint = () => link;
  stop = keepPresses();
});
afterEach(() => stop());

/** Dispatches mouse events, each with its button; `drawn` renders the link again. Waits until timers have run. */
async function dispatch(events: string): Promise<void> {
  for (const event of events.split(' ')) {
    const [, type = '', button] = /^(\D+)(\d)$/.exec(event) ?? [];
    if (event === 'drawn') draw();
    else {
      const Kind = type.startsWith('pointer') ? PointerEvent : MouseEvent;
      link.dispatchEvent(
        new Kind(type, { bubbles: true, cancelable: true, button: Number(button), pointerType: 'mouse' }),
      );
    }
  }
  await new Promise((done) => setTimeout(done));
}

describe('A press on a link that is rendered again under it counts once', () => {
  // In Chromium's order: the pointer goes down with the first button and up with the last, and the browser sends a
  // click itself if the last button pressed was pressed on the present element.
  test.each([
    ['by one button', 'pointerdown0 mousedown0 drawn pointerup0 mouseup0'],
    [
      'when another button goes down and up later than it',
      'pointerdown0 mousedown0 mousedown2 drawn mouseup0 pointerup2 mouseup2',
    ],
    [
      'when another button goes down and up meanwhile',
      'pointerdown0 mousedown0 drawn mousedown2 mouseup2 auxclick2 pointerup0 mouseup0',
    ],
    [
      'when another button was down before it',
      'pointerdown1 mousedown1 mousedown0 drawn mouseup0 pointerup1 mouseup1',
    ],
    [
      'when the browser takes it for its own, as another button goes down on the new link',
      'pointerdown0 mousedown0 drawn mousedown1 mouseup0 click0 pointerup1 mouseup1',
    ],
  ])('%s', async (_how, events) => {
    await dispatch(events);
    expect(clicks).toBe(1);
  });

  test('another button alone does not click the link', async () => {
    await dispatch('pointerdown2 mousedown2 drawn pointerup2 mouseup2');
    expect(clicks).toBe(0);
  });

  test('the link is not clicked before its own button is released', async () => {
    await dispatch('pointerdown0 mousedown0 drawn mousedown2 mouseup2');
    expect(clicks).toBe(0);
  });

  test('a link that was not rendered again is clicked once', async () => {
    await dispatch('pointerdown0 mousedown0 mousedown2 mouseup0 click0 pointerup2 mouseup2');
    expect(clicks).toBe(1);
  });
});
