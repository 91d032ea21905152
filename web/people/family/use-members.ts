import { useMutation } from '@apollo/client/react';
import { useNavigate } from 'react-router';
import { apollo } from '#web/app/apollo.ts';
import type { SetMemberRightsInput, SubjectRole } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { FamilyFriendsDocument } from '../family-friends.graphql.ts';
import { RemoveMemberDocument, SetMemberRightsDocument, SetMemberRoleDocument } from './Members.graphql.ts';

const noAnswer = { body: 'Check how it stands, then try again.' };

/** Changes and ends memberships of a book, and notifies the user of the result. */
export function useMembers(subjectId: string) {
  const navigate = useNavigate();
  const [change, changing] = useMutation(SetMemberRoleDocument);
  const [limit] = useMutation(SetMemberRightsDocument);
  const [end, ending] = useMutation(RemoveMemberDocument);

  async function setRole(id: string, role: SubjectRole): Promise<void> {
    const { data } = await change({ variables: { id, role } }).catch(() => ({ data: null }));
    const answer = data?.setMemberRole;
    if (!answer) return notify('error', 'The connection broke before Evertold answered', noAnswer);
    if (answer.__typename !== 'Membership')
      return notify('error', 'Nothing was changed', { body: answer.message });
    // The user's own permissions and pending invitations may have changed too.
    await refetch(subjectId);
    return notify('success', 'Changed');
  }

  async function setRights(input: SetMemberRightsInput): Promise<void> {
    const { data } = await limit({ variables: { input } }).catch(() => ({ data: null }));
    const answer = data?.setMemberRights;
    if (!answer) return notify('error', 'The connection broke before Evertold answered', noAnswer);
    if (answer.__typename !== 'Membership')
      return notify('error', 'Nothing was changed', { body: answer.message });
    return notify('success', 'Changed');
  }

  async function remove(id: string, isMe: boolean): Promise<void> {
    const { data } = await end({ variables: { id } }).catch(() => ({ data: null }));
    const answer = data?.removeMember;
    if (!answer) return notify('error', 'The connection broke before Evertold answered', noAnswer);
    if (answer.__typename !== 'RemoveMemberSuccess') {
      return notify('error', isMe ? 'You are still here' : 'Nothing was changed', { body: answer.message });
    }
    if (!isMe) {
      await refetch(subjectId);
      return notify('success', 'Removed');
    }
    await navigate('/dashboard/', { viewTransition: true });
    // Data that the user may no longer see must not stay in the cache.
    await apollo.clearStore();
    return notify('success', 'You have left the book');
  }
  return { setRole, setRights, remove, busy: changing.loading || ending.loading };
}

async function refetch(subjectId: string): Promise<void> {
  await apollo
    .query({ query: FamilyFriendsDocument, variables: { id: subjectId }, fetchPolicy: 'network-only' })
    .catch(() => undefined);
}
