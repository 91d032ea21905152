import type { Actor_EntryFragment } from './actor.graphql.ts';

const gone = 'an account that is gone';

/**
 * The account that acted in an entry: its id (null for Evertold itself), its name, and the name of the account that it
 * impersonated.
 */
export function actorInWords({ actorId, actor, impersonator }: Actor_EntryFragment): {
  id: string | null;
  name: string;
  as: string | null;
} {
  const by = impersonator ?? actor;
  const id = by?.id ?? actorId ?? null;
  return {
    id,
    name: by?.name ?? (id === null ? 'Evertold' : gone),
    as: impersonator && (actor?.name ?? gone),
  };
}
