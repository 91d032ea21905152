import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { apollo } from '#web/app/apollo.ts';
import type { InvitationStatus } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { AcceptInvitationDocument, DeclineInvitationDocument } from '../invitation.graphql.ts';

interface Problem {
  title: string;
  body: string;
}

const noAnswer: Problem = {
  title: 'The connection broke before Evertold answered',
  body: 'The invitation is still good. Try again.',
};

/** Accepts or declines an invitation. `answer` is its state afterwards, if the user stays on the page. */
export function useAnswer(token: string) {
  const navigate = useNavigate();
  const [accepting, { loading: accepts }] = useMutation(AcceptInvitationDocument);
  const [declining, { loading: declines }] = useMutation(DeclineInvitationDocument);
  const [answer, setAnswer] = useState<InvitationStatus | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function accept(): Promise<void> {
    setProblem(null);
    const { data } = await accepting({ variables: { token } }).catch(() => ({ data: null }));
    const result = data?.acceptInvitation;
    if (!result) return setProblem(noAnswer);
    if (result.__typename === 'InvitationUnusable') return setAnswer(result.status);
    if (result.__typename !== 'Membership') {
      return setProblem({ title: 'You are not in yet', body: result.message });
    }
    // The user's books and permissions have changed.
    await apollo.clearStore();
    await navigate(`/dashboard/${encodeURIComponent(result.subject.id)}/`, {
      replace: true,
      viewTransition: true,
    });
    return notify('success', 'Welcome in');
  }

  async function decline(): Promise<void> {
    setProblem(null);
    const { data } = await declining({ variables: { token } }).catch(() => ({ data: null }));
    const result = data?.declineInvitation;
    if (!result) return setProblem(noAnswer);
    if (result.__typename === 'InvitationUnusable') return setAnswer(result.status);
    if (result.__typename !== 'InvitationPreview') {
      return setProblem({ title: 'It was not declined', body: result.message });
    }
    // An open link stays valid for others; for the user who declined, it is done.
    return setAnswer('DECLINED');
  }
  return { answer, problem, accept: () => void accept(), decline, busy: accepts || declines };
}
