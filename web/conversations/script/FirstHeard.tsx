import { useState } from 'react';
import { WordDiff } from '#web/biography/words/WordDiff.tsx';
import { wordDiff } from '#web/biography/words/word-diff.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from '../page/conversation.module.css';

/** The words as first transcribed, shown on request. */
export function FirstHeard({ text, original }: { text: string; original: string }) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.first}>
      <Button look="text" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide what was first heard' : 'Corrected. Show what was first heard'}
      </Button>
      {shown && (
        <p className={`told ${styles.heard}`}>
          <WordDiff before={original} after={text} />
        </p>
      )}
    </div>
  );
}

/** The words, with corrected ones underlined. */
export function Corrected({ text, original }: { text: string; original: string }) {
  return wordDiff(original, text).map(({ kind, text: words, at }) => {
    if (kind === 'removed') return null;
    if (kind === 'same') return words;
    const [, bare = words, space = ''] = /^(.*?)([\s.,;:!?]*)$/s.exec(words) ?? [];
    return (
      <span key={at}>
        <span className="fixed">{bare}</span>
        {space}
      </span>
    );
  });
}
