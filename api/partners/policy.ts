/** What a partner's key can be made for. To write includes to read. */
export const scopes = [
  'subjects:read',
  'conversations:read',
  'messages:read',
  'biography:read',
  'biography:write',
  'keepsakes:read',
  'keepsakes:write',
  'people:read',
  'people:write',
] as const;
export type Scope = (typeof scopes)[number];

/** Whether a key that was made for these scopes has that one. */
export function hasScope(granted: readonly string[], scope: Scope): boolean {
  return granted.includes(scope) || granted.includes(scope.replace(/:read$/, ':write'));
}
