import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { type ReactElement, useState } from 'react';
import type { SubjectStatus } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { AlertDialog, AlertDialogClose } from '#web/ui/Dialog.tsx';
import { capital, wordsFor } from '../person-words.ts';
import { type Standing_SubjectFragment, Standing_SubjectFragmentDoc } from './Standing.graphql.ts';
import styles from './settings.module.css';
import { useUpdateSubject } from './use-section.ts';

/** Whether it rings at all: pausing, going on, and the book of somebody who has died. */
export function Standing({ subject: from }: { subject: FragmentType<Standing_SubjectFragment> }) {
  const { data } = useSuspenseFragment({ fragment: Standing_SubjectFragmentDoc, from });
  const { id, status, isSelf, preferredName: name } = data;
  const { change, busy } = useUpdateSubject(id);
  const words = wordsFor(data);
  async function become(next: SubjectStatus, done: string): Promise<void> {
    const refused = await change({ status: next });
    if (refused) return notify('error', 'Nothing was changed', { body: refused.whole ?? 'Try again.' });
    return notify('success', done);
  }
  if (status === 'MEMORIAL') {
    return (
      <p className="quiet">
        Nobody is called any more. {capital(words.their)} book stays open: whoever remembers something can add
        it.
      </p>
    );
  }
  return (
    <ul className={`${styles.rows} ${styles.standing}`}>
      <li>
        <div>
          <b>{titles[status]}</b>
          <p className="note">{noteOn(status, name, isSelf)}</p>
        </div>
        {status === 'ACTIVE' && (
          <Button look="quiet" small busy={busy} onClick={() => become('PAUSED', 'Paused')}>
            Pause the calls
          </Button>
        )}
        {status === 'PAUSED' && (
          <Button look="quiet" small busy={busy} onClick={() => become('ACTIVE', 'Calls go on')}>
            Go on calling
          </Button>
        )}
      </li>
      {!isSelf && (
        <li>
          <div>
            <b>In memory of {name}</b>
            <p className="note">
              For a family that has lost {words.them}. Calls end for good; the book stays, and grows by what
              you remember.
            </p>
          </div>
          <MemorialDialog
            name={name}
            busy={busy}
            onYes={() => become('MEMORIAL', `${name}’s book is kept in memory`)}
            trigger={
              <Button look="quiet" small>
                Keep in memory
              </Button>
            }
          />
        </li>
      )}
    </ul>
  );
}

const titles: Record<Exclude<SubjectStatus, 'MEMORIAL'>, string> = {
  DRAFT: 'Not begun',
  AWAITING_CONSENT: 'Waiting for a yes',
  ACTIVE: 'The line is open',
  PAUSED: 'Paused',
  DELETED: 'Deleted',
};

function noteOn(status: SubjectStatus, name: string, isSelf: boolean): string {
  if (status === 'ACTIVE') return 'Paused, nobody calls or texts. What was told stays as it is.';
  if (status === 'PAUSED') return 'Nobody calls or texts until you go on.';
  return isSelf ? 'Nothing is dialled until you agree.' : `Nothing is dialled until ${name} agrees.`;
}

function MemorialDialog({
  name,
  busy,
  onYes,
  trigger,
}: {
  name: string;
  busy: boolean;
  onYes: () => Promise<void>;
  trigger: ReactElement;
}) {
  const [open, setOpen] = useState(false);
  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      title={`Keep ${name}’s book in memory?`}
      lead="Calls and texts end for good. This can’t be undone. Everything that was told stays."
      actions={
        <>
          <AlertDialogClose className="btn">Leave it as it is</AlertDialogClose>
          <Button look="danger" busy={busy} onClick={() => void onYes().finally(() => setOpen(false))}>
            Keep in memory
          </Button>
        </>
      }
    />
  );
}
