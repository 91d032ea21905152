import { unsaved } from './unsaved.ts';

/** Fields in which somebody has typed since the page was opened. */
const typedIn = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** Whether somebody writes: a form is unsaved, or words stand in a field that they typed in. */
export function isWriting(): boolean {
  if (unsaved.now()) return true;
  for (const field of typedIn) {
    if (!field.isConnected) typedIn.delete(field);
    else if (field.value.trim()) return true;
  }
  return false;
}

if (typeof document !== 'undefined') {
  document.addEventListener('input', ({ target }) => {
    const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    if (isField) typedIn.add(target);
  });
}
