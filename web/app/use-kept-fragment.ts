import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';
import type { FragmentType, MaybeMasked } from '@apollo/client/masking';
import { useApolloClient } from '@apollo/client/react';
import { use, useCallback, useMemo, useRef, useSyncExternalStore } from 'react';

type Options<Data> = {
  fragment: TypedDocumentNode<Data, OperationVariables>;
  fragmentName?: string;
  from: FragmentType<NoInfer<Data>>;
};

/**
 * The data of a fragment, as it last was complete: an answer to another screen may leave out what a nested object had
 * here, until this screen has asked again. Apollo's `useSuspenseFragment` would take the part away meanwhile, with the
 * focus and the words being typed. It suspends only until the data is complete for the first time.
 */
export function useKeptFragment<Data>(options: Options<Data>): { data: MaybeMasked<Data> } {
  const client = useApolloClient();
  const { fragment, fragmentName, from } = options;
  const id = client.cache.identify(from);
  const watched = useMemo(
    () => client.watchFragment<Data>({ fragment, ...(fragmentName && { fragmentName }), from: id ?? null }),
    [client, fragment, fragmentName, id],
  );
  const result = useSyncExternalStore(
    useCallback(
      (changed: () => void) => {
        const watching = watched.subscribe(changed);
        return () => watching.unsubscribe();
      },
      [watched],
    ),
    () => watched.getCurrentResult(),
  );
  const kept = useRef<{ id: string | undefined; data: MaybeMasked<Data> }>(null);
  if (result.complete) kept.current = { id, data: result.data as MaybeMasked<Data> };
  if (kept.current?.id !== id) use(whenComplete(client, options));
  return { data: (kept.current as NonNullable<typeof kept.current>).data };
}

function whenComplete<Data>(client: ApolloClient, options: Options<Data>): Promise<void> {
  return new Promise((resolve) => {
    const watched = client.watchFragment<Data>(options).subscribe(({ complete }) => {
      if (!complete) return;
      resolve();
      setTimeout(() => watched.unsubscribe());
    });
  });
}
