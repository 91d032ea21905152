import type { ReactNode } from 'react';
import styles from './Composer.module.css';
import { Dock } from './Dock.tsx';
import { RecordTalk } from './RecordTalk.tsx';
import { TakenDown } from './TakenDown.tsx';
import { useComposer } from './use-composer.ts';
import type { Speaking } from './use-talk.ts';

/** The bar below a transcript for answering: the dictated text and the dock. */
export function ComposerBar({
  conversationId,
  language,
  speaking,
  mayRecord = false,
  mayDictate = false,
  label = 'Your answer',
  children,
}: {
  conversationId: string;
  language: string;
  speaking: Speaking;
  /** Whether the person agreed to recording. */
  mayRecord?: boolean;
  /** Whether the server writes down spoken words where the browser can't. */
  mayDictate?: boolean;
  label?: string;
  /** Further actions, after the two buttons, such as ending the conversation. */
  children?: ReactNode;
}) {
  const composer = useComposer({ draftKey: conversationId, language, mayDictate, say: speaking.say });
  return (
    <section className={styles.bar} aria-label="Answer here">
      <TakenDown composer={composer} label={label} />
      {mayRecord && <RecordTalk conversationId={conversationId} />}
      <Dock composer={composer} speaking={speaking}>
        {children}
      </Dock>
    </section>
  );
}
