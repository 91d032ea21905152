import { apollo } from '#web/app/apollo.ts';
import { BiographyRouteDocument } from '../biography.graphql.ts';
import { edtfFromWords } from '../story-dates.ts';
import { SaveCardDocument, type SaveCardMutation } from './EditStory.graphql.ts';
import type { Writing } from './use-draft.ts';

export type Newer = Extract<SaveCardMutation['saveCard'], { __typename: 'StaleRevision' }>['card'];

export type Saved =
  | { kind: 'saved'; cardId: string; revision: number }
  /** Someone else saved meanwhile, so nothing was saved. */
  | { kind: 'stale'; newer: Newer }
  | { kind: 'refused'; problems: Partial<Record<keyof Writing | 'form', string>> };

/** Validates a story before it is sent. */
export function problemsOf(writing: Writing): Partial<Record<keyof Writing, string>> {
  return {
    ...(!writing.title.trim() && { title: 'The story needs a title.' }),
    ...(!writing.body.trim() && { body: 'Write a few words first.' }),
    ...(writing.happened.trim() &&
      !edtfFromWords(writing.happened) && {
        happened: 'Write a year, a month or a day, such as 1958, September 1958 or about 1950.',
      }),
  };
}

/** Saves a story on top of `baseRevision` and refreshes the chapters. */
export async function saveStory(
  {
    subjectId,
    cardId,
    baseRevision,
  }: { subjectId: string; cardId: string | null; baseRevision: number | null },
  { title, body, happened, place, chapterKey }: Writing,
  happenedBefore: { words: string; edtf: string | null },
): Promise<Saved> {
  const date = happened.trim();
  const edtf = date === happenedBefore.words ? happenedBefore.edtf : date ? edtfFromWords(date) : null;
  const { data } = await apollo.mutate({
    mutation: SaveCardDocument,
    variables: {
      input: {
        id: cardId,
        subjectId,
        title: title.trim(),
        body: body.trim(),
        happened: edtf,
        place: place.trim() || null,
        chapterKey,
        baseRevision,
        note: null,
      },
    },
  });
  const answer = data?.saveCard;
  if (answer?.__typename === 'Card') {
    await apollo
      .query({ query: BiographyRouteDocument, variables: { subjectId }, fetchPolicy: 'network-only' })
      .catch(() => undefined); // the story is saved; the next page reads the chapters again
    return { kind: 'saved', cardId: answer.id, revision: answer.revision };
  }
  if (answer?.__typename === 'StaleRevision') return { kind: 'stale', newer: answer.card };
  const problems: Record<string, string> = {};
  if (answer?.__typename === 'InvalidInput') {
    for (const { path, message } of answer.issues) problems[fieldOf(path)] ??= message;
  } else
    problems.form =
      answer?.message ??
      'The connection broke before Evertold answered. Your words are kept on this device. Try again.';
  return { kind: 'refused', problems };
}

function fieldOf(path: string): string {
  const name = path.split('.').at(-1) ?? '';
  return ['title', 'body', 'happened', 'place', 'chapterKey'].includes(name) ? name : 'form';
}
