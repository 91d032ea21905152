/** The scopes of partners' keys. A write scope includes its read scope. */
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

/** Whether these scopes include one. */
export function hasScope(granted: readonly string[], scope: Scope): boolean {
  return granted.includes(scope) || granted.includes(scope.replace(/:read$/, ':write'));
}
