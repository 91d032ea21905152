import { apollo } from '#web/app/apollo.ts';
import { notify } from '#web/app/notify.ts';
import { BeginConversationDocument } from '#web/conversations/log/BeginConversation.graphql.ts';
import { SaveStepDocument } from '#web/onboarding/SaveStep.graphql.ts';
import { ResumeCallsDocument } from './line.graphql.ts';

const noAnswer = { body: 'Nothing was changed as far as we know. Try again.' };

/** Begins a conversation; returns its page's path, or nothing after showing why it could not begin. */
export async function begin(
  { id, isSelf }: { id: string; isSelf: boolean },
  channel: 'WEB' | 'PHONE',
): Promise<string | undefined> {
  const input = { subjectId: id, channel, ...(channel === 'WEB' && !isSelf && { together: true }) };
  const { data } = await apollo
    .mutate({ mutation: BeginConversationDocument, variables: { input } })
    .catch(() => ({ data: null }));
  const answer = data?.beginConversation;
  if (answer?.__typename === 'Conversation') {
    return `/dashboard/${encodeURIComponent(id)}/call-log/${encodeURIComponent(answer.id)}/`;
  }
  await (answer ? notify('error', answer.message) : notify('error', 'The connection broke', noAnswer));
}

/** Ends the pause of calls. */
export async function resumeCalls(id: string): Promise<void> {
  const { data } = await apollo
    .mutate({ mutation: ResumeCallsDocument, variables: { input: { id, status: 'ACTIVE' } } })
    .catch(() => ({ data: null }));
  const answer = data?.updateSubject;
  if (!answer) return notify('error', 'The connection broke', noAnswer);
  if (answer.__typename !== 'Subject') return notify('error', answer.message);
  return notify('success', 'Resumed');
}

/** Resumes this subject's onboarding at the consent step; returns its path. */
export async function takeUpConsent(isSelf: boolean, subjectId: string): Promise<string | undefined> {
  const input = {
    subjectId,
    step: 'CONSENT' as const,
    forWhom: isSelf ? ('MYSELF' as const) : ('LOVED_ONE' as const),
    finished: false,
  };
  const { data } = await apollo
    .mutate({ mutation: SaveStepDocument, variables: { input } })
    .catch(() => ({ data: null }));
  const answer = data?.saveOnboarding;
  if (answer?.__typename === 'Onboarding') return '/onboarding/?step=consent';
  await (answer ? notify('error', answer.message) : notify('error', 'The connection broke', noAnswer));
}
