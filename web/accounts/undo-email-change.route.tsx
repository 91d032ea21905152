import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { SideLayout } from '#web/app/layouts/SideLayout.tsx';
import { endSession } from '#web/app/session.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { RefusalNotice } from './RefusalNotice.tsx';
import { noAnswer, type Refusal } from './refusals.ts';
import { UndoEmailChangeDocument } from './settings.graphql.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

/** The target of the link mailed to an old address: it restores that address by one click. */
export function Component() {
  const [params] = useSearchParams();
  const [undo, { loading }] = useMutation(UndoEmailChangeDocument);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [email, setEmail] = useState<string | null>(null);

  async function change() {
    const token = params.get('token') ?? '';
    const { data } = await undo({ variables: { token } }).catch(() => ({ data: null }));
    const answer = data?.undoEmailChange;
    if (answer?.__typename === 'UndoEmailChangeSuccess') {
      // The server has ended all sessions, including this one.
      endSession();
      setRefusal(null);
      setEmail(answer.email);
    } else setRefusal(answer ? wordsFor(answer.__typename, answer.message) : noAnswer);
  }

  return (
    <SideLayout>
      <DocumentTitle>Undo a change of address</DocumentTitle>
      <h1>{email ? 'Your address is back' : 'Was it not you?'}</h1>
      {email ? (
        <>
          <Notice kind="ok" title={`${email} is the address of your account again`}>
            <p>
              Everybody was signed out of it. Choose a new password now: somebody may know the one you have.
            </p>
          </Notice>
          <p>
            <Link className={buttonClass({ wide: true })} to="/forgot-password">
              Choose a new password
            </Link>
          </p>
        </>
      ) : (
        <div className="stack">
          <p className="lead quiet">
            If you did not change the address of your account, take it back. Whoever is signed in is signed
            out.
          </p>
          <RefusalNotice refusal={refusal} />
          <Button wide busy={loading} onClick={() => void change()}>
            Undo the change
          </Button>
          <p>
            It was you? Then all is well. <Link to="/settings/">To your settings</Link>
          </p>
        </div>
      )}
    </SideLayout>
  );
}

function wordsFor(kind: string, message: string): Refusal {
  if (kind === 'WrongState') return { title: message, body: 'Write to us if you need help.' };
  return {
    title: 'This link no longer works',
    body: 'It may have been used already. Open it once more from the letter, or write to us.',
  };
}
