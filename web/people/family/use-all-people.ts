import { useCallback, useEffect, useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { type FamilyPeople_SubjectFragment, MoreFamilyPeopleDocument } from './FamilyPeople.graphql.ts';

type Page = FamilyPeople_SubjectFragment['people'];

export interface AllPeople {
  edges: Page['edges'];
  /** Whether everybody is there, the others are being loaded, or they could not be loaded. */
  state: 'COMPLETE' | 'LOADING' | 'FAILED';
  /** Loads the others again. */
  reload(): void;
}

/** All people of a book: the first ones come with the page, the others are loaded after them. */
export function useAllPeople(subjectId: string, first: Page): AllPeople {
  const [others, setOthers] = useState<Page['edges']>([]);
  const [state, setState] = useState<AllPeople['state']>(first.pageInfo.hasNextPage ? 'LOADING' : 'COMPLETE');
  const [times, setTimes] = useState(0);

  const reload = useCallback(() => setTimes((times) => times + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `reload` changes the number of times
  useEffect(() => {
    let isOver = false;
    setState(first.pageInfo.hasNextPage ? 'LOADING' : 'COMPLETE');
    readOthers(subjectId, first).then(
      (found) => {
        if (isOver) return;
        setOthers(found);
        setState('COMPLETE');
      },
      () => !isOver && setState('FAILED'),
    );
    return () => {
      isOver = true;
    };
  }, [subjectId, first, times]);

  const known = new Set(first.edges.map(({ node }) => node.id));
  return {
    edges: [...first.edges, ...others.filter(({ node }) => !known.has(node.id))],
    state,
    reload,
  };
}

async function readOthers(id: string, { pageInfo }: Page): Promise<Page['edges']> {
  const found: Page['edges'][number][] = [];
  for (let after = pageInfo.hasNextPage ? pageInfo.endCursor : null; after; ) {
    const variables = { id, after };
    // Not in the cache, where this page would take the place of the first one.
    const { data } = await apollo.query({
      query: MoreFamilyPeopleDocument,
      variables,
      fetchPolicy: 'no-cache',
    });
    const people = data?.subject?.people;
    if (!people) throw new Error('The people were not answered');
    found.push(...people.edges);
    after = people.pageInfo.hasNextPage ? people.pageInfo.endCursor : null;
  }
  return found;
}
