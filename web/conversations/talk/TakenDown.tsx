import { useEffect, useRef } from 'react';
import styles from './Composer.module.css';
import type { Composer } from './use-composer.ts';

/** The dictated answer, or a text area while the user types; the area has the focus when typing begins. */
export function TakenDown({
  composer,
  label,
  placeholder = 'Tell it as you would say it.',
  large,
}: {
  composer: Composer;
  /** The label of the text area. */
  label: string;
  placeholder?: string;
  /** Large text, for a page with nothing else. */
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
    if (composer.empty && !large) return null;
    return (
      <p className={`told ${size}`}>
        {text} <span className={styles.forming}>{dictation.pending ? '…' : dictation.forming}</span>
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
