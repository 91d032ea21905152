import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { ComposerBar } from '../talk/ComposerBar.tsx';
import type { Speaking } from '../talk/use-talk.ts';
import styles from './conversation.module.css';

/**
 * The composer of a live conversation in the browser: shown at once to the member who holds it, on request to others.
 */
export function GoOnTalking({
  conversationId,
  language,
  speaking,
  mayRecord,
  mayDictate,
  open,
  label,
}: {
  conversationId: string;
  language: string;
  speaking: Speaking;
  mayRecord: boolean;
  mayDictate: boolean;
  open: boolean;
  label: string;
}) {
  const [talking, setTalking] = useState(open);
  return (
    <div className={`${styles.talk} ${talking ? styles.docked : ''}`}>
      {talking ? (
        <ComposerBar
          conversationId={conversationId}
          language={language}
          speaking={speaking}
          mayRecord={mayRecord}
          mayDictate={mayDictate}
          label={label}
        />
      ) : (
        <Button onClick={() => setTalking(true)}>Continue the conversation</Button>
      )}
    </div>
  );
}
