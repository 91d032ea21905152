import { useQueryRefHandlers, useReadQuery } from '@apollo/client/react';
import { useTransition } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { ConsentRows } from '#web/consent/ConsentRows.tsx';
import { bookNameOf, capital, wordsFor } from '#web/subjects/person-words.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import styles from './AccountLayout.module.css';
import { Pair, Theirs, WhyNot } from './AccountLayout.tsx';
import { Keys } from './permissions/Keys.tsx';
import { SecurityEvents } from './permissions/SecurityEvents.tsx';
import { Webhooks } from './permissions/Webhooks.tsx';
import { PermissionsDocument, type PermissionsQuery } from './permissions.graphql.ts';

export function loader(_asked: LoaderFunctionArgs) {
  return preload(PermissionsDocument, {});
}

type Book = PermissionsQuery['subjects']['edges'][number]['node'];

/** The consents of the user's books, their readers, API keys, webhooks and the account's security log. */
export function Component() {
  const permissions = useLoaderData<typeof loader>();
  const { subjects, apiKeys, webhooks } = useReadQuery(permissions).data;
  const { fetchMore } = useQueryRefHandlers(permissions);
  const [coming, startTransition] = useTransition();
  const books = subjects.edges
    .map(({ node }) => node)
    .filter(({ abilities }) => abilities.includes('WITHDRAW_CONSENT'))
    .sort((a, b) => Number(b.isSelf) - Number(a.isSelf));
  const owned = books.filter(({ abilities }) => abilities.includes('MANAGE_MEMBERS'));

  function showMore() {
    startTransition(async () => {
      await fetchMore({
        variables: { after: subjects.pageInfo.endCursor },
        updateQuery: (before, { fetchMoreResult }) => ({
          ...fetchMoreResult,
          subjects: {
            ...fetchMoreResult.subjects,
            edges: [...before.subjects.edges, ...fetchMoreResult.subjects.edges],
          },
        }),
      });
    });
  }
  return (
    <>
      <h1 className={styles.title}>Permissions</h1>
      <DocumentTitle>Permissions</DocumentTitle>
      <WhyNot>
        You act as somebody else. What they agree to and which programs they let in stays theirs to choose.
      </WhyNot>
      {books.length === 0 && (
        <Pair title="What you agreed to">
          <p className={`quiet ${styles.lead}`}>
            Nothing so far. When you tell your own story, or look after somebody’s book, what was agreed to
            stands here, with its words and the way to take it back.
          </p>
          <p className="row">
            <Link className={buttonClass({ look: 'quiet' })} to="/sms-opt-in/">
              About text messages
            </Link>
          </p>
        </Pair>
      )}
      {books.map((book) => (
        <Pair
          key={book.id}
          title={book.isSelf ? 'What you agreed to' : `What ${book.preferredName} agreed to`}
        >
          <p className={`quiet ${styles.lead}`}>{whoseToGive(book)}</p>
          <ConsentRows subject={book} />
        </Pair>
      ))}
      {owned.length > 0 && (
        <Pair title="Who reads what you own">
          {owned.map((book) => (
            <Readers key={book.id} book={book} />
          ))}
        </Pair>
      )}
      {subjects.pageInfo.hasNextPage && (
        <Button look="quiet" busy={coming} onClick={showMore}>
          Show more books
        </Button>
      )}
      <Pair title="Keys for partners">
        <p className={`note ${styles.lead}`}>
          <Link to="/developers/">How a program uses a key</Link>
        </p>
        <Theirs>
          <Keys keys={apiKeys} books={subjects.edges.map(({ node }) => node)} />
        </Theirs>
      </Pair>
      <Pair title="Webhooks">
        <Theirs>
          <Webhooks webhooks={webhooks} books={subjects.edges.map(({ node }) => node)} />
        </Theirs>
      </Pair>
      <Pair title="What happened to your account">
        <SecurityEvents />
      </Pair>
    </>
  );
}

function whoseToGive(book: Book): string {
  const words = wordsFor(book);
  const whose = book.isSelf
    ? 'Only you can say yes, and you can take it back.'
    : `Only ${words.name} can say yes. ${capital(words.they)} and the owners can take it back.`;
  return `${whose} Every answer stays on record.`;
}

function Readers({ book }: { book: Book }) {
  return (
    <p>
      <b>{bookNameOf(book)}</b>:{' '}
      {book.members.map(({ user }) => user.name).join(', ') || 'nobody but yourself'}.{' '}
      <Link to={`/dashboard/${book.id}/family-friends/`}>Change</Link>
    </p>
  );
}

export function Loading() {
  return (
    <>
      <h1 className={styles.title}>Permissions</h1>
      <Skeleton what="your permissions">
        <SkeletonBar />
        <SkeletonLines lines={8} />
      </Skeleton>
    </>
  );
}
