import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { ComposerBar } from '../talk/ComposerBar.tsx';
import type { Speaking } from '../talk/use-talk.ts';
import styles from './conversation.module.css';

/** Answering in a conversation that is on in the browser: at once for whoever holds it, on request for others. */
export function GoOnTalking({
  conversationId,
  language,
  speaking,
  mayRecord,
  open,
  label,
}: {
  conversationId: string;
  language: string;
  speaking: Speaking;
  mayRecord: boolean;
  open: boolean;
  label: string;
}) {
  const [talking, setTalking] = useState(open);
  return (
    <div className={styles.talk}>
      {talking ? (
        <ComposerBar
          conversationId={conversationId}
          language={language}
          speaking={speaking}
          mayRecord={mayRecord}
          label={label}
        />
      ) : (
        <Button onClick={() => setTalking(true)}>Go on talking</Button>
      )}
    </div>
  );
}
