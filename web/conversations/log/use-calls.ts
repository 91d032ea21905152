import { useEffect, useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { followLive, oneAfterAnother } from '#web/app/live.ts';
import { CallLogChangedDocument, CallLogRouteDocument, type CallLogRouteQuery } from '../call-log.graphql.ts';

type Calls = NonNullable<CallLogRouteQuery['subject']>['conversations'];

/** The variables of one page, used by the loader and by later requests. */
export function callsPage(subjectId: string, search: string, after: string | null = null) {
  return { subjectId, search: search || null, first: 25, after };
}

/** The newest page of conversations and the loaded older ones; new conversations appear by themselves. */
export function useCalls(subjectId: string | undefined, newest: Calls | undefined, search: string) {
  const of = `${subjectId} ${search}`;
  const [older, setOlder] = useState<{ of: string; pages: readonly Calls[] }>({ of, pages: [] });
  const pages = [newest, ...(older.of === of ? older.pages : [])].filter((page) => page !== undefined);
  const edges = [
    ...new Map(pages.flatMap((page) => page.edges).map((edge) => [edge.node.id, edge])).values(),
  ];
  const { hasNextPage = false, endCursor = null } = pages.at(-1)?.pageInfo ?? {};
  const known = edges.map(({ node }) => node.id).join(' ');

  useEffect(() => {
    if (!subjectId) return;
    const ids = new Set(known.split(' '));
    const readFirst = oneAfterAnother(() => askFor(callsPage(subjectId, search)));
    return followLive({
      document: CallLogChangedDocument,
      variables: { subjectId },
      cursorOf: () => null,
      onEvent({ conversationChanged }) {
        // Listed conversations are updated through the cache; a new one needs its page to be requested.
        if (!ids.has(conversationChanged.id) && !search) readFirst();
      },
    });
  }, [subjectId, search, known]);

  async function loadOlder(): Promise<void> {
    if (!subjectId) return;
    const page = await askFor(callsPage(subjectId, search, endCursor));
    setOlder((before) => ({ of, pages: [...(before.of === of ? before.pages : []), page] }));
  }
  return { edges, hasOlder: hasNextPage, loadOlder };
}

async function askFor(variables: ReturnType<typeof callsPage>): Promise<Calls> {
  const { data } = await apollo.query({
    query: CallLogRouteDocument,
    variables,
    fetchPolicy: 'network-only',
  });
  if (!data?.subject) throw new Error('The call log is no longer there');
  return data.subject.conversations;
}
