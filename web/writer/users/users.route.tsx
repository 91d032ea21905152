import { useReadQuery } from '@apollo/client/react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate, useParams } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { preload } from '#web/app/preload.ts';
import { phoneInWords } from '#web/consent/consent-words.ts';
import { EmailAddress } from '#web/ui/EmailAddress.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { listOrders, readListAddress } from '../list-order.ts';
import styles from '../lists.module.css';
import { More } from '../More.tsx';
import { Search } from '../Search.tsx';
import { useMore } from '../use-more.ts';
import { UserSheet } from './details/UserSheet.tsx';
import { Standing } from './Standing.tsx';
import { dayOf } from './user-words.ts';
import { WriterUsersDocument, type WriterUsersQuery } from './users.graphql.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ request }: LoaderFunctionArgs) {
  const { search, orderKey } = readListAddress(new URL(request.url).searchParams);
  const variables = { search, order: listOrders[orderKey].value };
  return { variables, page: preload(WriterUsersDocument, { ...variables, after: null }) };
}

/** The list of all accounts. */
export function Component() {
  const { variables, page } = useLoaderData<typeof loader>();
  const { users } = useReadQuery(page).data;
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>Users</DocumentTitle>
      <header className="desk-head">
        <h1>Users</h1>
      </header>
      <Search label="Find" hint="A part of a name, an address or a phone." />
      <Users key={Object.values(variables).join()} variables={variables} first={users} />
    </main>
  );
}

function Users({
  variables,
  first,
}: {
  variables: ReturnType<typeof loader>['variables'];
  first: WriterUsersQuery['users'];
}) {
  const list = useMore({
    first,
    document: WriterUsersDocument,
    variables,
    pageOf: (data: WriterUsersQuery) => data.users,
  });
  const [deletedIds, setDeletedIds] = useState<readonly string[]>([]);
  const { userId = null } = useParams();
  const { search: query } = useLocation();
  const navigate = useNavigate();
  const onSamePage = { preventScrollReset: true, state: { keepsFocus: true } };
  const showUser = (id: string) => void navigate(`/writer/users/${id}/${query}`, onSamePage);
  const closeSheet = () => void navigate(`/writer/users/${query}`, { ...onSamePage, replace: true });
  const edges = list.edges.filter(({ node }) => !deletedIds.includes(node.id));
  const sheet = (
    <UserSheet
      id={userId}
      name={edges.find(({ node }) => node.id === userId)?.node.name}
      onClose={closeSheet}
      onDeleted={(id) => {
        setDeletedIds((before) => [...before, id]);
        closeSheet();
      }}
    />
  );
  if (edges.length === 0) {
    return (
      <>
        <p className="quiet">
          {variables.search ? `Nobody is found by “${variables.search}”.` : 'Nobody has an account yet.'}
        </p>
        {sheet}
      </>
    );
  }
  return (
    <>
      <section className={`leaf ${styles.leaf}`} aria-label="Users">
        <table className={`table ${styles.wide}`}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Email</th>
              <th scope="col">Phone</th>
              <th scope="col">Role</th>
              <th scope="col">State</th>
              <th scope="col">Since</th>
            </tr>
          </thead>
          <tbody>
            {edges.map(({ node }) => (
              <tr key={node.id}>
                <td className={styles.name}>
                  <button
                    type="button"
                    className={styles.open}
                    aria-haspopup="dialog"
                    onClick={() => showUser(node.id)}
                  >
                    {node.name}
                  </button>
                </td>
                <td>{node.email && <EmailAddress>{node.email}</EmailAddress>}</td>
                <td className="num">{node.phoneNumber && phoneInWords(node.phoneNumber)}</td>
                <td>{node.role}</td>
                <td>
                  <Standing user={node} />
                </td>
                <td className="num">{dayOf(node.createdAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <More list={list} what="users" />
      {sheet}
    </>
  );
}

export function Loading() {
  return <ListSkeleton title="Users" />;
}
