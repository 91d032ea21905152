import { useMutation } from '@apollo/client/react';
import { notify } from '#web/app/notify.ts';
import { SetSuccessorDocument } from './Successor.graphql.ts';

/** Names the successor of a book's last owner, or nobody, and notifies the user of the result. */
export function useSuccessor(subjectId: string) {
  const [set, { loading: busy }] = useMutation(SetSuccessorDocument);

  /** Returns whether it was stored. */
  async function setSuccessor(member: { id: string; user: { name: string } } | null): Promise<boolean> {
    const variables = { subjectId, membershipId: member?.id ?? null };
    const { data } = await set({ variables }).catch(() => ({ data: null }));
    const answer = data?.setSuccessor;
    if (answer?.__typename !== 'Subject') {
      const title = answer ? 'Nothing was changed' : 'The connection broke before Evertold answered';
      notify('error', title, { body: answer?.message ?? 'Check how it stands, then try again.' });
      return false;
    }
    if (member) notify('success', `${member.user.name} is named as successor`);
    else notify('success', 'Nobody is named as successor any more');
    return true;
  }
  return { setSuccessor, busy };
}
