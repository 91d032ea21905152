import { useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { phoneInWords } from '#web/consent/consent-words.ts';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { listOrders, readListAddress } from '../list-order.ts';
import styles from '../lists.module.css';
import { More } from '../More.tsx';
import { Search } from '../Search.tsx';
import { useMore } from '../use-more.ts';
import { StatusOfSubject } from './StatusOfSubject.tsx';
import { WriterSubjectsDocument, type WriterSubjectsQuery } from './subjects.graphql.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ request }: LoaderFunctionArgs) {
  const { search, orderKey } = readListAddress(new URL(request.url).searchParams);
  const variables = { search, order: listOrders[orderKey].value };
  return { variables, page: preload(WriterSubjectsDocument, { ...variables, after: null }) };
}

/** The list of all subjects. */
export function Component() {
  const { variables, page } = useLoaderData<typeof loader>();
  const { allSubjects } = useReadQuery(page).data;
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>Subjects</DocumentTitle>
      <header className="desk-head">
        <h1>Subjects</h1>
        <p className="quiet num">{allSubjects.totalCount.toLocaleString('en')}</p>
      </header>
      <Search label="Find" hint="A part of a name or a phone." />
      <Subjects key={Object.values(variables).join()} variables={variables} first={allSubjects} />
    </main>
  );
}

function Subjects({
  variables,
  first,
}: {
  variables: ReturnType<typeof loader>['variables'];
  first: WriterSubjectsQuery['allSubjects'];
}) {
  const list = useMore({
    first,
    document: WriterSubjectsDocument,
    variables,
    pageOf: (data: WriterSubjectsQuery) => data.allSubjects,
  });
  if (list.edges.length === 0) {
    return (
      <p className="quiet">
        {variables.search ? `Nobody is found by “${variables.search}”.` : 'No book is begun yet.'}
      </p>
    );
  }
  return (
    <>
      <section className={`leaf ${styles.leaf}`} aria-label="Subjects">
        <table className={`table ${styles.wide}`}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">State</th>
              <th scope="col">Phone</th>
              <th scope="col">Begun</th>
            </tr>
          </thead>
          <tbody>
            {list.edges.map(({ node }) => (
              <tr key={node.id}>
                <td>
                  <Link className={styles.name} to={`/writer/subjects/${node.id}/`}>
                    {node.fullName}
                  </Link>
                  {node.preferredName !== node.fullName.split(' ')[0] && `, called ${node.preferredName}`}
                </td>
                <td>
                  <StatusOfSubject status={node.status} />
                </td>
                <td className="num">{node.phone && phoneInWords(node.phone)}</td>
                <td className="num">
                  {new Date(node.createdAt).toLocaleDateString('en-GB', {
                    day: 'numeric',
                    month: 'short',
                    year: 'numeric',
                  })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <More list={list} what="subjects" />
    </>
  );
}

export function Loading() {
  return <ListSkeleton title="Subjects" />;
}
