import { useEffect, useRef } from 'react';
import { connection, onConnectionChange } from '#web/app/connection.ts';
import { notify } from '#web/app/notify.ts';

/** Missed messages arrive within this time after the reconnection. */
const catchUpMs = 1500;

/** Notifies that the connection is back, and how many messages came meanwhile. */
export function useBackOnTheLine(live: boolean, count: number): void {
  const now = useRef(count);
  useEffect(() => {
    now.current = count;
  }, [count]);

  useEffect(() => {
    if (!live) return;
    let before: number | null = connection() === 'offline' ? now.current : null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onConnectionChange(() => {
      clearTimeout(timer);
      if (connection() === 'offline') before ??= now.current;
      if (connection() !== 'online' || before === null) return;
      timer = setTimeout(() => {
        const came = now.current - (before ?? now.current);
        before = null;
        const words = came === 1 ? '1 message came' : `${came} messages came`;
        void notify('success', 'Back on the line', {
          body: came > 0 ? `Nothing was missed: ${words} while you were away.` : 'Nothing was missed.',
          id: 'back-on-the-line',
        });
      }, catchUpMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [live]);
}
