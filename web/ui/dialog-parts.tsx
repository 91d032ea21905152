import { AlertDialog as BaseAlert } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactElement, ReactNode } from 'react';
import { takeFocus } from './take-focus.ts';

export interface Opening {
  /** The button that opens it; leave it out to control `open` yourself. */
  trigger?: ReactElement;
  open?: boolean;
  /** The trigger was pressed before the code had loaded: the dialog is open from the start. */
  asked?: boolean;
  onOpenChange?: (open: boolean) => void;
}

function opening({ open, asked = false, onOpenChange }: Opening) {
  return {
    ...(open === undefined ? { defaultOpen: asked } : { open }),
    onOpenChange: (next: boolean) => onOpenChange?.(next),
    onOpenChangeComplete: (isOpen: boolean) => {
      if (!isOpen) requestAnimationFrame(showFocused);
    },
  };
}

/** The page may have grown above the trigger while the dialog was open, and the focus returns without scrolling. */
function showFocused() {
  const focused = document.activeElement;
  if (focused?.matches('a, button, input, summary')) focused.scrollIntoView({ block: 'nearest' });
}

/** Moves the focus from the placeholder button to the real trigger, so that it returns there when the dialog closes. */
function pressed({ asked }: Opening) {
  return asked && { ref: takeFocus };
}

/** A question or a small form over the page, which stays where it was. */
export function Dialog({
  title,
  lead,
  actions,
  children,
  trigger,
  lang,
  finalFocus,
  ...rest
}: Opening & {
  /** The language, if it isn't the page's. */
  lang?: string;
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  /** The element to focus after closing, when it is not the trigger. */
  finalFocus?: () => HTMLElement | true;
}) {
  return (
    <Base.Root {...opening(rest)}>
      {trigger && <Base.Trigger {...pressed(rest)} render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className="veil" />
        <Base.Viewport className="dialog-place">
          <Base.Popup className="dialog" lang={lang} {...(finalFocus && { finalFocus })}>
            <Base.Title>{title}</Base.Title>
            {lead && <Base.Description className="lead quiet">{lead}</Base.Description>}
            {children}
            {actions && <div className="dialog-do">{actions}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** Closes the surrounding dialog or sheet. */
export const DialogClose = Base.Close;

/** A dialog that needs an answer: a click outside doesn't close it. The first action has the focus. */
export function AlertDialog({
  title,
  lead,
  actions,
  trigger,
  ...rest
}: Opening & { title: ReactNode; lead: ReactNode; actions: ReactNode }) {
  return (
    <BaseAlert.Root {...opening(rest)}>
      {trigger && <BaseAlert.Trigger {...pressed(rest)} render={trigger} />}
      <BaseAlert.Portal>
        <BaseAlert.Backdrop className="veil" />
        <BaseAlert.Viewport className="dialog-place">
          <BaseAlert.Popup className="dialog">
            <BaseAlert.Title>{title}</BaseAlert.Title>
            <BaseAlert.Description className="lead quiet">{lead}</BaseAlert.Description>
            <div className="dialog-do">{actions}</div>
          </BaseAlert.Popup>
        </BaseAlert.Viewport>
      </BaseAlert.Portal>
    </BaseAlert.Root>
  );
}

/** Closes the surrounding alert dialog. */
export const AlertDialogClose = BaseAlert.Close;

/**
 * A panel that slides in from below (or, with `side`, from the right): sources on a phone, a row's details on the desk.
 */
export function Sheet({
  title,
  side,
  close = 'Close',
  children,
  trigger,
  initialFocus,
  ...rest
}: Opening & {
  title: ReactNode;
  side?: boolean;
  close?: string;
  children: ReactNode;
  /** The element to focus when it opens, instead of the button that closes it. */
  initialFocus?: () => HTMLElement | true;
}) {
  return (
    <Base.Root {...opening(rest)}>
      {trigger && <Base.Trigger {...pressed(rest)} render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className="veil" />
        <Base.Popup className={side ? 'sheet sheet-side' : 'sheet'} {...(initialFocus && { initialFocus })}>
          <div className="sheet-head">
            <Base.Title>{title}</Base.Title>
            <Base.Close className="btn btn-text btn-s">{close}</Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
