/**
 * A ref for the button that stands, once its machinery is there, in the place of the one that was pressed: the focus
 * goes from the one to the other, so that what opens gives it back to the button.
 */
export function takeFocus(button: HTMLElement | null): void {
  button?.focus({ preventScroll: true });
}
