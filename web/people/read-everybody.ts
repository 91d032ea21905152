import { apollo } from '#web/app/apollo.ts';
import { EverybodyDocument, type EverybodyQuery } from './everybody.graphql.ts';

type People = NonNullable<EverybodyQuery['subject']>['people'];
export type PersonToChoose = People['edges'][number]['node'];

/** Everybody in a book, by name; null where they couldn't be read. */
export async function readEverybody(subjectId: string): Promise<PersonToChoose[] | null> {
  const all: PersonToChoose[] = [];
  let after: string | null = null;
  do {
    const variables: { subjectId: string; after: string | null } = { subjectId, after };
    const { data } = await apollo
      // Not in the cache, where other pages read their own parts of the list.
      .query({ query: EverybodyDocument, variables, fetchPolicy: 'no-cache' })
      .catch(() => ({ data: undefined }));
    const people: People | undefined = data?.subject?.people;
    if (!people) return null;
    all.push(...people.edges.map(({ node }) => node));
    after = people.pageInfo.hasNextPage ? (people.pageInfo.endCursor ?? null) : null;
  } while (after);
  return all;
}
