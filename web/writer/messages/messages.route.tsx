import { useReadQuery } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useLocation, useSearchParams } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { notify } from '#web/app/notify.ts';
import { preload } from '#web/app/preload.ts';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { FilterBar } from './filter/FilterBar.tsx';
import { addressOf, noFilter, problemsOf, readAddress, serverFilter } from './filter/message-filter.ts';
import { useFilter } from './filter/use-filter.ts';
import { MessageList } from './list/MessageList.tsx';
import { firstPage } from './list/use-messages.ts';
import { WriterMessagesDocument } from './messages.graphql.ts';
import { NoMessages } from './NoMessages.tsx';
import { useKey } from './use-key.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

/** How many times the list was loaded. */
let loads = 0;

export function loader({ request }: LoaderFunctionArgs) {
  const filter = serverFilter(readAddress(new URL(request.url).searchParams).filter);
  const messages = preload(WriterMessagesDocument, { filter, first: firstPage, after: null, newest: true });
  loads += 1;
  return { filter, messages, load: loads };
}

export function Component() {
  const { filter, messages, load } = useLoaderData<typeof loader>();
  const { data } = useReadQuery(messages);
  const [params, setParams] = useSearchParams();
  const [standing, change] = useFilter();
  const { key } = useLocation();
  const firstField = useRef<HTMLInputElement>(null);
  useKey('/', () => firstField.current?.focus());

  const isWrong = Object.keys(problemsOf(standing)).length > 0;

  const { droppedRole } = readAddress(params);
  useEffect(() => {
    if (droppedRole === null) return;
    const body = `“${droppedRole.slice(0, 40)}” is not a role: it is user or assistant. Both are shown.`;
    void notify('info', 'A filter was left out', { id: 'dropped-role', body });
    setParams(addressOf(readAddress(params).filter), { replace: true, preventScrollReset: true });
  }, [droppedRole, params, setParams]);

  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>Messages</DocumentTitle>
      <header className="desk-head">
        <h1>Messages</h1>
        <p className="row-end quiet only-desk">
          <kbd>J</kbd> <kbd>K</kbd> or arrows move, <kbd>Enter</kbd> opens the conversation, <kbd>Space</kbd>{' '}
          shows all of a message, <kbd>/</kbd> filters, <kbd>P</kbd> pauses
        </p>
      </header>
      <FilterBar filter={standing} firstField={firstField} onChange={change} />
      {isWrong ? (
        <p className="lead quiet" role="status">
          No messages are shown until the filter is right. Correct it above, or clear it.
        </p>
      ) : (
        <MessageList
          key={load}
          place={`${key} ${JSON.stringify(filter)}`}
          first={data}
          filter={filter}
          empty={<NoMessages filtered={Object.keys(filter).length > 0} onClear={() => change(noFilter)} />}
        />
      )}
    </main>
  );
}

export function Loading() {
  return (
    <main id="main" tabIndex={-1}>
      <header className="desk-head">
        <h1>Messages</h1>
      </header>
      <Skeleton what="the messages">
        <SkeletonBar width="100%" height="4.5rem" />
        <SkeletonLines lines={12} />
      </Skeleton>
    </main>
  );
}
