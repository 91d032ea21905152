export type NotifyKind = 'success' | 'info' | 'warning' | 'error' | 'loading';

export interface NotifyWords {
  /** A second line: what to do, or what is safe. */
  body?: string;
  /** A notice with the same id replaces the earlier one. */
  id?: string;
  action?: { label: string; onClick: () => void };
  /** Stays until it is replaced or closed. Other notices are shown for 3.6 s, and for 10 s with an action. */
  stays?: boolean;
}

/**
 * Shows a notice in the corner. The code that draws notices is loaded with the first one; if it fails to load for lack
 * of a network, no notice is shown.
 */
export async function notify(
  kind: NotifyKind,
  title: string,
  { body, id, action, stays }: NotifyWords = {},
): Promise<void> {
  const loaded = await import('#web/ui/Toaster.tsx').catch(() => null);
  if (!loaded) return;
  const { toast, closeLater, cancelClosing } = loaded;
  askForToaster();
  if (id) cancelClosing(id);
  const shown = toast[kind](title, {
    ...(body && { description: body }),
    ...(id && { id }),
    ...(action && { action }),
    ...((stays || action) && { duration: Number.POSITIVE_INFINITY }),
  });
  if (action && !stays) closeLater(shown);
}

let asked = false;
const listeners = new Set<() => void>();

/** Whether a notice was ever shown, so that the component that draws them must be mounted. */
export const toasterAsked = {
  now: () => asked,
  subscribe(tell: () => void) {
    listeners.add(tell);
    return () => listeners.delete(tell);
  },
};

function askForToaster(): void {
  asked = true;
  for (const tell of listeners) tell();
}
