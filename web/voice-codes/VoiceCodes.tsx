import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { Switch } from '#web/ui/Field.tsx';
import { SetVoiceCodeDocument, VoiceCodesDocument } from './voice-codes.graphql.ts';
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
      lead="When a story is off, its code in printed books stays silent. You can switch it on again."
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
  const [set] = useMutation(SetVoiceCodeDocument);
  const stories = data?.subject?.chapters
    .flatMap(({ cards }) => cards)
    .filter(({ status }) => status === 'PUBLISHED');
  async function turn(cardId: string, plays: boolean) {
    const answer = await set({
      variables: { cardId, plays },
      optimisticResponse: { setVoiceCode: { __typename: 'Card', id: cardId, playsVoiceCode: plays } },
    }).catch(() => null);
    const done = answer?.data?.setVoiceCode;
    if (done?.__typename !== 'Card')
      void notify('error', 'Nothing was changed', { body: done?.message ?? 'Try again.' });
  }
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
