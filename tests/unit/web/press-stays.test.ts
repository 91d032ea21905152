// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepPresses } from '#web/app/press-stays.ts';

let link: HTMLElement;
let clicks: number;
let stop: () => void;

/** The page as it is drawn anew: the same link, made again. */
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
  // What a page without a layout has no answer to.
  document.elementFromPoint = () => link;
  stop = keepPresses();
});
afterEach(() => stop());

/** What the browser tells, each with its button, and `drawn` where the page draws the link anew; what follows is over. */
async function told(events: string): Promise<void> {
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

describe('A press on a link that is re-rendered meanwhile counts once', () => {
  // As Chromium tells them: a pointer goes down with the first of its buttons and up with the last, and the click is its
  // own where the last button that went down did so on what is there now.
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
    await told(events);
    expect(clicks).toBe(1);
  });

  test('is ignored for another button alone', async () => {
    await told('pointerdown2 mousedown2 drawn pointerup2 mouseup2');
    expect(clicks).toBe(0);
  });

  test('counts only when its own button is released', async () => {
    await told('pointerdown0 mousedown0 drawn mousedown2 mouseup2');
    expect(clicks).toBe(0);
  });

  test('counts only once when the link was not re-rendered', async () => {
    await told('pointerdown0 mousedown0 mousedown2 mouseup0 click0 pointerup2 mouseup2');
    expect(clicks).toBe(1);
  });
});
