import { apollo } from '#web/app/apollo.ts';
import { notify } from '#web/app/notify.ts';
import { OrderChaptersDocument, SaveChapterDocument } from './ArrangeChapters.graphql.ts';
import { MoveCardDocument, OrderCardsByDateDocument } from './ArrangeStories.graphql.ts';

const notReached = 'Evertold couldn’t be reached. Nothing was changed: try again.';

/** Renames a chapter; returns what is wrong with the title, or null when it is saved. */
export async function renameChapter(id: string, title: string): Promise<string | null> {
  const { data } = await apollo
    .mutate({ mutation: SaveChapterDocument, variables: { id, title } })
    .catch(() => ({ data: null }));
  const answer = data?.saveChapter;
  if (!answer) return notReached;
  if (answer.__typename === 'Chapter') return null;
  if (answer.__typename !== 'InvalidInput') return answer.message;
  return `The title ${answer.issues[0]?.message ?? 'can’t be saved'}`;
}

/** Hides a chapter from readers, or shows it again; tells the user when that failed. */
export async function hideChapter(id: string, hidden: boolean): Promise<boolean> {
  const { data } = await apollo
    .mutate({ mutation: SaveChapterDocument, variables: { id, hidden } })
    .catch(() => ({ data: null }));
  return tellIfRefused(data?.saveChapter, 'Chapter');
}

/** Saves the order of the chapters; tells the user when that failed. */
export async function orderChapters(subjectId: string, ids: string[]): Promise<boolean> {
  const { data } = await apollo
    .mutate({ mutation: OrderChaptersDocument, variables: { subjectId, ids } })
    .catch(() => ({ data: null }));
  return tellIfRefused(data?.orderChapters, 'Subject');
}

/** Moves a story behind another one of its chapter, or to its beginning; tells the user when that failed. */
export async function moveStory(id: string, afterId: string | null): Promise<boolean> {
  const { data } = await apollo
    .mutate({ mutation: MoveCardDocument, variables: { id, afterId } })
    .catch(() => ({ data: null }));
  return tellIfRefused(data?.moveCard, 'Chapter');
}

/** Puts the stories of a chapter back into the order of their dates; tells the user when that failed. */
export async function orderStoriesByDate(chapterId: string): Promise<boolean> {
  const { data } = await apollo
    .mutate({ mutation: OrderCardsByDateDocument, variables: { chapterId } })
    .catch(() => ({ data: null }));
  return tellIfRefused(data?.orderCardsByDate, 'Chapter');
}

function tellIfRefused(
  answer: { __typename: string; message?: string } | null | undefined,
  done: string,
): boolean {
  if (answer?.__typename === done) return true;
  void notify('error', answer?.message ?? notReached);
  return false;
}
