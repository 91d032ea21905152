import { sendPrefetchedQueries } from './ahead.ts';

/**
 * The first script to run. On a prerendered page the main script waits until the page is drawn or the user acts; on any
 * other page it loads at once.
 */
const intents = ['pointerdown', 'pointerover', 'keydown', 'focusin'] as const;
const prerendered = document.querySelector('#root > :not([inert])') !== null;
/** A page with a form loads its script at once, because input from before hydration would be lost. */
const hasForm = document.querySelector('form') !== null;

let isStarted = false;
let pressedButton: HTMLElement | null = null;

sendPrefetchedQueries();
if (prerendered && !hasForm) waitForReading();
else loadMain();

function waitForReading(): void {
  for (const intent of intents) addEventListener(intent, loadMain, { once: true, passive: true });
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
  if ('requestIdleCallback' in window) requestIdleCallback(loadMain, { timeout: 2000 });
  else loadMain();
}

function loadMain(): void {
  if (isStarted) return;
  isStarted = true;
  for (const intent of intents) removeEventListener(intent, loadMain);
  void import('./main.tsx').then(({ start }) => start()).then(pressAgain);
}

/** A button does nothing before its script has loaded, so the last pressed one is clicked again then. */
function keepPress({ target }: MouseEvent): void {
  pressedButton = target instanceof Element ? target.closest<HTMLElement>('#root button') : null;
  // A click may come without any earlier event, for example by voice control.
  loadMain();
}

function pressAgain(): void {
  document.removeEventListener('click', keepPress);
  if (pressedButton?.isConnected) pressedButton.click();
}
