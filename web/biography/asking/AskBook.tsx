import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark';
import { type ComponentType, useState } from 'react';
import type { PersonWords } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from '../reading/book.module.css';

export interface AskBookProps {
  subjectId: string;
  words: PersonWords;
  /** The language of the book. */
  language: string;
  /** Whether the user may have the subject asked a question that the book doesn't answer. */
  mayAsk: boolean;
}

/** The button for questions to the book; the sheet's code is loaded when the user points at the button. */
export function AskBook(props: AskBookProps) {
  const [Sheet, setSheet] = useState<ComponentType<AskBookProps & { trigger: React.ReactElement }> | null>(
    null,
  );
  const load = () => import('./AskBookSheet.tsx');
  const preloadSheet = () => void load().catch(() => undefined);
  const button = (
    <Button look="quiet" small aria-haspopup="dialog">
      <Icon of={MessageCircleQuestionMark} /> <span className={styles.tool}>Ask or search</span>
    </Button>
  );
  if (Sheet) return <Sheet {...props} trigger={button} />;
  return (
    <Button
      look="quiet"
      small
      aria-haspopup="dialog"
      onPointerEnter={preloadSheet}
      onFocus={preloadSheet}
      onClick={async () => {
        const { AskBookSheet } = await load();
        setSheet(() => AskBookSheet);
      }}
    >
      <Icon of={MessageCircleQuestionMark} /> <span className={styles.tool}>Ask or search</span>
    </Button>
  );
}
