import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * How far below the top of the page the rows begin. When something comes or goes above them (a notice, a banner)
 * while one reads further down, the page is scrolled along: the row in view stays where it is.
 */
export function useRowsBegin(list: RefObject<HTMLElement | null>): number {
  const [begin, setBegin] = useState(0);
  useLayoutEffect(() => {
    const look = () => (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    let known = { begin: look(), y: window.scrollY };
    setBegin(known.begin);

    function follow() {
      const now = look();
      const { scrollY: y } = window;
      const moved = now - known.begin;
      // At the end of a page that grows shorter the browser goes up by itself, as far as it must.
      const gone = moved < 0 && isAtBottom() ? Math.min(Math.max(0, known.y - y), -moved) : 0;
      if (moved !== 0 && known.begin < known.y) window.scrollBy({ top: moved + gone, behavior: 'instant' });
      known = { begin: now, y: window.scrollY };
      // Who draws the rows has to hear of the new place and of the new beginning at once, or takes other rows in.
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
