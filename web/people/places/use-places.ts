import { useMutation } from '@apollo/client/react';
import { apollo } from '#web/app/apollo.ts';
import type { SavePlaceInput } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { capital } from '#web/subjects/person-words.ts';
import { PlacesRouteDocument, SavePlaceDocument } from '../places.graphql.ts';

/** Corrects a place of a book; the function returns the problem in words, or null on success. */
export function useSavePlace(subjectId: string) {
  const [save, { loading }] = useMutation(SavePlaceDocument);

  async function savePlace(input: Omit<SavePlaceInput, 'subjectId'>): Promise<string | null> {
    const variables = { input: { ...input, subjectId } };
    const { data } = await save({ variables }).catch(() => ({ data: null }));
    const answer = data?.savePlace;
    if (!answer) return 'Evertold couldn’t be reached. Nothing was changed: try again.';
    if (answer.__typename === 'InvalidInput') return capital(answer.issues[0]?.message ?? answer.message);
    if (answer.__typename !== 'Subject') return answer.message;
    await apollo
      .query({ query: PlacesRouteDocument, variables: { subjectId }, fetchPolicy: 'network-only' })
      .catch(() => undefined);
    return null;
  }

  async function setListed(name: string, listed: boolean): Promise<void> {
    const problem = await savePlace({ name, listed });
    if (problem) return notify('error', problem);
    if (listed) return notify('success', `${name} is in the list again`);
    return notify('success', `${name} was taken off the list`, {
      body: 'The stories keep their words.',
      action: { label: 'Undo', onClick: () => void setListed(name, true) },
    });
  }

  return { savePlace, setListed, busy: loading };
}
