import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './MessageList.module.css';

/** A text up to this many lines is shown in full; a longer one is cut to four lines. */
const wholeUpTo = 6;

/**
 * The first four lines of a long message, with a button for the rest, so that one message doesn't push the others away.
 */
export function Clamped({
  className = '',
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  const text = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const [long, setLong] = useState(false);
  useLayoutEffect(() => {
    const element = text.current;
    if (!element) return;
    const measure = () => {
      const line = Number.parseFloat(getComputedStyle(element).lineHeight);
      setLong(element.scrollHeight > (wholeUpTo + 0.5) * line);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <span ref={text} className={`${className} ${long && !open ? styles.clamped : ''}`}>
        {children}
      </span>
      {long && (
        <button
          type="button"
          className={`btn btn-text btn-s ${styles.more}`}
          // A key on the row toggles it, so that each row is a single tab stop.
          tabIndex={-1}
          data-more
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Less' : 'More'}
        </button>
      )}
    </>
  );
}
