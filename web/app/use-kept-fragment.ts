import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';
import type { FragmentType, MaybeMasked } from '@apollo/client/masking';
import { useApolloClient } from '@apollo/client/react';
import { use, useMemo, useSyncExternalStore } from 'react';

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
  const store = useMemo(() => {
    const watched = client.watchFragment<Data>({
      fragment,
      ...(fragmentName && { fragmentName }),
      from: id ?? null,
    });
    let kept: MaybeMasked<Data> | null = null;
    return {
      subscribe(changed: () => void) {
        const watching = watched.subscribe(changed);
        return () => watching.unsubscribe();
      },
      lastComplete() {
        const { complete, data } = watched.getCurrentResult();
        if (complete) kept = data as MaybeMasked<Data>;
        return kept;
      },
    };
  }, [client, fragment, fragmentName, id]);
  const data = useSyncExternalStore(store.subscribe, store.lastComplete);
  if (data === null) use(whenComplete(client, options));
  return { data: data as MaybeMasked<Data> };
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
