import { askAhead } from './ahead.ts';

/**
 * The first script to run. On a prerendered page the main script waits until the page is drawn or the user acts; on any
 * other page it loads at once.
 */
const intents = ['pointerdown', 'pointerover', 'keydown', 'focusin'] as const;
const prerendered = document.querySelector('#root > :not([inert])') !== null;
/** A form must not be filled in before its script is there: hydration would lose or repeat the input. */
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

/** Waits for the first paint: the load event may come before it, and the main script would then delay it. */
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

/** A button does nothing before its script has loaded, so the last pressed one is clicked again then. */
function keepPress({ target }: MouseEvent): void {
  pressed = target instanceof Element ? target.closest<HTMLElement>('#root button') : null;
  // A click may come without any earlier event, for example by voice control.
  begin();
}

function pressAgain(): void {
  document.removeEventListener('click', keepPress);
  if (pressed?.isConnected) pressed.click();
}
