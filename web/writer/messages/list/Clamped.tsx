import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './MessageList.module.css';

/** A text that is only a little longer than the four lines shown of a long one stays whole. */
const wholeUpTo = 6;

/** Four lines of what was said, and the rest for whoever asks: one long answer does not push the others away. */
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
    const look = () => {
      const line = Number.parseFloat(getComputedStyle(element).lineHeight);
      setLong(element.scrollHeight > (wholeUpTo + 0.5) * line);
    };
    look();
    const observer = new ResizeObserver(look);
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
          // One key on the row does it, so that the rows stay one stop for the keyboard.
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
