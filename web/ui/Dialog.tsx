import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  createElement,
  useEffect,
  useState,
} from 'react';
import type { Opening } from './dialog-parts.tsx';
import type { Trigger } from './use-parts.ts';

type Parts = typeof import('./dialog-parts.tsx');
let parts: Parts | null = null;

async function loadParts() {
  parts ??= await import('./dialog-parts.tsx');
}

/** Ignores a failed load: the preload error notice tells the user. */
const ignoreFailure = () => undefined;

/** A dialog whose code is loaded when the user points at its trigger or opens it. */
function loadOnDemand<P extends Opening>(part: (loaded: Parts) => ComponentType<P>) {
  return function LazyDialog(props: P) {
    const [ready, setReady] = useState(parts !== null);
    const [asked, setAsked] = useState(false);
    const { open, trigger, onOpenChange } = props;
    useEffect(() => {
      if (open && !ready) void loadParts().then(() => setReady(true), ignoreFailure);
    }, [open, ready]);
    if (ready && parts) return createElement(part(parts), { ...props, asked });
    if (!trigger) return null;

    const preloadParts = () => void loadParts().catch(ignoreFailure);
    return cloneElement(trigger as Trigger, {
      'aria-haspopup': 'dialog',
      onPointerEnter: preloadParts,
      onFocus: preloadParts,
      onClick() {
        void loadParts().then(() => {
          setAsked(true);
          setReady(true);
          onOpenChange?.(true);
        }, ignoreFailure);
      },
    });
  };
}

/** A question or a small form over the page, which stays where it was. */
export const Dialog = loadOnDemand<ComponentProps<Parts['Dialog']>>((loaded) => loaded.Dialog);

/** A dialog that needs an answer: a click outside doesn't close it. The first action has the focus. */
export const AlertDialog = loadOnDemand<ComponentProps<Parts['AlertDialog']>>((loaded) => loaded.AlertDialog);

/**
 * A panel that slides in from below (or, with `side`, from the right): sources on a phone, a row's details on the desk.
 */
export const Sheet = loadOnDemand<ComponentProps<Parts['Sheet']>>((loaded) => loaded.Sheet);

/** Closes the surrounding dialog or sheet; renders nothing until the dialog code has loaded. */
export function DialogClose(props: ComponentProps<Parts['DialogClose']>) {
  return parts && createElement(parts.DialogClose, props);
}

/** Closes the surrounding alert dialog. */
export function AlertDialogClose(props: ComponentProps<Parts['AlertDialogClose']>) {
  return parts && createElement(parts.AlertDialogClose, props);
}
