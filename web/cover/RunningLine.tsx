import { type RefObject, useEffect, useState } from 'react';
import { loops, speech } from '#web/ui/voice-line.ts';
import styles from './home.module.css';

interface Run {
  /** The path over the cloth: the loops, and the way to the page. */
  cloth: string;
  /** The path on the paper, to where the underline begins. */
  paper: string;
}

/** Amplitudes for as many loops as fit; each loop is about two and a half times as high as it is wide. */
function amplitudes(width: number, height: number): number[] {
  const amps = speech('good morning', Math.max(8, Math.round((width / height) * 2.7)), 0.7);
  return [0, ...amps.map((a) => Math.min(1, a * 1.15)), 0];
}

/** Measures the line's path from the play button to the underlined sentence. */
function measure(cover: HTMLElement): Run | null {
  const from = cover.querySelector('[data-from]')?.getBoundingClientRect();
  const sentence = cover.querySelector('[data-to]');
  const leaf = cover.querySelector('article')?.getBoundingClientRect();
  const to = [...(sentence?.getClientRects() ?? [])].pop();
  if (!from || !leaf || !to) return null;
  const o = cover.getBoundingClientRect();
  if (innerWidth <= 720) {
    const width = innerWidth - 70;
    return {
      cloth: loops(amplitudes(width, 48), {
        width,
        height: 48,
        x: from.left - o.left,
        y: from.bottom - o.top + 68,
      }),
      paper: '',
    };
  }
  const [x, y] = [from.right - o.left + 18, from.top + from.height / 2 - o.top + 14];
  const [edge, ty, tx] = [leaf.left - o.left, to.bottom - o.top - 1.5, to.left - o.left];
  const width = Math.max(120, edge - x - 76);
  const end = x + width;
  const height = Math.min(50, width / 5);
  const over = `C${end + 46} ${y} ${edge - 30} ${ty} ${edge} ${ty}`;
  return {
    cloth: `${loops(amplitudes(width, height), { width, height, x, y })}L${end} ${y}${over}`,
    paper: `M${edge} ${ty}H${tx}`,
  };
}

/** The page's line. While the sample is read, it fills up to what was heard. */
export function RunningLine({
  cover,
  heard,
}: {
  cover: RefObject<HTMLDivElement | null>;
  heard: number | null;
}) {
  const [run, setRun] = useState<Run | null>(null);

  useEffect(() => {
    const element = cover.current;
    if (!element) return;
    const draw = () => setRun(measure(element));
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    // The text beside the button changes once it is known whether the browser can speak.
    const from = element.querySelector('[data-from]');
    if (from) observer.observe(from);
    void document.fonts.ready.then(draw);
    return () => observer.disconnect();
  }, [cover]);

  if (!run) return null;
  const reading = heard !== null;
  return (
    <svg className={styles.run} aria-hidden="true">
      <path className={reading ? styles.ahead : undefined} d={run.cloth} />
      {reading && <path d={run.cloth} pathLength={1} strokeDasharray={`${heard} 1`} />}
      {run.paper && <path className={styles.onPaper} d={run.paper} />}
    </svg>
  );
}
