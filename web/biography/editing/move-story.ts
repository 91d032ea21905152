import { apollo } from '#web/app/apollo.ts';
import { StoryToMoveDocument } from './EditStory.graphql.ts';
import { saveStory } from './save.ts';
import { baseOf } from './writing.ts';

const notMoved =
  'The connection broke before Evertold answered. Look where the story is before you try again.';

/** Moves a story, as it is saved now, to another chapter. Returns why it could not be moved. */
export async function moveStory(
  subjectId: string,
  cardId: string,
  chapterKey: string,
): Promise<string | null> {
  try {
    const { data } = await apollo.query({
      query: StoryToMoveDocument,
      variables: { id: cardId },
      fetchPolicy: 'network-only',
    });
    if (!data?.card) return 'This story is not in the book any more.';
    const { revision, writing } = baseOf(data.card, chapterKey);
    const saved = await saveStory(subjectId, data.card, revision, null, { ...writing, chapterKey });
    if (saved.kind === 'saved') return null;
    if (saved.kind === 'refused') return Object.values(saved.problems)[0] ?? notMoved;
    return 'Somebody else changed the story at the same time. Try again.';
  } catch {
    return notMoved;
  }
}
