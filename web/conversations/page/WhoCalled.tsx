import type { FragmentType } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { notify } from '#web/app/notify.ts';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import type { PersonWords } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { AlertDialog, AlertDialogClose } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { isLive } from '../call-state.ts';
import styles from './conversation.module.css';
import {
  ConfirmCallerDocument,
  type WhoCalled_ConversationFragment,
  WhoCalled_ConversationFragmentDoc,
} from './WhoCalled.graphql.ts';

/** For an inbound call: who may have called, and the two answers for those who manage the book. */
export function WhoCalled({
  conversation,
  words,
  isSelf,
  maySay,
}: {
  conversation: FragmentType<WhoCalled_ConversationFragment>;
  words: PersonWords;
  isSelf: boolean;
  maySay: boolean;
}) {
  const { data } = useKeptFragment({ fragment: WhoCalled_ConversationFragmentDoc, from: conversation });
  const { caller, status } = data;
  const name = isSelf ? 'you' : words.name;
  if (!caller) return null;
  if (caller.confirmedBy) return <p className="note">{confirmedInWords[caller.confirmedBy](name)}</p>;
  if (caller.isRefused) {
    return (
      <Notice title="Somebody else called">
        <p>What was said is hidden, and erased 30 days after it was marked as somebody else’s.</p>
      </Notice>
    );
  }
  if (status === 'MISSED') return <p className="note">Somebody called us and said nothing.</p>;
  return (
    <div className={styles.caller}>
      <Notice title={`Was that ${name}?`}>
        <p>Somebody called our number. Nothing is written into the book until it’s known who told this.</p>
        {isLive(status) ? (
          <p>You can answer once the call is over.</p>
        ) : (
          maySay && <Answers id={data.id} name={name} isSelf={isSelf} />
        )}
      </Notice>
    </div>
  );
}

const confirmedInWords = {
  CODE_WORD: (name: string) => `A call to us. It was ${name}: the code word was said.`,
  TEXT_CODE: (name: string) => `A call to us. It was ${name}: the code from the text was entered.`,
  FAMILY: (name: string) => `A call to us. It was confirmed here that it was ${name}.`,
};

function Answers({ id, name, isSelf }: { id: string; name: string; isSelf: boolean }) {
  const [open, setOpen] = useState(false);
  const [confirm, { loading }] = useMutation(ConfirmCallerDocument);
  async function answer(isSubject: boolean) {
    const { data } = await confirm({ variables: { id, isSubject } }).catch(() => ({ data: null }));
    setOpen(false);
    const said = data?.confirmCaller;
    if (said?.__typename !== 'Conversation') {
      return notify('error', 'Nothing was changed', {
        body: said?.message ?? 'The connection broke. Try again.',
      });
    }
    return notify(
      'success',
      isSubject ? 'Thank you. The story can be written now.' : 'Marked as somebody else',
    );
  }
  return (
    <div className="row">
      <Button busy={loading} onClick={() => void answer(true)}>
        {isSelf ? 'Yes, that was me' : `Yes, that was ${name}`}
      </Button>
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        trigger={<Button look="quiet">No, somebody else</Button>}
        title="Was it somebody else?"
        lead="Nobody can read the words any more, and they are erased in 30 days. This can’t be undone."
        actions={
          <>
            <AlertDialogClose className="btn">Cancel</AlertDialogClose>
            <Button look="danger" busy={loading} onClick={() => void answer(false)}>
              It was somebody else
            </Button>
          </>
        }
      />
    </div>
  );
}
