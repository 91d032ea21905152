import type { CallRow_ConversationFragment } from './log/CallRow.graphql.ts';

type Call = Pick<
  CallRow_ConversationFragment,
  'status' | 'channel' | 'title' | 'summary' | 'writing' | 'messageCount'
> & { cards: readonly unknown[]; caller?: CallRow_ConversationFragment['caller'] };

export const channelNames = {
  PHONE: 'Phone',
  SMS: 'Text',
  WEB: 'Browser',
  RECORDING: 'Old recording',
} as const;

/** Whether the conversation can still get messages. */
export function isLive(status: Call['status']): boolean {
  return status === 'IN_PROGRESS' || status === 'RINGING';
}

/** The title of a conversation, or a description while it has none. */
export function callTitle(
  { title, status, channel, caller }: Pick<Call, 'title' | 'status' | 'channel' | 'caller'>,
  they: string,
): string {
  if (title?.trim()) return title;
  if (caller && !caller.confirmedBy) return 'Somebody called us';
  if (caller) return `${they} called us`;
  if (status === 'MISSED') return `${they} did not pick up`;
  if (status === 'FAILED') return 'The call did not go through';
  if (status === 'CANCELLED') return 'Called off';
  if (channel === 'SMS') return 'Messages';
  if (channel === 'RECORDING') return 'An old recording';
  return channel === 'WEB' ? 'A talk in the browser' : 'A phone call';
}

/** The state of a conversation in one or two words. */
export function callState({ status, writing, cards, messageCount, caller }: Call): string {
  if (status === 'IN_PROGRESS') return 'Read along';
  if (caller && status === 'MISSED') return 'Nothing was said';
  if (caller?.isRefused) return 'Somebody else';
  if (caller && !caller.confirmedBy) return 'Who was it?';
  if (status === 'RINGING') return 'Ringing';
  if (status === 'MISSED') return 'Missed';
  if (status === 'FAILED') return 'Not connected';
  if (status === 'CANCELLED') return 'Called off';
  if (cards.length) return cards.length === 1 ? '1 story' : `${cards.length} stories`;
  if (writing === 'WRITING') return 'Being written';
  if (writing === 'WRITING_FAILED') return 'Not written yet';
  return messageCount === 1 ? '1 message' : `${messageCount} messages`;
}

/** What a conversation was about, or what is known of it while it has no summary. */
export function callSummary({
  summary,
  status,
  together,
  heldBy,
  writing,
  messageCount,
}: Pick<Call, 'summary' | 'status' | 'writing' | 'messageCount'> &
  Pick<CallRow_ConversationFragment, 'together' | 'heldBy'>): string {
  if (summary?.trim()) return summary;
  if (status !== 'COMPLETED') return '';
  if (writing === 'WRITING') return 'Its title and stories are being written.';
  if (together && heldBy) return `With ${heldBy.name} at the side.`;
  return messageCount > 0 ? 'Every word is kept here.' : '';
}
