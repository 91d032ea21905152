import { useMutation } from '@apollo/client/react';
import { apollo } from '#web/app/apollo.ts';
import type { SavePersonInput } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { whenLoaded } from '#web/app/when-loaded.ts';
import { capital } from '#web/subjects/person-words.ts';
import { FamilyFriendsDocument } from '../family-friends.graphql.ts';
import { FamilyChangesDocument } from './FamilyPeople.graphql.ts';
import {
  MergePeopleInFamilyDocument,
  SavePersonInFamilyDocument,
  UndoMergeInFamilyDocument,
} from './SavePerson.graphql.ts';

/** Problems with the input: per field, or in one sentence. */
export interface PersonProblems {
  fields: Record<string, string>;
  notice: string | null;
}

const notReached = 'Evertold couldn’t be reached. Nothing was changed: try again.';

/** Why two people can’t be one as they are. */
function contradiction(issues: readonly { path: string; message: string }[]): string {
  const rules = issues.map(({ path, message }) => `“${capital(path)}” ${message}`).join(', ');
  return `They contradict each other: ${rules}. Correct one of them first.`;
}

/** Adds, edits, merges and separates people of a book; each function returns the problems, or null on success. */
export function usePeople(subjectId: string) {
  const [save, saving] = useMutation(SavePersonInFamilyDocument);
  const [merge, merging] = useMutation(MergePeopleInFamilyDocument);
  const [undo, undoing] = useMutation(UndoMergeInFamilyDocument);

  async function savePerson(input: Omit<SavePersonInput, 'subjectId'>): Promise<PersonProblems | null> {
    const variables = { input: { ...input, subjectId } };
    const { data } = await save({ variables }).catch(() => ({ data: null }));
    const answer = data?.savePerson;
    if (!answer) return { fields: {}, notice: notReached };
    if (answer.__typename === 'InvalidInput') {
      const issues = answer.issues.map(({ path, message }) => [path.split('.')[0] ?? '', capital(message)]);
      return { fields: Object.fromEntries(issues), notice: null };
    }
    if (answer.__typename !== 'Person') return { fields: {}, notice: answer.message };
    await refetch(subjectId);
    return null;
  }

  async function mergePeople(keep: { id: string; name: string }, otherId: string): Promise<string | null> {
    const { data } = await merge({ variables: { keepId: keep.id, otherId } }).catch(() => ({ data: null }));
    const answer = data?.mergePeople;
    if (!answer) return notReached;
    if (answer.__typename === 'InvalidInput') return contradiction(answer.issues);
    if (answer.__typename !== 'Person') return answer.message;
    await refetch(subjectId);
    await notify('success', `Merged: ${keep.name}`, {
      action: { label: 'Undo', onClick: () => void undoMerge(keep.id, otherId) },
    });
    return null;
  }

  async function undoMerge(id: string, otherId: string | null): Promise<void> {
    const { data } = await undo({ variables: { id, otherId } }).catch(() => ({ data: null }));
    const answer = data?.undoMergePeople;
    if (!answer) return notify('error', notReached);
    if (answer.__typename !== 'Person') return notify('error', answer.message);
    await refetch(subjectId);
    return notify('success', `${answer.name} is a person of their own again`);
  }

  return { savePerson, mergePeople, undoMerge, busy: saving.loading || merging.loading || undoing.loading };
}

/**
 * Reads the page again whenever one of the people, or which of them the reader sees, changes in another browser, and then calls `onRead`. Returns a
 * function that stops it.
 */
export function followPeople(subjectId: string, onRead: () => void): () => void {
  return whenLoaded(
    () => import('#web/app/live.ts'),
    ({ followLive }) =>
      followLive({
        document: FamilyChangesDocument,
        variables: { subjectId },
        cursorOf: () => null,
        onEvent: () => void refetch(subjectId).then(onRead),
      }),
  );
}

async function refetch(subjectId: string): Promise<void> {
  await apollo
    .query({ query: FamilyFriendsDocument, variables: { id: subjectId }, fetchPolicy: 'network-only' })
    .catch(() => undefined);
}
