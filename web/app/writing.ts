import { unsaved } from './unsaved.ts';

/** Fields in which the user has typed since the page was opened. */
const typedIn = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** Whether the user is writing: a form is unsaved, or a field still holds text that they typed. */
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
