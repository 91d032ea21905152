import type { FragmentType } from '@apollo/client';
import { type ReactElement, useState } from 'react';
import type { SubjectStatus } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { Button } from '#web/ui/Button.tsx';
import { AlertDialog, AlertDialogClose } from '#web/ui/Dialog.tsx';
import { bookNameOf, wordsFor } from '../person-words.ts';
import { whyPaused } from '../why-paused.ts';
import { type Standing_SubjectFragment, Standing_SubjectFragmentDoc } from './Standing.graphql.ts';
import styles from './settings.module.css';
import { useUpdateSubject } from './use-section.ts';

/** The status of the book: active with a way to pause, paused with a way to resume, or a memorial. */
export function Standing({ subject: from }: { subject: FragmentType<Standing_SubjectFragment> }) {
  const { data } = useKeptFragment({ fragment: Standing_SubjectFragmentDoc, from });
  const { id, status, isSelf, preferredName: name } = data;
  const { change, busy } = useUpdateSubject(id);
  const words = wordsFor(data);
  const why = whyPaused(data);
  async function become(next: SubjectStatus, done: string): Promise<void> {
    const refused = await change({ status: next });
    if (refused) return notify('error', 'Nothing was changed', { body: refused.whole ?? 'Try again.' });
    return notify('success', done);
  }
  if (status === 'MEMORIAL') {
    return (
      <p className="quiet">
        {bookNameOf(data)} is a memorial. It stays open, and the family can add what they remember.
      </p>
    );
  }
  return (
    <ul className={`${styles.rows} ${styles.standing}`}>
      <li>
        <div>
          <b>{titles[status]}</b>
          {why && <p>{why}</p>}
          <p className="note">{why ? whatStays : noteOn(status, name, isSelf)}</p>
          {status === 'ACTIVE' && <p className="note">{whatPausingDoes(data)}</p>}
        </div>
        {status === 'ACTIVE' && (
          <Button look="quiet" small busy={busy} onClick={() => become('PAUSED', 'Paused')}>
            Pause the book
          </Button>
        )}
        {status === 'PAUSED' && (
          <Button look="quiet" small busy={busy} onClick={() => become('ACTIVE', 'Resumed')}>
            Resume
          </Button>
        )}
      </li>
      {!isSelf && (
        <li>
          <div>
            <b>In memory of {name}</b>
            <p className="note">
              For a family that has lost {words.them}. There are no more conversations, but the book stays,
              and the family can add what they remember.
            </p>
          </div>
          <MemorialDialog
            name={name}
            busy={busy}
            onYes={() => become('MEMORIAL', `${name}’s book is a memorial`)}
            trigger={
              <Button look="quiet" small>
                Turn into a memorial
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
  ACTIVE: 'Open',
  PAUSED: 'Paused',
  DELETED: 'Deleted',
};

const whatStays = 'Everything that was told stays, and can be read and edited.';

function noteOn(status: SubjectStatus, name: string, isSelf: boolean): string {
  if (status === 'ACTIVE') {
    return `${isSelf ? 'You' : name} can talk here in the browser.`;
  }
  if (status === 'PAUSED') {
    return `We don’t call or text ${isSelf ? 'you' : name} until somebody resumes. ${whatStays}`;
  }
  return `We won’t write or share anything until ${isSelf ? 'you agree' : `${name} agrees`}.`;
}

/** What a pause means; a pause until a day is under "Times", where anything can be scheduled. */
function whatPausingDoes({
  isSelf,
  preferredName,
  whyNoCalls,
  whyNoTexts,
}: Standing_SubjectFragment): string {
  const meaning = `While the book is paused, we don’t call or text ${isSelf ? 'you' : preferredName}. ${whatStays}`;
  return whyNoCalls && whyNoTexts
    ? meaning
    : `${meaning} To pause only until a day, choose it under “Times”.`;
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
      title={`Turn ${name}’s book into a memorial?`}
      lead="There are no more conversations. This can’t be undone. Everything that was told stays."
      actions={
        <>
          <AlertDialogClose className="btn">Leave it as it is</AlertDialogClose>
          <Button look="danger" busy={busy} onClick={() => void onYes().finally(() => setOpen(false))}>
            Turn into a memorial
          </Button>
        </>
      }
    />
  );
}
