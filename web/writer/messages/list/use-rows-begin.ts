import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * The distance of the rows from the top of the page. When something above them appears or disappears (a notice, a
 * banner) while the reader is further down, the page is scrolled by the same amount, so that the rows in view stay in
 * place.
 */
export function useRowsBegin(list: RefObject<HTMLElement | null>): number {
  const [begin, setBegin] = useState(0);
  useLayoutEffect(() => {
    const measure = () => (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    let known = { begin: measure(), y: window.scrollY };
    setBegin(known.begin);

    function follow() {
      const now = measure();
      const { scrollY: y } = window;
      const moved = now - known.begin;
      // When the page gets shorter at its end, the browser scrolls up by itself, as far as needed.
      const gone = moved < 0 && isAtBottom() ? Math.min(Math.max(0, known.y - y), -moved) : 0;
      if (moved !== 0 && known.begin < known.y) window.scrollBy({ top: moved + gone, behavior: 'instant' });
      known = { begin: now, y: window.scrollY };
      // The virtualizer must learn the new scroll position and offset together, or it would render other rows.
      if (known.y === y) setBegin(now);
    }
    const observer = new ResizeObserver(follow);
    observer.observe(document.body);
    window.addEventListener('scroll', follow, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', follow);
    };
  }, [list]);
  return begin;
}

function isAtBottom(): boolean {
  return window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;
}
