import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * How far below the top of the page the rows begin. When something comes or goes above them (a notice, a banner)
 * while one reads further down, the page is scrolled along: the row in view stays where it is.
 */
export function useRowsBegin(list: RefObject<HTMLElement | null>): number {
  const [begin, setBegin] = useState(0);
  useLayoutEffect(() => {
    let known: number | null = null;
    let told: () => void = () => undefined;
    const look = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const now = top + window.scrollY;
      const moved = known === null ? 0 : now - known;
      known = now;
      told();
      if (moved === 0 || top >= moved) return setBegin(now);
      // Who draws the rows has to hear of the new place and of the new beginning at once, or takes other rows in.
      const tell = () => setBegin(now);
      window.addEventListener('scroll', tell, { once: true });
      told = () => window.removeEventListener('scroll', tell);
      window.scrollBy({ top: moved, behavior: 'instant' });
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      told();
    };
  }, [list]);
  return begin;
}
