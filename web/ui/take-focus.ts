/**
 * A ref for the real trigger that replaces the placeholder button once its code has loaded: it takes over the focus, so
 * that the focus returns to it when the dialog or menu closes.
 */
export function takeFocus(button: HTMLElement | null): void {
  button?.focus({ preventScroll: true });
}
