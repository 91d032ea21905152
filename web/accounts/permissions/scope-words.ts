/** The scopes of an API key; write access includes read access. */
export const scopeWords: readonly { scope: string; words: string; hint?: string }[] = [
  { scope: 'subjects:read', words: 'See whose book it is', hint: 'Names and dates' },
  { scope: 'biography:read', words: 'Read the biography' },
  { scope: 'biography:write', words: 'Write the biography', hint: 'What stood there before is kept' },
  { scope: 'keepsakes:read', words: 'Read keepsakes', hint: 'Photos and other files' },
  {
    scope: 'keepsakes:write',
    words: 'Add, describe and delete keepsakes',
    hint: 'What is deleted can be restored for 30 days',
  },
  { scope: 'people:read', words: 'Read the people in the stories' },
  { scope: 'people:write', words: 'Correct and merge people, and correct places' },
  { scope: 'conversations:read', words: 'Read the call log' },
  { scope: 'messages:read', words: 'Read what was said', hint: 'Never what is private' },
];

const things: Record<string, string> = {
  subjects: 'names and dates',
  conversations: 'call log',
  messages: 'what was said',
};

/** For example "read biography, keepsakes; write people". */
export function scopesInWords(scopes: readonly string[]): string {
  const of = (verb: string) =>
    scopes
      .filter((scope) => scope.endsWith(`:${verb}`))
      .map((scope) => scope.split(':')[0] ?? '')
      .map((thing) => things[thing] ?? thing);
  return (['read', 'write'] as const)
    .map((verb) => ({ verb, what: of(verb) }))
    .filter(({ what }) => what.length)
    .map(({ verb, what }) => `${verb} ${what.join(', ')}`)
    .join('; ');
}
