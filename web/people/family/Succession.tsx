import type { FragmentType } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { notify } from '#web/app/notify.ts';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { bookNameOf } from '#web/subjects/person-words.ts';
import { dayInWords } from '#web/subjects/when.ts';
import { Button } from '#web/ui/Button.tsx';
import { AlertDialog, AlertDialogClose } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import {
  AnswerSuccessionDocument,
  ClaimSuccessionDocument,
  type Succession_SubjectFragment,
  Succession_SubjectFragmentDoc,
} from './Succession.graphql.ts';

type From = { subject: FragmentType<Succession_SubjectFragment> };

/** The named successor says that the only owner has died; those who manage the members answer. */
export function Succession({ subject: from }: From) {
  const { data } = useKeptFragment({ fragment: Succession_SubjectFragmentDoc, from });
  if (!data.succession) return null;
  const all = { ...data, ...data.succession };
  return all.isMine ? <Mine of={all} /> : <OfAnother of={all} />;
}

type Shown = Succession_SubjectFragment & NonNullable<Succession_SubjectFragment['succession']>;

/** For the named successor: a button to say that the owner has died, and what came of it. */
function Mine({ of }: { of: Shown }) {
  const { id, ownerName, claimedAt, takesOverAt, maySayAgainAt } = of;
  const [asking, setAsking] = useState(false);
  const [claim, { loading }] = useMutation(ClaimSuccessionDocument, { variables: { subjectId: id } });

  async function say() {
    const { data } = await claim().catch(() => ({ data: null }));
    setAsking(false);
    const answer = data?.claimSuccession;
    if (answer?.__typename !== 'Subject')
      return notify('error', 'Nothing was changed', { body: answer?.message ?? 'Try again.' });
    return notify('success', `We have written to the address of ${ownerName}`);
  }
  if (claimedAt && takesOverAt)
    return (
      <p className="quiet">
        We’re sorry for your loss. You told us on {dayInWords(claimedAt)} that {ownerName} has died. If nobody
        answers or uses that account by {dayInWords(takesOverAt)}, you become an owner of the book.
      </p>
    );
  if (maySayAgainAt && new Date(maySayAgainAt) > new Date())
    return (
      <p className="quiet">
        We were told that {ownerName} is alive, or the account was used. The book stays as it is, and you are
        still the named successor. You can tell us again from {dayInWords(maySayAgainAt)}.
      </p>
    );
  return (
    <div className="stack">
      <p className="quiet">
        You are the named successor for {of.isSelf ? 'your book' : bookNameOf(of)}. If {ownerName}, its owner,
        has died, tell us. We write to their address, in case that is a mistake, and if nobody answers for 30
        days, you become an owner of the book.
      </p>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        trigger={<Button look="quiet">Tell us that {ownerName} has died</Button>}
        title={`Has ${ownerName} died?`}
        lead={`We send an email to the address of ${ownerName}, in case this is a mistake. If ${ownerName} answers, or signs in within 30 days, nothing changes. Until then, calls go on unless they are paused.`}
        actions={
          <>
            <AlertDialogClose className="btn btn-quiet">Cancel</AlertDialogClose>
            <Button busy={loading} onClick={() => void say()}>
              {ownerName} has died
            </Button>
          </>
        }
      />
    </div>
  );
}

/** For the owner and the person: what the successor said, and a button to answer it. */
function OfAnother({ of }: { of: Shown }) {
  const { id, myRole, ownerName, successorName, takesOverAt } = of;
  const [answer, { loading }] = useMutation(AnswerSuccessionDocument, { variables: { subjectId: id } });
  if (!takesOverAt) return null;
  const own = myRole === 'OWNER';

  async function say() {
    const { data } = await answer().catch(() => ({ data: null }));
    const said = data?.answerSuccession;
    if (said?.__typename !== 'Subject')
      return notify('error', 'Nothing was changed', { body: said?.message ?? 'Try again.' });
    return notify('success', 'The book stays as it is');
  }
  return (
    <Notice kind="warn" title={`${successorName} told us that ${own ? 'you have' : `${ownerName} has`} died`}>
      <div className="stack">
        <p>
          {own
            ? `Tell us that you are here. If you don’t, and don’t sign in, ${successorName} becomes an owner of the book on ${dayInWords(takesOverAt)}.`
            : `If that is not right, tell us. If nobody does, ${successorName} becomes an owner of the book on ${dayInWords(takesOverAt)}.`}
        </p>
        <Button busy={loading} onClick={() => void say()}>
          {own ? 'I’m here' : `${ownerName} is alive`}
        </Button>
      </div>
    </Notice>
  );
}
