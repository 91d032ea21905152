/**
 * Until the answer is called, a press that began on a link counts though the page has drawn that link anew since: a page
 * that takes the place of its own skeleton, say. The browser itself forgets such a press, of a mouse at least; under a
 * finger it looks again what is there.
 */
export function keepPresses(): () => void {
  let pressed: HTMLAnchorElement | null = null;

  function begin({ target, button, pointerType }: PointerEvent) {
    pressed = pointerType === 'mouse' && button === 0 ? linkAt(target) : null;
  }
  function end({ button, clientX, clientY, ctrlKey, metaKey, shiftKey, altKey }: PointerEvent) {
    const before = pressed;
    pressed = null;
    if (!before || before.isConnected || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    const now = linkAt(document.elementFromPoint(clientX, clientY));
    if (now && now.href === before.href && now.textContent === before.textContent) now.click();
  }
  document.addEventListener('pointerdown', begin, true);
  document.addEventListener('pointerup', end, true);
  return () => {
    document.removeEventListener('pointerdown', begin, true);
    document.removeEventListener('pointerup', end, true);
  };
}

function linkAt(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
}
