/**
 * Until the answer is called, a press that began on a link counts though the page has drawn that link anew since: a page
 * that takes the place of its own skeleton, say. The browser itself forgets such a press, of a mouse at least; under a
 * finger it looks again what is there. Whatever the mouse's other buttons do meanwhile, it counts once.
 */
export function keepPresses(): () => void {
  let pressed: HTMLAnchorElement | null = null;

  // By the mouse, which tells of each of its buttons: as a pointer they go down with the first, and up with the last.
  function begin({ target, button }: MouseEvent) {
    if (button === 0) pressed = linkAt(target);
  }
  function end({ button, clientX, clientY, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
    if (button !== 0) return;
    const before = pressed;
    pressed = null;
    if (!before || before.isConnected || ctrlKey || metaKey || shiftKey || altKey) return;
    const now = linkAt(document.elementFromPoint(clientX, clientY));
    if (now && now.href === before.href && now.textContent === before.textContent) pressSoon(now);
  }
  document.addEventListener('mousedown', begin, true);
  document.addEventListener('mouseup', end, true);
  return () => {
    document.removeEventListener('mousedown', begin, true);
    document.removeEventListener('mouseup', end, true);
  };
}

/** Presses it unless the browser does so at once: it takes a press for its own when another button went down there since. */
function pressSoon(link: HTMLAnchorElement): void {
  const timer = setTimeout(() => link.click());
  link.addEventListener('click', () => clearTimeout(timer), { once: true, capture: true });
}

function linkAt(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
}
