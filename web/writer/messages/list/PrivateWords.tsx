import { useMutation } from '@apollo/client/react';
import Lock from 'lucide-react/icons/lock';
import { useId, useState } from 'react';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { TextAreaField } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './MessageList.module.css';
import type { MessageRow_MessageFragment } from './MessageRow.graphql.ts';
import { RevealMessageDocument } from './Reveal.graphql.ts';

const leastReason = 10;

/**
 * A private message, or one that the audience of a story keeps, shows only its length. Its text is revealed in this
 * row alone, for a stated reason, and only if it may be shared.
 */
export function PrivateWords({ message }: { message: MessageRow_MessageFragment }) {
  const [words, setWords] = useState<string | null>(null);
  if (words !== null) {
    return (
      <>
        <span className={message.role === 'user' ? 'told' : 'who-us'}>{words}</span>
        <span className={styles.first}>
          {whyWithheld(message)}, shown to you alone.{' '}
          <button type="button" className="btn btn-text btn-s" tabIndex={-1} onClick={() => setWords(null)}>
            Hide
          </button>
        </span>
      </>
    );
  }
  return (
    <span className={styles.private}>
      <span className={styles.masked}>
        <Icon of={Lock} /> {[whyWithheld(message), lengthOf(message)].filter(Boolean).join(', ')}
      </span>
      {message.revealable && <RevealDialog message={message} onWords={setWords} />}
    </span>
  );
}

function RevealDialog({
  message,
  onWords,
}: {
  message: MessageRow_MessageFragment;
  onWords: (words: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const form = useId();
  // Private text must not stay in the cache.
  const [reveal, { loading }] = useMutation(RevealMessageDocument, { fetchPolicy: 'no-cache' });
  const { state: problem, onSubmit } = useFormAction<string | null>(async (entered) => {
    const reason = textOf(entered, 'reason').trim();
    if (reason.length < leastReason) return `Say why, in at least ${leastReason} characters`;
    const { data } = await reveal({ variables: { id: message.id, reason } }).catch(() => ({ data: null }));
    const answer = data?.revealMessage;
    if (!answer) return 'It was not revealed. Stop impersonating, if you do, and try again.';
    if (answer.__typename === 'InvalidInput')
      return `The reason ${answer.issues[0]?.message ?? 'is not enough'}`;
    if (answer.__typename !== 'RevealedMessage') return answer.message;
    setOpen(false);
    onWords(answer.text);
    return null;
  }, null);

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="btn btn-text btn-s" data-reveal>
          Reveal, with a reason
        </button>
      }
      title={message.private ? 'Reveal a private message' : 'Reveal a message that is kept for others'}
      lead={`${
        message.private
          ? `${message.subject.fullName} asked to keep this between them and Evertold.`
          : 'It belongs to a story that is not for everybody.'
      } Your name and your reason are written down before you see it.`}
      actions={
        <>
          <Button type="submit" form={form} busy={loading}>
            Reveal this message
          </Button>
          <DialogClose className="btn btn-quiet">
            {message.private ? 'Leave it private' : 'Leave it hidden'}
          </DialogClose>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} noValidate className={styles.reason}>
        <TextAreaField label="Your reason" name="reason" rows={3} maxLength={500} error={problem} />
      </form>
    </Dialog>
  );
}

function whyWithheld({ private: isPrivate }: MessageRow_MessageFragment): string {
  return isPrivate ? 'Private' : 'Kept for others';
}

function lengthOf({ audioStartMs, audioEndMs }: MessageRow_MessageFragment): string | null {
  if (audioStartMs === null || audioEndMs === null) return null;
  const seconds = Math.max(1, Math.round((audioEndMs - audioStartMs) / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
