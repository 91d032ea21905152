/** The events that a webhook can subscribe to. */
export const eventWords: readonly { event: string; words: string; hint?: string }[] = [
  { event: 'card.published', words: 'A story is published' },
  { event: 'conversation.completed', words: 'A conversation ends' },
  { event: 'message.created', words: 'Something is said', hint: 'Never what is private' },
  { event: 'keepsake.created', words: 'A keepsake is added' },
  { event: 'consent.changed', words: 'A consent is given or taken back', hint: 'In books that you own' },
  { event: 'member.changed', words: 'Somebody comes, goes or may do something else' },
  { event: 'export.ready', words: 'A file with everything is ready', hint: 'That you asked for yourself' },
];

/** Further events that appear in the delivery log. */
const others: Record<string, string> = { 'webhook.test': 'Test' };

export function eventInWords(event: string): string {
  return eventWords.find((each) => each.event === event)?.words ?? others[event] ?? event;
}
