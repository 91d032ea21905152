import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The distance from the end that still counts as being there, in px. */
const near = 160;

/**
 * Keeps the end of a page in view while the reader is there, whatever grows above it. `below` says that something new is
 * below for a reader who has scrolled up or is typing further up.
 * @param change a text that differs for each new item at the end
 */
export function useStayAtEnd({
  on,
  beginsThere,
  change,
}: {
  on: boolean;
  beginsThere: boolean;
  change: string;
}): {
  end: RefObject<HTMLDivElement | null>;
  /** The element whose growth is followed. */
  script: RefObject<HTMLDivElement | null>;
  below: boolean;
  toEnd: () => void;
} {
  const end = useRef<HTMLDivElement>(null);
  const script = useRef<HTMLDivElement>(null);
  const atEnd = useRef(beginsThere);
  const known = useRef(change);
  const [below, setBelow] = useState(false);
  const toEnd = useCallback(() => end.current?.scrollIntoView({ block: 'nearest' }), []);

  /** Scrolls to the end if the reader is there; returns whether they are. */
  const follow = useCallback(() => {
    const field = document.activeElement;
    if (field?.matches('textarea, input') && script.current?.contains(field)) atEnd.current = false;
    if (atEnd.current) toEnd();
    return atEnd.current;
  }, [toEnd]);

  // Runs before the new item is painted, because a reader may scroll up as soon as it is visible.
  useLayoutEffect(() => {
    if (!on) return;
    if (!follow() && change !== known.current) setBelow(true);
    known.current = change;
  }, [on, change, follow]);

  useEffect(() => {
    if (!on) return;
    let y = window.scrollY;
    function look() {
      const isNear = end.current && end.current.getBoundingClientRect().top <= window.innerHeight + near;
      if (isNear) {
        atEnd.current = true;
        setBelow(false);
      } else if (window.scrollY < y) {
        // Only scrolling up leaves the end; growing content does not.
        atEnd.current = false;
      }
      y = window.scrollY;
    }
    const grown = new ResizeObserver(() => {
      look();
      follow();
    });
    grown.observe(document.body);
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      grown.disconnect();
      window.removeEventListener('scroll', look);
    };
  }, [on, follow]);

  return { end, script, below, toEnd };
}
