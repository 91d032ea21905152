/**
 * Keeps the focus in place when the focused element is removed from the page (a deleted row, a finished form). For
 * keyboard users the focus moves to the first control left in the nearest remaining container. In a list, where the
 * next control acts on another row, or when no control is left, or for pointer users, it moves to the surrounding
 * section, and to `main` when it was outside of it. When a notice with focus closes, the focus returns to where it was
 * before.
 */

const controls = 'input:not([type="hidden"], [tabindex="-1"]), select, textarea, button, summary, a[href]';
const holders = 'section, main, ul, ol, table';

/** The last focused element of the page below dialogs, and its ancestors up to `main`; outside of `main`, it alone. */
let focusPath: HTMLElement[] = [];
/** Whether the focus came by keyboard: focusing a field for a touch user would open the on-screen keyboard. */
let byKeyboard = false;
/** The notice that has the focus, and the element that was focused before it. */
let notice: Element | null = null;
let before: HTMLElement | null = null;

function remember({ target, relatedTarget }: FocusEvent) {
  const into = target instanceof Element ? target.closest('[data-sonner-toast]') : null;
  if (into && !notice) before = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  notice = into;
  if (!(target instanceof HTMLElement) || target.closest('[role$="dialog"], [data-sonner-toast]')) return;
  byKeyboard = target.matches(':focus-visible');
  const main = target.closest('main');
  focusPath = main ? [] : [target];
  if (!main) return;
  for (let each: HTMLElement | null = target; each; each = each === main ? null : each.parentElement) {
    focusPath.push(each);
  }
}

/**
 * Returns no focus later when the user has left a notice by clicking the bare page. The microtask runs after removals,
 * so a removed notice is not confused with this.
 */
function leave() {
  queueMicrotask(() => {
    if (notice?.isConnected && document.activeElement === document.body) notice = null;
  });
}

function isLost(): boolean {
  const gone = focusPath[0]?.isConnected === false || notice?.isConnected === false;
  return gone && document.activeElement === document.body;
}

function restoreFocus() {
  if (!isLost()) return;
  const place = notice ? before : nearest(focusPath.filter(({ isConnected }) => isConnected));
  focusPath = [];
  notice = null;
  // preventScroll: what the user is looking at stays in view.
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

// Waits a frame, so that code that sets the focus itself has done so.
const observer = new MutationObserver(() => isLost() && requestAnimationFrame(restoreFocus));
observer.observe(document.body, { childList: true, subtree: true });
// In the capture phase, because notices stop these events from bubbling.
document.addEventListener('focusin', remember, true);
document.addEventListener('focusout', leave, true);
