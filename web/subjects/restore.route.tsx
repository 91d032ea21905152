import { useMutation, useReadQuery } from '@apollo/client/react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useParams } from 'react-router';
import { signInPath } from '#web/app/addresses.ts';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { SideLayout } from '#web/app/layouts/SideLayout.tsx';
import { preload } from '#web/app/preload.ts';
import { currentSession } from '#web/app/session.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { DeletedBookDocument, ReclaimSubjectDocument } from './restore.graphql.ts';
import { dayInWords } from './when.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export async function loader({ params: { token = '' } }: LoaderFunctionArgs) {
  return { book: preload(DeletedBookDocument, { token }), signedIn: (await currentSession()) !== null };
}

/**
 * The page to which the last letter to a deleted account links; it restores the book that was deleted with the
 * account.
 */
export function Component() {
  const { book, signedIn } = useLoaderData<typeof loader>();
  const { deletedBook } = useReadQuery(book).data;
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const [reclaim, { loading }] = useMutation(ReclaimSubjectDocument);
  const [problem, setProblem] = useState<string | null>(null);

  async function take() {
    const { data } = await reclaim({ variables: { token } }).catch(() => ({ data: null }));
    const answer = data?.reclaimSubject;
    if (answer?.__typename === 'Subject') return navigate(`/dashboard/${answer.id}/`);
    return setProblem(
      answer?.message ??
        'The connection broke before Evertold answered. The book is kept until the day in the letter. Try again.',
    );
  }

  if (!deletedBook) {
    return (
      <SideLayout>
        <DocumentTitle>This link no longer works</DocumentTitle>
        <h1>This link no longer works</h1>
        <p className="lead quiet">The book was restored already, or its 30 days are over.</p>
        <p>
          <Link to="/dashboard/">{signedIn ? 'To your books' : 'Sign in'}</Link>
        </p>
      </SideLayout>
    );
  }
  const { preferredName, keptUntil } = deletedBook;
  return (
    <SideLayout>
      <DocumentTitle>Restore a book</DocumentTitle>
      <h1>Restore {preferredName}’s book?</h1>
      <div className="stack">
        <p className="lead quiet">
          It was deleted with your account, and is kept until {dayInWords(keptUntil)}. If you restore it,
          nothing in it is lost, and you are its owner.
        </p>
        {signedIn ? (
          <>
            {problem && <Notice kind="error" title={problem} />}
            <Button wide busy={loading} onClick={() => void take()}>
              Restore the book
            </Button>
            <p>
              <Link to="/dashboard/">Not now, to your books</Link>
            </p>
          </>
        ) : (
          <p>
            <Link className={buttonClass({ wide: true })} to={signInPath(`/restore/${token}`)}>
              Sign in or create an account
            </Link>
          </p>
        )}
      </div>
    </SideLayout>
  );
}
