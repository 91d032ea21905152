/**
 * Once this is loaded, the focus stays where somebody works: when what had it goes from the page (a row that is taken
 * away, a form that is done), it goes on to the first control that is left beside it; in a list, whose other rows nobody
 * meant to act on, where nothing is left, and for whoever points at things, to the section that holds it. From a notice
 * that goes it returns to where it was before.
 */

const controls = 'input:not([type="hidden"], [tabindex="-1"]), select, textarea, button, summary, a[href]';
const holders = 'section, main, ul, ol, table';

/** From what had the focus last up to the page's own part. */
let way: HTMLElement[] = [];
/** Whether somebody went there by keyboard: to whoever taps, a field that takes the focus brings up the phone's keys. */
let byKeyboard = false;
/** The notice that has the focus, and what had it before. */
let notice: Element | null = null;
let before: HTMLElement | null = null;

function remember({ target, relatedTarget }: FocusEvent) {
  const into = target instanceof Element ? target.closest('[data-sonner-toast]') : null;
  if (into && !notice) before = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  notice = into;
  const main = target instanceof HTMLElement && target.closest('main');
  if (!main) return;
  byKeyboard = target.matches(':focus-visible');
  way = [];
  for (let each: HTMLElement | null = target; each; each = each === main ? null : each.parentElement) {
    way.push(each);
  }
}

/** Whoever leaves a notice for the page's bare ground wants nothing back. What is taken away is gone by then. */
function leave() {
  queueMicrotask(() => {
    if (notice?.isConnected && document.activeElement === document.body) notice = null;
  });
}

function isLost(): boolean {
  const gone = way[0]?.isConnected === false || notice?.isConnected === false;
  return gone && document.activeElement === document.body;
}

function goOn() {
  if (!isLost()) return;
  const place = notice ? before : nearest(way.filter(({ isConnected }) => isConnected));
  way = [];
  notice = null;
  // What somebody has before their eyes stays there.
  place?.focus({ preventScroll: true });
}

function nearest([left]: HTMLElement[]): HTMLElement | null {
  const control = byKeyboard && !left?.matches(holders) && left?.querySelector<HTMLElement>(controls);
  if (control) return control;
  const named = 'main, section:is([aria-label], [aria-labelledby])';
  const holding = left?.closest<HTMLElement>(named) ?? document.getElementById('main');
  if (holding && !holding.hasAttribute('tabindex')) holding.tabIndex = -1;
  return holding;
}

// A frame later: whatever puts the focus somewhere itself has done so by then.
const observer = new MutationObserver(() => isLost() && requestAnimationFrame(goOn));
observer.observe(document.body, { childList: true, subtree: true });
// On its way down: what a notice has of it goes no further.
document.addEventListener('focusin', remember, true);
document.addEventListener('focusout', leave, true);
