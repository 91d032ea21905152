import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import { notify } from '#web/app/notify.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { AlertDialog, AlertDialogClose } from '#web/ui/Dialog.tsx';
import { State } from '#web/ui/Notice.tsx';
import { CancelGiftDocument, type GivenGiftFragment } from './gift.graphql.ts';
import styles from './gift.module.css';
import { firstName, stateInWords } from './gift-words.ts';

/** The gifts that the user has given, newest first, with their state. */
export function GiftsGiven({
  subjectId,
  gifts,
  onChange,
}: {
  /** The book whose pages the list is on. */
  subjectId: string;
  gifts: readonly GivenGiftFragment[];
  onChange: (gift: GivenGiftFragment) => void;
}) {
  return (
    <section className={styles.given} aria-labelledby="gifts-given">
      <h2 id="gifts-given">Gifts you gave</h2>
      {gifts.length === 0 && (
        <p className="quiet">None yet. Each gift you give appears here, and whether it was opened.</p>
      )}
      <ul className="list">
        {gifts.map((gift) => (
          <GivenGift key={gift.id} subjectId={subjectId} gift={gift} onChange={() => onChange(gift)} />
        ))}
      </ul>
    </section>
  );
}

function GivenGift({
  subjectId,
  gift,
  onChange,
}: {
  subjectId: string;
  gift: GivenGiftFragment;
  onChange: () => void;
}) {
  const { id, recipientName, status } = gift;
  const { words, ...mark } = stateInWords(gift);
  const isChangeable = status === 'DRAFT' || status === 'SCHEDULED';
  return (
    <li>
      <b>{recipientName}</b>
      <State {...mark}>{words}</State>
      <div className={`row ${styles.acts}`}>
        {(status === 'SCHEDULED' || status === 'DELIVERED') && (
          <Link
            className={buttonClass({ look: 'text', small: true })}
            to={`/dashboard/${encodeURIComponent(subjectId)}/gift-another-loved-one/${id}/`}
          >
            Print the card<span className="sr"> for {recipientName}</span>
          </Link>
        )}
        {isChangeable && (
          <Button look="text" small aria-label={`Change the gift for ${recipientName}`} onClick={onChange}>
            Change
          </Button>
        )}
        {isChangeable && <CancelGift gift={gift} />}
      </div>
    </li>
  );
}

function CancelGift({ gift: { id, recipientName } }: { gift: GivenGiftFragment }) {
  const [open, setOpen] = useState(false);
  const [cancel, { loading }] = useMutation(CancelGiftDocument);
  async function onCancel(): Promise<void> {
    const { data } = await cancel({ variables: { id } }).catch(() => ({ data: null }));
    setOpen(false);
    if (data?.cancelGift.__typename === 'Gift') return notify('success', 'Gift cancelled');
    const body = data?.cancelGift.message ?? 'The connection broke. Try again.';
    return notify('error', 'The gift wasn’t cancelled', { body });
  }
  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="text" small aria-label={`Cancel the gift for ${recipientName}`}>
          Cancel
        </Button>
      }
      title={`Cancel the gift for ${firstName(recipientName)}?`}
      lead="Nothing is sent, and a card that you printed stops working. You can give another one."
      actions={
        <>
          <Button look="danger" busy={loading} onClick={() => void onCancel()}>
            Cancel the gift
          </Button>
          <AlertDialogClose className="btn btn-quiet">Keep the gift</AlertDialogClose>
        </>
      }
    />
  );
}
