import { lazy, type ReactNode, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { type Location, Outlet, ScrollRestoration, useBlocker, useLocation } from 'react-router';
import { useConnection } from '#web/app/connection.ts';
import { toasterAsked } from '#web/app/notify.ts';
import { usePendingNavigation } from '#web/app/Pending.tsx';
import { unsaved } from '#web/app/unsaved.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { PathIcon } from '#web/ui/PathIcon.tsx';

const Toaster = lazy(() => import('#web/ui/Toaster.tsx').then(({ Toaster }) => ({ default: Toaster })));

const wifiOff =
  'M12 20h.01M8.5 16.429a5 5 0 0 1 7 0M5 12.859a10 10 0 0 1 5.17-2.69M19 12.859a10 10 0 0 0-2.007-1.523M2 8.82a15 15 0 0 1 4.177-2.643M22 8.82a15 15 0 0 0-11.288-3.764M2 2l20 20';

const LeaveQuestion = lazy(() =>
  import('#web/app/LeaveQuestion.tsx').then(({ LeaveQuestion }) => ({ default: LeaveQuestion })),
);

/** Around every page: the skip link, the offline banner, the page and the notices. */
export function RootLayout({ children }: { children?: ReactNode }) {
  const pending = usePendingNavigation();
  return (
    <>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <OfflineBanner />
      <div className="page" data-pending={pending || undefined} aria-busy={pending || undefined}>
        {children ?? <Outlet />}
      </div>
      <p className="sr" role="status">
        {pending ? 'Opening the page' : ''}
      </p>
      <FocusOnArrival />
      <NoticeArea />
      <UnsavedChanges />
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

/**
 * The first page of every visit has the key "default", so it is identified by its address: otherwise a newly typed
 * address would open at another page's scroll position.
 */
function scrollKey({ key, pathname, search }: Location): string {
  return key === 'default' ? pathname + search : key;
}

function OfflineBanner() {
  const connection = useConnection();
  if (connection !== 'offline') return null;
  return (
    <Banner className="is-offline" icon={<PathIcon d={wifiOff} />}>
      <b>You are offline.</b> You can go on reading. We try again by ourselves.
    </Banner>
  );
}

function NoticeArea() {
  const asked = useSyncExternalStore(toasterAsked.subscribe, toasterAsked.now, () => false);
  const quiet = <section aria-label="Notifications" aria-live="polite" />;
  if (!asked) return quiet;
  return (
    <Suspense fallback={quiet}>
      <Toaster />
    </Suspense>
  );
}

/** Blocks navigation while anything is unsaved; the dialog is loaded with the first unsaved change. */
function UnsavedChanges() {
  const isDirty = useSyncExternalStore(unsaved.subscribe, unsaved.now, () => false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    unsaved.lostBy(currentLocation, nextLocation),
  );
  const asking = blocker.state === 'blocked';
  if (!isDirty && !asking) return null;
  return (
    <Suspense>
      <LeaveQuestion open={asking} onStay={() => blocker.reset?.()} onLeave={() => blocker.proceed?.()} />
    </Suspense>
  );
}

/**
 * Moves the focus to the start of each new page, for keyboard and screen reader users. A navigation that only opens or
 * closes something over the same page sets `keepsFocus` in its state.
 */
function FocusOnArrival() {
  const { pathname, state } = useLocation();
  const keepsFocus = (state as { keepsFocus?: boolean } | null)?.keepsFocus === true;
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (keepsFocus) return;
    const main = document.getElementById('main');
    const at = document.activeElement;
    // Keeps the focus where the page has already set it. Focus in the page's own sub-navigation, which stays, doesn't
    // count.
    const hasOwnFocus = main?.contains(at) && !at?.closest('#main > nav');
    if (main && !hasOwnFocus) main.focus({ preventScroll: true });
  }, [pathname, keepsFocus]);
  return null;
}
