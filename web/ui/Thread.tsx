import { useLayoutEffect, useRef, useState } from 'react';
import { threadPath } from './voice-line.ts';

/**
 * The thread from the sentence in hand to its source in the margin. Stands inside the (positioned) element that
 * holds both; drawn again when `of` changes, when that element changes size, and when the fonts have come.
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
