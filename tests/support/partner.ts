import { type Person, succeeded, withKey } from './person.ts';

export const everyScope = [
  ...['subjects:read', 'conversations:read', 'messages:read', 'biography:read', 'biography:write'],
  ...['keepsakes:read', 'keepsakes:write', 'people:read', 'people:write'],
];

/** A partner's program and its API key. */
export type Partner = Person & { keyId: string; secret: string };

/** Creates an API key as a person, and returns a program that uses it. */
export async function aPartner(
  person: Person,
  input: { scopes?: string[]; subjectIds?: string[]; expiresInDays?: number; name?: string } = {},
): Promise<Partner> {
  const wanted = { name: 'Whaling City Archive', scopes: everyScope, ...input };
  const { secret, apiKey } = succeeded(await person.gql('CreateApiKey', { input: wanted }));
  return { ...withKey(person, secret), keyId: apiKey.id, secret };
}
