import type { CallRow_ConversationFragment } from './log/CallRow.graphql.ts';

type Call = Pick<
  CallRow_ConversationFragment,
  'status' | 'channel' | 'title' | 'summary' | 'writing' | 'messageCount'
> & { cards: readonly unknown[] };

export const channelNames = { PHONE: 'Phone', SMS: 'Text', WEB: 'Browser' } as const;

/** Whether words may still come. */
export function isLive(status: Call['status']): boolean {
  return status === 'IN_PROGRESS' || status === 'RINGING';
}

/** What a conversation is called: its title, or what it is while it has none. */
export function callTitle(
  { title, status, channel }: Pick<Call, 'title' | 'status' | 'channel'>,
  they: string,
): string {
  if (title?.trim()) return title;
  if (status === 'MISSED') return `${they} did not pick up`;
  if (status === 'FAILED') return 'The call did not go through';
  if (status === 'CANCELLED') return 'Called off';
  if (status === 'SCHEDULED') return 'The next call';
  if (channel === 'SMS') return 'Messages';
  return channel === 'WEB' ? 'A talk in the browser' : 'A phone call';
}

/** Where a conversation stands, in one or two words. */
export function callState({ status, writing, cards, messageCount }: Call): string {
  if (status === 'IN_PROGRESS') return 'Read along';
  if (status === 'RINGING') return 'Ringing';
  if (status === 'SCHEDULED') return 'Planned';
  if (status === 'MISSED') return 'Missed';
  if (status === 'FAILED') return 'Not connected';
  if (status === 'CANCELLED') return 'Called off';
  if (cards.length) return cards.length === 1 ? '1 story' : `${cards.length} stories`;
  if (writing === 'WRITING') return 'Being written';
  if (writing === 'WRITING_FAILED') return 'Not written yet';
  return messageCount === 1 ? '1 message' : `${messageCount} messages`;
}
