import { useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { Cameo } from '#web/ui/Cameo.tsx';
import { AlertDialog, AlertDialogClose } from '#web/ui/Dialog.tsx';
import { dayOf } from '../reading/said.ts';
import { type RemarkPageFragment, RemoveRemarkDocument } from './remarks.graphql.ts';
import styles from './remarks.module.css';

export type Remark = RemarkPageFragment['edges'][number]['node'];

/** A remark with its author and day. */
export function RemarkLine({ remark, onRemoved }: { remark: Remark; onRemoved: () => void }) {
  const { id, text, author, authorName, createdAt, canRemove } = remark;
  const name = authorName ?? 'Somebody who has left';
  return (
    <li className="remark">
      <Cameo of={author?.id ?? id} name={authorName ?? ''} photo={author?.image} width={2.5} />
      <p className={styles.who}>
        <b>{name}</b>{' '}
        <time className="note" dateTime={createdAt}>
          {dayOf(createdAt)}
        </time>
      </p>
      <div className={styles.said}>
        <p>{text}</p>
        {canRemove && <RemoveRemark id={id} name={name} onRemoved={onRemoved} />}
      </div>
    </li>
  );
}

function RemoveRemark({ id, name, onRemoved }: { id: string; name: string; onRemoved: () => void }) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    const { data } = await apollo
      .mutate({ mutation: RemoveRemarkDocument, variables: { id } })
      .catch(() => ({ data: null }));
    setBusy(false);
    setOpen(false);
    const answer = data?.removeRemark;
    if (answer?.__typename === 'Card') return onRemoved();
    const body = answer?.message ?? 'The connection broke before Evertold answered. Try again.';
    return void notify('error', 'The remark was not removed', { body });
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="text" small aria-label={`Remove the remark by ${name}`}>
          Remove
        </Button>
      }
      title="Remove this remark?"
      lead="Nobody can read it any more, and it can’t be brought back."
      actions={
        <>
          <Button look="danger" busy={busy} onClick={() => void remove()}>
            Remove remark
          </Button>
          <AlertDialogClose className="btn btn-quiet">Cancel</AlertDialogClose>
        </>
      }
    />
  );
}
