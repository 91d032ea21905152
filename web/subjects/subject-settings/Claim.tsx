import type { FragmentType } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { CodeEntry } from '#web/accounts/phone/CodeEntry.tsx';
import { noAnswer, type Refusal } from '#web/accounts/refusals.ts';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import {
  AskToBeSubjectDocument,
  BecomeSubjectDocument,
  type Claim_SubjectFragment,
  Claim_SubjectFragmentDoc,
} from './Claim.graphql.ts';
import styles from './settings.module.css';

/** Lets a member who is the subject claim the book with a code to its phone. */
export function Claim({ subject: from }: { subject: FragmentType<Claim_SubjectFragment> }) {
  const { data } = useKeptFragment({ fragment: Claim_SubjectFragmentDoc, from });
  const [ask, { loading, client }] = useMutation(AskToBeSubjectDocument);
  const [sent, setSent] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function send(): Promise<Refusal | null> {
    const answer = await ask({ variables: { subjectId: data.id } }).catch(() => null);
    const said = answer?.data?.askToBeSubject;
    if (said?.__typename === 'SubjectCodeSent') return null;
    return said ? { title: said.message } : noAnswer;
  }
  async function begin() {
    const refused = await send();
    setRefusal(refused);
    setSent(!refused);
  }
  if (sent) {
    return (
      <CodeStep
        data={data}
        onAgain={send}
        onLeave={() => setSent(false)}
        onDone={() => client.refetchQueries({ include: 'active' })}
      />
    );
  }
  return (
    <>
      <p className={`quiet ${styles.lead}`}>
        If you are {data.preferredName}, the book can be yours: you say what is agreed to and who reads what,
        and you alone read what was kept private. We text six digits to {data.preferredName}’s phone, so that
        nobody else can say they are {data.preferredName}.
      </p>
      {refusal && (
        <Notice kind="error" title={refusal.title}>
          {refusal.body && <p>{refusal.body}</p>}
        </Notice>
      )}
      <Button look="quiet" busy={loading} onClick={() => void begin()}>
        I am {data.preferredName}
      </Button>
    </>
  );
}

interface Answer {
  refusal: Refusal | null;
  problem?: string;
}

const nothingWrong: Answer = { refusal: null };

function CodeStep({
  data: { id, phone, preferredName },
  onAgain,
  onLeave,
  onDone,
}: {
  data: Claim_SubjectFragment;
  onAgain: () => Promise<Refusal | null>;
  onLeave: () => void;
  onDone: () => Promise<unknown>;
}) {
  const [become] = useMutation(BecomeSubjectDocument);
  const { revalidate } = useRevalidator();
  const { state, pending, onSubmit } = useFormAction<Answer>(async (form) => {
    const code = textOf(form, 'code');
    if (code.length < 6) return { refusal: null, problem: 'Enter all six digits' };
    const answer = await become({ variables: { input: { subjectId: id, code } } }).catch(() => null);
    const said = answer?.data?.becomeSubject;
    if (said?.__typename !== 'Subject') return { refusal: said ? { title: said.message } : noAnswer };
    notify('success', 'The book is yours', { body: `We know you as ${preferredName} now.` });
    await onDone().catch(() => undefined);
    await revalidate();
    return nothingWrong;
  }, nothingWrong);
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {state.refusal && (
        <Notice kind="error" title={state.refusal.title}>
          {state.refusal.body && <p>{state.refusal.body}</p>}
        </Notice>
      )}
      <CodeEntry phone={phone} error={state.problem} onAgain={onAgain} />
      <div className="row">
        <Button type="submit" busy={pending}>
          Make it mine
        </Button>
        <Button look="quiet" onClick={onLeave}>
          Leave it
        </Button>
      </div>
    </form>
  );
}
