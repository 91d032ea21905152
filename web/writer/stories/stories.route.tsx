import { useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import type { DeskStoryFilter } from '#web/app/generated/schema-types.ts';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { storyPath } from '#web/biography/address.ts';
import { Button } from '#web/ui/Button.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import styles from '../lists.module.css';
import { More } from '../More.tsx';
import { momentInWords } from '../messages/list/moment.ts';
import { useMore } from '../use-more.ts';
import { versionIn } from '../versions/version-in-address.ts';
import { WriterStoriesDocument, type WriterStoriesQuery } from './stories.graphql.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ request }: LoaderFunctionArgs) {
  const { agentVersion: agentVersionId, promptVersion: promptVersionId } = versionIn(
    new URL(request.url).searchParams,
  );
  const filter: DeskStoryFilter = {
    ...(agentVersionId && { agentVersionId }),
    ...(promptVersionId && { promptVersionId }),
  };
  return { filter, page: preload(WriterStoriesDocument, { filter, after: null }) };
}

/** The stories that the team may read, or those that a version of a prompt wrote. */
export function Component() {
  const { filter, page } = useLoaderData<typeof loader>();
  const { allStories } = useReadQuery(page).data;
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>Stories</DocumentTitle>
      <header className="desk-head">
        <div>
          <p className="quiet">
            {filter.agentVersionId ? (
              <Link to="/writer/agent-prompts/">Agent prompts</Link>
            ) : (
              <Link to="/writer/prompts/">Prompts</Link>
            )}
          </p>
          <h1>Stories</h1>
        </div>
      </header>
      <Version filter={filter} />
      <List key={JSON.stringify(filter)} filter={filter} first={allStories} />
    </main>
  );
}

function Version({ filter: { agentVersionId, promptVersionId } }: { filter: DeskStoryFilter }) {
  const [, setParams] = useSearchParams();
  if (!agentVersionId && !promptVersionId) return null;
  return (
    <p className={styles.filters}>
      {promptVersionId
        ? 'Only those that one version of a prompt wrote.'
        : 'Only those written from conversations that followed one version of an agent prompt.'}{' '}
      <Button look="text" small onClick={() => setParams({}, { preventScrollReset: true })}>
        Show all
      </Button>
    </p>
  );
}

function List({ filter, first }: { filter: DeskStoryFilter; first: WriterStoriesQuery['allStories'] }) {
  const list = useMore({
    first,
    document: WriterStoriesDocument,
    variables: { filter },
    pageOf: (data: WriterStoriesQuery) => data.allStories,
  });
  if (list.edges.length === 0) return <p className="quiet">None that the team may read.</p>;
  return (
    <>
      <section className={`leaf ${styles.leaf}`} aria-label="Stories">
        <table className={`table ${styles.wide}`}>
          <thead>
            <tr>
              <th scope="col">Title</th>
              <th scope="col">Subject</th>
              <th scope="col">Chapter</th>
              <th scope="col">State</th>
              <th scope="col">Written</th>
              <th scope="col">Written by</th>
              <th scope="col">Changed by</th>
            </tr>
          </thead>
          <tbody>
            {list.edges.map(({ node: { id, title, subject, chapter, status, createdAt, ...made } }) => (
              <tr key={id}>
                <td>
                  <Link to={storyPath(subject.id, { cardId: id })}>{title}</Link>
                </td>
                <td>
                  <Link to={`/writer/subjects/${subject.id}/`}>{subject.fullName}</Link>
                </td>
                <td>{chapter.title}</td>
                <td>{status.toLowerCase()}</td>
                <td className="num">{momentInWords(createdAt)}</td>
                <td data-name="Written by">{made.writtenBy}</td>
                <td data-name="Changed by">{made.author.__typename === 'User' && made.author.name}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <More list={list} what="stories" />
    </>
  );
}

export function Loading() {
  return <ListSkeleton title="Stories" />;
}
