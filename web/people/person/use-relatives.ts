import { useMutation } from '@apollo/client/react';
import { apollo } from '#web/app/apollo.ts';
import type { RelativeKind } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { capital } from '#web/subjects/person-words.ts';
import {
  type Relatives_PersonFragment,
  RemoveRelativeOfPersonDocument,
  SaveRelativeOfPersonDocument,
} from './Relatives.graphql.ts';

export type Relative = Relatives_PersonFragment['relatives'][number];

const notReached = 'Evertold couldn’t be reached. Nothing was changed: try again.';

/** Adds, changes and removes relatives of a person; `saveRelative` returns the problem in words, or null on success. */
export function useRelatives(person: { id: string; name: string }) {
  const [save, saving] = useMutation(SaveRelativeOfPersonDocument);
  const [remove, removing] = useMutation(RemoveRelativeOfPersonDocument);
  const personId = person.id;

  async function saveRelative(
    relativeId: string,
    kind: RelativeKind,
    relationId?: string,
  ): Promise<string | null> {
    const input = { personId, relativeId, kind, ...(relationId && { relationId }) };
    const { data } = await save({ variables: { input } }).catch(() => ({ data: null }));
    const answer = data?.saveRelative;
    if (!answer) return notReached;
    if (answer.__typename === 'InvalidInput') return capital(answer.issues[0]?.message ?? answer.message);
    if (answer.__typename !== 'Person') return answer.message;
    forgetRelativesOf(relativeId);
    return null;
  }

  async function removeRelative({ kind, person: { id: relativeId, name } }: Relative): Promise<void> {
    const { data } = await remove({ variables: { personId, relativeId } }).catch(() => ({ data: null }));
    const answer = data?.removeRelative;
    if (!answer) return notify('error', notReached);
    if (answer.__typename !== 'Person') return notify('error', answer.message);
    forgetRelativesOf(relativeId);
    const again = async () => {
      const problem = await saveRelative(relativeId, kind);
      if (problem) await notify('error', problem);
    };
    return notify('success', `${name} and ${person.name} aren’t shown as relatives any more`, {
      action: { label: 'Undo', onClick: () => void again() },
    });
  }

  return { saveRelative, removeRelative, busy: saving.loading || removing.loading };
}

/** The other side of a relation is read anew when it is shown. */
function forgetRelativesOf(id: string): void {
  const cacheId = apollo.cache.identify({ __typename: 'Person', id });
  if (cacheId) apollo.cache.evict({ id: cacheId, fieldName: 'relatives' });
}
