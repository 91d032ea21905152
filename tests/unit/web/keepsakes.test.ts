// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { apollo } from '#web/app/apollo.ts';
import { refetchKeepsakes } from '#web/keepsakes/keepsake.ts';
import { KeepsakesDocument } from '#web/keepsakes/keepsakes.graphql.ts';

const subjectId = 'a-book';

afterEach(async () => {
  vi.restoreAllMocks();
  await apollo.clearStore();
});

const keepsake = (id: string) => ({
  ...{ __typename: 'Keepsake', id, kind: 'PHOTO', title: id, description: null, happenedText: null },
  ...{ addedBy: null, card: null, people: [], whyNotInBook: null, mayBeTranscribed: false },
  ...{ whyNotTranscribed: null, oldRecording: null },
  media: {
    ...{ __typename: 'Media', id, url: `/media/${id}`, contentType: 'image/jpeg', placeholder: null },
    ...{ width: 4, height: 3 },
    audience: { __typename: 'Audience', everyone: true, until: null, afterDeath: false, members: [] },
  },
});

/** A server with these keepsakes, which answers with 50 at a time. */
function serve(ids: readonly string[]) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    const { variables } = JSON.parse(String(init?.body));
    const from = variables.after ? ids.indexOf(variables.after) + 1 : 0;
    const page = ids.slice(from, from + 50);
    const keepsakes = {
      __typename: 'SubjectKeepsakesConnection',
      edges: page.map((id) => ({
        __typename: 'SubjectKeepsakesConnectionEdge',
        cursor: id,
        node: keepsake(id),
      })),
      pageInfo: {
        ...{ __typename: 'PageInfo', hasNextPage: from + 50 < ids.length, endCursor: page.at(-1) ?? null },
      },
    };
    const subject = {
      ...{ __typename: 'Subject', id: subjectId, preferredName: 'Alma', isSelf: false, status: 'ACTIVE' },
      ...{ abilities: [], deletedAt: null, keepsakes },
    };
    return Response.json({ data: { subject } });
  });
}

const variables = { subjectId };

/** The ids of the keepsakes that the page shows, and whether it offers older ones. */
function shown() {
  const { keepsakes } = apollo.cache.readQuery({ query: KeepsakesDocument, variables })?.subject ?? {};
  return {
    ids: keepsakes?.edges.map(({ node }) => node.id) ?? [],
    hasMore: keepsakes?.pageInfo.hasNextPage,
  };
}

async function showFirstPage() {
  const { data } = await apollo.query({ query: KeepsakesDocument, variables, fetchPolicy: 'no-cache' });
  if (!data) throw new Error('The keepsakes were not read');
  apollo.cache.writeQuery({ query: KeepsakesDocument, variables, data });
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `photo-${at}`);

describe('The keepsakes of a page', () => {
  test('stay down to the last one shown when others are added in front', async () => {
    const ids = numbered(120);
    serve(ids);
    await showFirstPage();
    expect(shown()).toEqual({ ids: ids.slice(0, 50), hasMore: true });
    const added = ['new-1', 'new-2', 'new-3', ...ids];
    serve(added);
    await refetchKeepsakes(subjectId);
    expect(shown()).toEqual({ ids: added.slice(0, 53), hasMore: true });

    // The older ones follow the last one shown.
    const { data } = await apollo.query({
      query: KeepsakesDocument,
      variables: { subjectId, after: 'photo-49' },
      fetchPolicy: 'no-cache',
    });
    expect(data?.subject?.keepsakes.edges[0]?.node.id).toBe('photo-50');
  });

  test('lose only the last one when that was deleted', async () => {
    const ids = numbered(120);
    serve(ids);
    await showFirstPage();
    const left = ids.filter((id) => id !== 'photo-49');
    serve(left);
    await refetchKeepsakes(subjectId);
    expect(shown()).toEqual({ ids: left.slice(0, 100), hasMore: true });
  });

  test('are all there when all were shown before', async () => {
    const ids = numbered(50);
    serve(ids);
    await showFirstPage();
    expect(shown().hasMore).toBe(false);
    serve(['new', ...ids]);
    await refetchKeepsakes(subjectId);
    expect(shown()).toEqual({ ids: ['new', ...ids], hasMore: false });
  });
});
