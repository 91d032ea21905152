import { useLayoutEffect, useRef, useState } from 'react';
import { threadPath } from './voice-line.ts';

/**
 * The thread from the selected sentence to its source in the margin. It must stand inside the positioned element that
 * holds both. It is redrawn when `of` changes, when that element is resized and when the fonts have loaded.
 */
export function Thread({ of: inHand }: { of: string | null }) {
  const svg = useRef<SVGSVGElement>(null);
  const [d, setD] = useState('');

  useLayoutEffect(() => {
    const page = svg.current?.parentElement;
    if (!page || inHand === null) {
      setD('');
      return;
    }
    const draw = () => setD(threadPath(page));
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(page);
    document.fonts?.ready.then(draw);
    return () => observer.disconnect();
  }, [inHand]);

  return (
    <svg ref={svg} className="thread" aria-hidden="true">
      {d && <path d={d} />}
    </svg>
  );
}
