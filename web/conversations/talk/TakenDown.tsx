import { useEffect, useRef } from 'react';
import styles from './Composer.module.css';
import type { Composer } from './use-composer.ts';

/** The answer as it is taken down; while typing, the place to type it. */
export function TakenDown({
  composer,
  label,
  placeholder = 'Tell it as you would say it.',
  large,
}: {
  composer: Composer;
  /** What the place to type is called. */
  label: string;
  placeholder?: string;
  /** As large as on a page that has nothing else. */
  large?: boolean;
}) {
  const { text, setText, typing, area, dictation, done } = composer;
  const typedBefore = useRef(typing);
  useEffect(() => {
    if (typing && !typedBefore.current) area.current?.focus();
    typedBefore.current = typing;
  }, [typing, area]);

  const size = large ? `${styles.mine} ${styles.large}` : styles.mine;
  if (!typing) {
    return (
      <p className={`told ${size}`}>
        {text} <span className={styles.forming}>{dictation.forming}</span>
      </p>
    );
  }
  return (
    <textarea
      ref={area}
      className={`input told ${size}`}
      aria-label={label}
      placeholder={placeholder}
      rows={3}
      maxLength={20_000}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        done();
      }}
    />
  );
}
