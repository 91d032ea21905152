import 'sonner/dist/styles.css';
import './Toaster.css';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Toaster as Sonner, toast } from 'sonner';
import { useBottomClearOfActions } from './clear-of-actions.ts';
import { Icon } from './Icon.tsx';

const dress = {
  toast: 'toast',
  actionButton: 'toast-do',
  success: 'toast-ok',
  info: 'toast-info',
  warning: 'toast-warn',
  error: 'toast-error',
  loading: 'toast-wait',
};

const icons = {
  success: <Icon of={Check} />,
  info: <Icon of={Info} />,
  warning: <Icon of={TriangleAlert} />,
  error: <Icon of={CircleAlert} />,
  loading: <Icon of={LoaderCircle} />,
};

/**
 * The area for notices on every page: shown for 3600 ms, with an action for 10 s, 16 px from the edge, 12 px apart, at
 * most 3, 356 px wide; higher up where they would cover a button.
 */
export function Toaster() {
  const bottom = useBottomClearOfActions();
  return (
    // Hides focus events from Sonner: it would move the focus back to an earlier element when a notice closes.
    // `focus-stays.ts` manages the focus instead.
    <div className="contents" onFocusCapture={(event) => event.stopPropagation()}>
      <Sonner
        duration={3600}
        offset={{ top: 16, right: 16, bottom, left: 16 }}
        mobileOffset={{ top: 16, right: 16, bottom, left: 16 }}
        gap={12}
        expand={false}
        visibleToasts={3}
        theme="system"
        position="bottom-right"
        icons={icons}
        toastOptions={{ unstyled: true, classNames: dress }}
      />
    </div>
  );
}

/** How long a notice with an action is shown. */
const actionMs = 10_000;
const tickMs = 200;

const timers = new Map<string | number, ReturnType<typeof setInterval>>();

/**
 * Closes a notice with an action after 10 s. The countdown stops while the notices are hovered or focused, or the page
 * is hidden; Sonner itself does not stop for the focus.
 */
export function closeLater(id: string | number): void {
  cancelClosing(id);
  let leftMs = actionMs;
  const timer = setInterval(() => {
    const isUsed = document.querySelector('[data-sonner-toaster]:is(:hover, :focus-within)') !== null;
    if (isUsed || document.hidden) return;
    leftMs -= tickMs;
    if (leftMs > 0) return;
    cancelClosing(id);
    toast.dismiss(id);
  }, tickMs);
  timers.set(id, timer);
}

/** Ends the countdown of a notice, because it was replaced. */
export function cancelClosing(id: string | number): void {
  clearInterval(timers.get(id));
  timers.delete(id);
}

export { toast };
