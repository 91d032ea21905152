/**
 * Completes a mouse press on a link that was re-rendered between mousedown and mouseup (for example when a page
 * replaces its skeleton): browsers drop the click of such a press. Touch needs no help, because the browser looks up
 * the element under the finger at the end. The link is clicked once, whatever other mouse buttons do meanwhile. Returns
 * a function that removes the listeners.
 */
export function keepPresses(): () => void {
  let pressed: HTMLAnchorElement | null = null;

  // Uses mouse events: pointer events report only the first button pressed and the last one released.
  function begin({ target, button }: MouseEvent) {
    if (button === 0) pressed = linkAt(target);
  }
  function end({ button, clientX, clientY, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
    if (button !== 0) return;
    const before = pressed;
    pressed = null;
    if (!before || before.isConnected || ctrlKey || metaKey || shiftKey || altKey) return;
    const now = linkAt(document.elementFromPoint(clientX, clientY));
    if (now && now.href === before.href && now.textContent === before.textContent)
      clickUnlessBrowserDoes(now);
  }
  document.addEventListener('mousedown', begin, true);
  document.addEventListener('mouseup', end, true);
  return () => {
    document.removeEventListener('mousedown', begin, true);
    document.removeEventListener('mouseup', end, true);
  };
}

/** Clicks the link unless the browser does so itself, as it does when another button was pressed on it meanwhile. */
function clickUnlessBrowserDoes(link: HTMLAnchorElement): void {
  const timer = setTimeout(() => link.click());
  link.addEventListener('click', () => clearTimeout(timer), { once: true, capture: true });
}

function linkAt(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
}
