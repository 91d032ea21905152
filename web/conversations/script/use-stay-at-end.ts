import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How near the end still counts as there, px. */
const near = 160;

/**
 * Keeps the end of a page in view for as long as one is there, whatever grows above it; says when there is something new
 * below for whoever has gone up, or writes something further up and stays with it.
 * @param change another text for each new thing at the end
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
  /** What is followed. */
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

  /** Goes along with what grows, if one is there to see it; says whether. */
  const follow = useCallback(() => {
    const field = document.activeElement;
    if (field?.matches('textarea, input') && script.current?.contains(field)) atEnd.current = false;
    if (atEnd.current) toEnd();
    return atEnd.current;
  }, [toEnd]);

  // With what is new, and not after it was drawn: whoever goes up as soon as it stands there has seen it come.
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
        // By going up alone: what grows takes nobody from there.
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
