import { useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import type { DeskConversationFilter, DeskConversationState } from '#web/app/generated/schema-types.ts';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { spanInWords } from '#web/subjects/duration.ts';
import { Button } from '#web/ui/Button.tsx';
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import styles from '../lists.module.css';
import { More } from '../More.tsx';
import { noFilter, serverFilter } from '../messages/filter/message-filter.ts';
import { SubjectPicker } from '../messages/filter/SubjectPicker.tsx';
import { momentInWords } from '../messages/list/moment.ts';
import { useMore } from '../use-more.ts';
import { versionIn } from '../versions/version-in-address.ts';
import { WriterConversationsDocument, type WriterConversationsQuery } from './conversations.graphql.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

const states: Record<DeskConversationState, string> = {
  ...{ LIVE: 'In progress', HELD: 'Neither missed nor failed', MISSED: 'Missed', FAILED: 'Failed' },
  ANSWERED: 'Answered calls',
  FAILED_OR_NOT_WRITTEN: 'Failed, or not written',
};

export function loader({ request }: LoaderFunctionArgs) {
  const filter = filterIn(new URL(request.url).searchParams);
  return { filter, page: preload(WriterConversationsDocument, { filter, after: null }) };
}

/** The filter in the page's address, without unknown values. */
function filterIn(params: URLSearchParams): DeskConversationFilter {
  const { dateFrom, dateTo } = serverFilter({
    ...noFilter,
    ...{ dateFrom: params.get('dateFrom') ?? '', dateTo: params.get('dateTo') ?? '' },
  });
  const state = params.get('state') ?? '';
  const { agentVersion: agentVersionId, promptVersion: promptVersionId } = versionIn(params);
  return {
    ...(dateFrom && { dateFrom }),
    ...(dateTo && { dateTo }),
    ...(params.get('phone') === '1' && { phoneOnly: true }),
    ...(state in states && { state: state as DeskConversationState }),
    ...(anId.test(params.get('subjectId') ?? '') && { subjectId: params.get('subjectId') }),
    ...(agentVersionId && { agentVersionId }),
    ...(promptVersionId && { promptVersionId }),
  };
}

const anId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The conversations that the numbers on the desk count. */
export function Component() {
  const { filter, page } = useLoaderData<typeof loader>();
  const { allConversations } = useReadQuery(page).data;
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>Conversations</DocumentTitle>
      <header className="desk-head">
        <div>
          <p className="quiet">
            <Link to="/writer/">Today</Link>
          </p>
          <h1>Conversations</h1>
        </div>
      </header>
      <Filter />
      <List key={JSON.stringify(filter)} filter={filter} first={allConversations} />
    </main>
  );
}

function Filter() {
  const [params, setParams] = useSearchParams();
  function change(name: string, value: string) {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { preventScrollReset: true });
  }
  return (
    <search className={`row ${styles.filters}`}>
      <TextField
        label="From"
        type="date"
        value={params.get('dateFrom') ?? ''}
        onChange={({ target }) => change('dateFrom', target.value)}
      />
      <TextField
        label="To"
        type="date"
        value={params.get('dateTo') ?? ''}
        onChange={({ target }) => change('dateTo', target.value)}
      />
      <div className={styles.pick}>
        <SubjectPicker
          subjectId={params.get('subjectId') ?? ''}
          onPick={(subjectId) => change('subjectId', subjectId)}
        />
      </div>
      <SelectField
        label="State"
        value={params.get('state') ?? ''}
        onChange={({ target }) => change('state', target.value)}
      >
        <option value="">All</option>
        {Object.entries(states).map(([state, words]) => (
          <option key={state} value={state}>
            {words}
          </option>
        ))}
      </SelectField>
      <CheckField
        checked={params.get('phone') === '1'}
        onChange={({ target }) => change('phone', target.checked ? '1' : '')}
      >
        Only phone calls
      </CheckField>
      <FollowedVersion params={params} onClear={(name) => change(name, '')} />
    </search>
  );
}

function FollowedVersion({ params, onClear }: { params: URLSearchParams; onClear: (name: string) => void }) {
  const [name] = Object.keys(versionIn(params));
  if (!name) return null;
  return (
    <p>
      {name === 'agentVersion'
        ? 'Only those that followed one version of an agent prompt.'
        : 'Only those whose stories one version of a prompt wrote.'}{' '}
      <Button look="text" small onClick={() => onClear(name)}>
        Show all
      </Button>
    </p>
  );
}

function List({
  filter,
  first,
}: {
  filter: DeskConversationFilter;
  first: WriterConversationsQuery['allConversations'];
}) {
  const list = useMore({
    first,
    document: WriterConversationsDocument,
    variables: { filter },
    pageOf: (data: WriterConversationsQuery) => data.allConversations,
  });
  if (list.edges.length === 0)
    return <p className="quiet">No conversations match. Widen the dates or remove a filter.</p>;
  return (
    <>
      <section className={`leaf ${styles.leaf}`} aria-label="Conversations">
        <table className={`table ${styles.wide}`}>
          <thead>
            <tr>
              <th scope="col">Subject</th>
              <th scope="col">Started</th>
              <th scope="col">By</th>
              <th scope="col">State</th>
              <th scope="col">Made by</th>
            </tr>
          </thead>
          <tbody>
            {list.edges.map(
              ({ node: { id, subject, startedAt, channel, status, writing, durationSeconds, ...made } }) => (
                <tr key={id}>
                  <td>
                    <Link to={`/dashboard/${subject.id}/call-log/${id}/`}>{subject.fullName}</Link>
                  </td>
                  <td className="num">{startedAt ? momentInWords(startedAt) : 'not started'}</td>
                  <td>{channel.toLowerCase()}</td>
                  <td>
                    {status.toLowerCase().replace('_', ' ')}
                    {durationSeconds !== null && `, ${spanInWords(durationSeconds)}`}
                    {writing === 'WRITING_FAILED' && ', not written'}
                  </td>
                  <td>
                    {made.askedBy && <p className="num">asked: {made.askedBy}</p>}
                    {made.writtenBy && <p className="num">written: {made.writtenBy}</p>}
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </section>
      <More list={list} what="conversations" />
    </>
  );
}

export function Loading() {
  return <ListSkeleton title="Conversations" />;
}
