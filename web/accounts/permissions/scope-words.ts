/** What a key may do, as it is chosen: to write something includes to read it. */
export const scopeWords: readonly { scope: string; words: string; hint?: string }[] = [
  { scope: 'subjects:read', words: 'See whose book it is', hint: 'Names, dates, when the calls are' },
  { scope: 'biography:read', words: 'Read the biography' },
  { scope: 'biography:write', words: 'Write the biography', hint: 'Everything it writes is a revision' },
  { scope: 'keepsakes:read', words: 'Read keepsakes', hint: 'Photos and other files' },
  { scope: 'people:read', words: 'Read the people in the stories' },
  { scope: 'conversations:read', words: 'Read the call log' },
  { scope: 'messages:read', words: 'Read what was said', hint: 'Never what is private' },
];

/** "read biography, keepsakes; write people" */
export function scopesInWords(scopes: readonly string[]): string {
  const of = (verb: string) =>
    scopes.filter((scope) => scope.endsWith(`:${verb}`)).map((scope) => scope.split(':')[0]);
  return (['read', 'write'] as const)
    .map((verb) => ({ verb, things: of(verb) }))
    .filter(({ things }) => things.length)
    .map(({ verb, things }) => `${verb} ${things.join(', ')}`)
    .join('; ');
}
