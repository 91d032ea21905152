import type { ApolloCache } from '@apollo/client';

type Status = 'OPEN' | 'RESOLVED' | 'DISMISSED';

/** Forgets the lists that aren't shown now, after a decision moved a conflict to another one. */
export function forgetOtherViews(cache: ApolloCache, shown: Status): void {
  cache.modify({
    id: 'ROOT_QUERY',
    fields: {
      conflicts: (list, { DELETE, storeFieldName }) =>
        storeFieldName.includes(`"status":"${shown}"`) ? list : DELETE,
    },
  });
}
