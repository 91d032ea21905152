import { askAhead } from './ahead.ts';

/**
 * Runs first, and alone. A page that is already there to be read can wait for its script until it has been drawn, or
 * until somebody does something with it; any other page is made by the script, and waits for nothing.
 */
const intents = ['pointerdown', 'pointerover', 'keydown', 'focusin'] as const;
const prerendered = document.querySelector('#root > :not([inert])') !== null;
/** A form that is filled in before its script is there would be filled in twice. */
const hasForm = document.querySelector('form') !== null;

let begun = false;
let pressed: HTMLElement | null = null;

askAhead();
if (prerendered && !hasForm) waitForReading();
else begin();

function waitForReading(): void {
  for (const intent of intents) addEventListener(intent, begin, { once: true, passive: true });
  document.addEventListener('click', keepPress);
  if (document.readyState === 'complete') whenDrawn();
  else addEventListener('load', whenDrawn, { once: true });
}

/** All of it may be here before any of it is seen: a script that comes then would only be in the way. */
function whenDrawn(): void {
  if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
    new PerformanceObserver((_, drawn) => {
      drawn.disconnect();
      whenIdle();
    }).observe({ type: 'paint', buffered: true });
  } else whenIdle();
}

function whenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 2000 });
  else begin();
}

function begin(): void {
  if (begun) return;
  begun = true;
  for (const intent of intents) removeEventListener(intent, begin);
  void import('./main.tsx').then(({ start }) => start()).then(pressAgain);
}

/** A button does nothing before its script is there: what was pressed last is pressed again then. */
function keepPress({ target }: MouseEvent): void {
  pressed = target instanceof Element ? target.closest<HTMLElement>('#root button') : null;
  // Pressed by voice, say, without anything before it.
  begin();
}

function pressAgain(): void {
  document.removeEventListener('click', keepPress);
  if (pressed?.isConnected) pressed.click();
}
