import { useMutation } from '@apollo/client/react';
import { useNavigate } from 'react-router';
import { notify } from '#web/app/notify.ts';
import { BeginConversationDocument } from '#web/conversations/log/BeginConversation.graphql.ts';
import { SaveStepDocument } from '#web/onboarding/SaveStep.graphql.ts';
import { ResumeCallsDocument } from './NextCall.graphql.ts';

const noAnswer = { body: 'Nothing was changed as far as we know. Try again.' };

/** Begins a conversation: a call, or one in the browser with the person at one's side; then goes to it. */
export function useBegin({ id, isSelf }: { id: string; isSelf: boolean }) {
  const navigate = useNavigate();
  const [begin, { loading }] = useMutation(BeginConversationDocument);
  async function start(channel: 'PHONE' | 'WEB'): Promise<void> {
    const input = { subjectId: id, channel, ...(channel === 'WEB' && !isSelf && { together: true }) };
    const { data } = await begin({ variables: { input } }).catch(() => ({ data: null }));
    const answer = data?.beginConversation;
    if (!answer) return notify('error', 'No answer', noAnswer);
    if (answer.__typename !== 'Conversation') return notify('error', answer.message);
    await navigate(`/dashboard/${encodeURIComponent(id)}/call-log/${encodeURIComponent(answer.id)}/`, {
      viewTransition: true,
    });
  }
  return { start, busy: loading };
}

/** Lifts the pause. */
export function useResumeCalls(id: string) {
  const [update, { loading }] = useMutation(ResumeCallsDocument);
  async function resume(): Promise<void> {
    const { data } = await update({ variables: { input: { id, status: 'ACTIVE' } } }).catch(() => ({
      data: null,
    }));
    const answer = data?.updateSubject;
    if (!answer) return notify('error', 'No answer', noAnswer);
    if (answer.__typename !== 'Subject') return notify('error', answer.message);
    return notify('success', 'Calls go on');
  }
  return { resume, busy: loading };
}

/** Takes the onboarding of this person up again, at consent. */
export function useTakeUpConsent({ id, isSelf }: { id: string; isSelf: boolean }) {
  const navigate = useNavigate();
  const [save, { loading }] = useMutation(SaveStepDocument);
  async function take(): Promise<void> {
    const input = {
      subjectId: id,
      step: 'CONSENT' as const,
      forWhom: isSelf ? ('MYSELF' as const) : ('LOVED_ONE' as const),
      finished: false,
    };
    const { data } = await save({ variables: { input } }).catch(() => ({ data: null }));
    const answer = data?.saveOnboarding;
    if (!answer) return notify('error', 'No answer', noAnswer);
    if (answer.__typename !== 'Onboarding') return notify('error', answer.message);
    await navigate('/onboarding/?step=consent', { viewTransition: true });
  }
  return { take, busy: loading };
}
