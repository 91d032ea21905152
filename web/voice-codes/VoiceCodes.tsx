import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { Switch } from '#web/ui/Field.tsx';
import { useVoiceCode } from './use-voice-code.ts';
import { VoiceCodesDocument } from './voice-codes.graphql.ts';
import styles from './voice-codes.module.css';

/** Switches the printed codes of single stories on or off. */
export function VoiceCodes({ subjectId }: { subjectId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="text" small>
          Choose the stories
        </Button>
      }
      title="Stories that can be heard"
      lead="Recorded stories can have a code in printed books. When a story is off, its code stays silent. You can switch it on again."
      actions={<DialogClose className="btn">Close</DialogClose>}
    >
      {open && <Stories subjectId={subjectId} />}
    </Dialog>
  );
}

function Stories({ subjectId }: { subjectId: string }) {
  const { data, error } = useQuery(VoiceCodesDocument, {
    variables: { subjectId },
    fetchPolicy: 'cache-and-network',
  });
  const turn = useVoiceCode();
  const stories = data?.subject?.chapters
    .flatMap(({ cards }) => cards)
    .filter(({ status }) => status === 'PUBLISHED');
  if (!stories)
    return <p className="quiet">{error ? 'The stories did not load. Open it again.' : 'One moment…'}</p>;
  if (!stories.length) return <p className="quiet">No story is published yet.</p>;
  return (
    <ul className={styles.stories}>
      {stories.map(({ id, title, playsVoiceCode }) => (
        <li key={id}>
          <span className="told">{title}</span>
          <Switch
            label={`“${title}” can be heard`}
            checked={playsVoiceCode}
            onChange={({ target }) => void turn(id, target.checked)}
          />
        </li>
      ))}
    </ul>
  );
}
